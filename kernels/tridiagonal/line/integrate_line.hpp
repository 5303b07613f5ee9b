// SPDX-License-Identifier: BSD-3-Clause
// One line u[k-1] - 2 u[k] + u[k+1] = g[k] of any length, integrated twice. One code for device and
// host.
#pragma once

#include "kernels/double_double.hpp"
#include "kernels/tridiagonal/edge.hpp"

namespace tobiuo::tridiagonal {

/// The line diffusion (u[k-1] - 2 u[k] + u[k+1]) = scale g[k]. Row k lies at place k step of both
/// arrays, which may be the same one. Not with an odd edge before an even one:
/// is_better_reversed().
template <typename T>
struct UniformLine {
    const T* source;  ///< g
    T* solution;      ///< u
    long long rows;
    long long step;  ///< negative where rows are numbered from the other end
    Edge first;
    Edge last;
    double diffusion;  ///< 1 / length squared
    double scale;
    /// Where nothing else gives a solution g loses its mean, which is put here, and u has zero
    /// mean; may be null.
    T* constant;
};

/// Threads of the one block, at most.
inline constexpr int most_line_threads = 512;

/// What rows add to slope and height of a line that enters them at zero with no slope.
struct LineSegment {
    double rows;
    DoubleDouble slope;   ///< the sum of g
    DoubleDouble height;  ///< u behind the last row
    DoubleDouble area;    ///< the sum of u over the rows
};

/// Joins two segments, one behind the other.
[[nodiscard]] constexpr LineSegment joined(const LineSegment& one, const LineSegment& two)
{
    const double rows = two.rows;
    return {
        .rows = one.rows + rows,
        .slope = one.slope + two.slope,
        .height = one.height + one.slope * rows + two.height,
        .area = one.area + one.height * rows + one.slope * rows * (0.5 * (rows - 1.0)) + two.area};
}

/// Threads that have neighbouring rows each. Phases, between which all threads wait: add_up();
/// look_back() and keep() for distances 1, 2, 4, ... below `threads`; integrate().
///
/// Method    u[k+1] - u[k] is the sum of g up to k and a first slope, u the sum of these and a
///           first value; both follow from the edges or, between edges that fix no mean, from
///           zero mean.
/// Accuracy  sums are DoubleDouble and u is rounded once: it is off by some eps of the largest u,
///           each equation by some eps of its terms, at any length.
template <typename T>
class LineIntegration {
public:
    /// `segments`: one a thread, that all threads see.
    constexpr LineIntegration(const UniformLine<T>& line, LineSegment* segments, int thread,
                              int threads)
        : line_{line}, segments_{segments}, thread_{thread}, threads_{threads}
    {
        const long long share = (line.rows + threads - 1) / threads;
        begin_ = smaller(line.rows, thread * share);
        end_ = smaller(line.rows, begin_ + share);
    }

    /// Reads the rows of this thread, and the first and the last one.
    constexpr void add_up()
    {
        for (long long k = begin_; k < end_; ++k) {
            mine_.area = mine_.area + mine_.height;
            mine_.slope = mine_.slope + source(k);
            mine_.height = mine_.height + mine_.slope;
        }
        mine_.rows = static_cast<double>(end_ - begin_);
        first_row_ = source(0);
        last_row_ = source(line_.rows - 1);
        keep();
    }

    /// To what this thread has come the segment before it.
    constexpr void look_back(int distance)
    {
        if (thread_ >= distance) {
            mine_ = joined(segments_[thread_ - distance], mine_);
        }
    }

    constexpr void keep() const { segments_[thread_] = mine_; }

    /// Writes the rows of this thread.
    constexpr void integrate() const
    {
        const Start start = start_of_line(segments_[threads_ - 1]);
        const LineSegment before = thread_ > 0 ? segments_[thread_ - 1] : LineSegment{};
        const LineSegment entered =
            joined(entrance(start.slope, start.height), without_mean(before, start.mean));
        DoubleDouble slope = entered.slope;
        DoubleDouble height = entered.height;
        const double factor = line_.scale / line_.diffusion;
        for (long long k = begin_; k < end_; ++k) {
            slope = slope + (source(k) - start.mean);
            line_.solution[k * line_.step] = static_cast<T>(factor * height.value());
            height = height + slope;
        }
        if (thread_ == 0 && line_.constant != nullptr) {
            *line_.constant = static_cast<T>(start.mean.value());
        }
    }

private:
    /// What the edges ask for: slope and height that enter the first row, and the mean of g.
    struct Start {
        DoubleDouble mean;
        DoubleDouble slope;
        DoubleDouble height;
    };

    [[nodiscard]] static constexpr long long smaller(long long a, long long b)
    {
        return a < b ? a : b;
    }
    [[nodiscard]] constexpr DoubleDouble source(long long k) const
    {
        return static_cast<double>(line_.source[k * line_.step]);
    }

    /// No rows, behind which the line has this slope and this height.
    [[nodiscard]] static constexpr LineSegment entrance(const DoubleDouble& slope,
                                                        const DoubleDouble& height)
    {
        return {.rows = 0.0, .slope = slope, .height = height, .area = {}};
    }

    /// What is left of a segment at the begin of the line if g loses its mean.
    [[nodiscard]] static constexpr LineSegment without_mean(const LineSegment& all,
                                                            const DoubleDouble& mean)
    {
        const double rows = all.rows;
        const DoubleDouble slope = mean * rows;
        const DoubleDouble height = slope * (0.5 * (rows + 1.0));
        return {.rows = rows,
                .slope = all.slope - slope,
                .height = all.height - height,
                .area = all.area - height * (rows - 1.0) / 3.0};
    }

    [[nodiscard]] constexpr Start start_of_line(const LineSegment& sources) const
    {
        const double half_first = line_.first == Edge::even_whole ? 0.5 : 0.0;
        const double half_last = line_.last == Edge::even_whole ? 0.5 : 0.0;
        const double length = sources.rows - half_first - half_last;  // of the box, in steps
        Start start{};
        if (are_level(line_.first, line_.last)) {
            start.mean = (sources.slope - first_row_ * half_first - last_row_ * half_last) / length;
        }
        const LineSegment all = without_mean(sources, start.mean);
        if (is_odd(line_.first)) {
            start.height = height_between_zeros(all);
            start.slope = start.height * slope_per_height();
            return start;
        }
        if (line_.first == Edge::periodic) {
            start.slope = DoubleDouble{} - all.height / all.rows;
        } else {
            start.slope = (start.mean - first_row_) * half_first;
        }
        const LineSegment inclined = joined(entrance(start.slope, {}), all);
        if (line_.last == Edge::odd_half) {
            start.height = inclined.slope * 0.5 - inclined.height;
        } else if (line_.last == Edge::odd_whole) {
            start.height = DoubleDouble{} - inclined.height;
        } else {
            // Row rows - 1, which counts half on a wall.
            const DoubleDouble last_height = inclined.height - inclined.slope;
            start.height = DoubleDouble{} - (inclined.area - last_height * half_last) / length;
        }
        return start;
    }

    /// The slope at an odd first edge for a height of one: beyond the edge u is -u[0], or zero.
    [[nodiscard]] constexpr double slope_per_height() const
    {
        return line_.first == Edge::odd_half ? 2.0 : 1.0;
    }

    /// u[0] between odd edges.
    [[nodiscard]] constexpr DoubleDouble height_between_zeros(const LineSegment& all) const
    {
        const double slope = slope_per_height();
        const double height = 1.0 + all.rows * slope;  // behind the last row, of 1 at the first
        return line_.last == Edge::odd_half
                   ? (all.slope - all.height * 2.0) / (2.0 * height - slope)
                   : (DoubleDouble{} - all.height) / height;
    }

    const UniformLine<T>& line_;
    LineSegment* segments_;
    int thread_;
    int threads_;
    long long begin_{};
    long long end_{};
    LineSegment mine_{};
    DoubleDouble first_row_{};  ///< of g
    DoubleDouble last_row_{};
};

}  // namespace tobiuo::tridiagonal
