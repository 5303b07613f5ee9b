// SPDX-License-Identifier: BSD-3-Clause
// The middle axis of equal cells if the operator has three points: two recurrences along each line.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kernels/double_double.hpp"
#include "kernels/tridiagonal/edge_series.hpp"
#include "kernels/tridiagonal/line/integrate_line_twin.hpp"
#include "solvers/poisson/axis/line_tiles.hpp"
#include "solvers/poisson/axis/middle_axis.hpp"
#include "solvers/poisson/axis/operator_norm.hpp"
#include "solvers/poisson/axis/recurrence_functions.hpp"
#include "solvers/poisson/axis/recurrences.hpp"

namespace tobiuo::poisson {
namespace {

using tridiagonal::Edge;

/// The solution of lines from the edge `first`, at which rows() starts to count, to `last`.
///
/// Accuracy  a singular line, whose rows add up to zero, is integrated in twice the precision. In
///           other lines the equation of each row holds to the rounding of its own u, because the
///           recurrences compute u from its neighbours. Their rounding errors add up along the line
///           and appear at its edges, over the length of the line or of its decay. Where that may
///           be many rows, refine() solves once more for the residual of all rows. (A correction
///           for the residual at the edges alone would be worse: the residual of each row is the
///           rounding of its u, and only together do these residuals have a small solution.)
template <typename T, Edge first, Edge last>
class RecurrentAxis final : public MiddleAxis<T> {
public:
    RecurrentAxis(const Problem& problem, int axis, double scale, std::vector<fft::TileRow> rows)
        : rows_{std::move(rows)},
          lambda_{problem.lambda},
          scale_{scale},
          absent_{-2.0 * operator_norm(problem)}
    {
        const double spacing = problem.grid.axes.at(static_cast<std::size_t>(axis)).spacing();
        diffusion_ = 1.0 / (spacing * spacing);
    }

    [[nodiscard]] const std::vector<fft::TileRow>& rows() const override { return rows_; }
    [[nodiscard]] std::int64_t scratch_values() const override
    {
        return static_cast<std::int64_t>(lines + 1) * std::ssize(rows_);
    }

    double solve(const ModeTile<T>& tile) const override
    {
        const Lines all = lines_of(tile);
        const bool has_level = all.level < lines;
        const double removed = has_level ? integrate(tile.values + all.level) : 0.0;
        if (has_level && tile.lines == 1) {
            return removed;
        }
        const std::span<double> level = tile.scratch.first(rows_.size());
        for (std::size_t k = 0; has_level && k < rows_.size(); ++k) {
            level[k] = value(tile.values, k, all.level);
        }
        const std::span<double> sources = tile.scratch.last(all.forget ? 0 : lines * rows_.size());
        std::copy_n(tile.values, sources.size(), sources.begin());
        sweep(tile.values, all);
        if (!all.forget) {
            refine(tile, all, sources);
        }
        for (std::size_t k = 0; has_level && k < rows_.size(); ++k) {
            row(tile.values, k)[all.level] = static_cast<T>(level[k]);
        }
        return removed;
    }

    void apply(const ModeTile<T>& tile) const override
    {
        for_each_row(tile.values, [&](std::size_t k, const Beside& u) {
            T* const here = row(tile.values, k);
            for (std::size_t line = 0; line < lines; ++line) {
                const double shift = tile.others[line] + lambda_;
                here[line] = static_cast<T>(
                    scale_ * (diffusion_ * (u.before[line] - 2.0 * u.here[line] + u.behind[line]) +
                              shift * u.here[line]));
            }
        });
    }

    /// Never throws, because lambda is not positive, see allows_recurrences().
    void validate_lambda(std::span<const double> /*others*/) const override {}

private:
    using Series = tridiagonal::EdgeSeries<first, last>;
    static constexpr std::size_t lines = static_cast<std::size_t>(fft::HostLineTransform<T>::width);
    using Row = std::array<double, lines>;

    /// Whether rounding errors add up over so few rows that no refinement is needed: each row adds
    /// one epsilon at most, and its error decays within 1 / loss rows.
    [[nodiscard]] static bool forgets(tridiagonal::Decay decay)
    {
        constexpr double few = 4.0;
        return few * decay.loss >= 1.0;
    }

    /// The data of the recurrences for all lines of a tile.
    struct Lines {
        std::array<Series, lines> series{};
        Row shift{};
        Row loss{};
        Row factor{};
        std::size_t level = lines;  ///< the line whose rows add up to zero, if any
        bool forget = true;         ///< see forgets()
    };

    [[nodiscard]] Lines lines_of(const ModeTile<T>& tile) const
    {
        Lines all;
        for (std::size_t line = 0; line < lines; ++line) {
            const bool is_used = line < static_cast<std::size_t>(tile.lines);
            const double shift = is_used ? tile.others[line] + lambda_ : absent_;
            const bool is_level = is_used && shift == 0.0;
            all.level = is_level ? line : all.level;
            all.shift[line] = is_level ? absent_ : shift;
            all.series[line] = series_of(-all.shift[line] / diffusion_);
            all.loss[line] = all.series[line].decay().loss;
            all.factor[line] = -all.series[line].root() * scale_ / diffusion_;
            all.forget = all.forget && forgets(all.series[line].decay());
        }
        return all;
    }

    /// The values of all lines in a row and in its two neighbours.
    struct Beside {
        Row before{};
        Row here{};
        Row behind{};
    };

    /// Calls work(k, Beside) for all rows in order; `work` may write row k.
    template <typename Work>
    void for_each_row(const T* values, const Work& work) const
    {
        const std::size_t end = rows_.size() - 1;
        const Row begin = row_of(values, 0);
        const auto beyond_all = [](Edge edge, const Row& at, const Row& beside, const Row& other) {
            Row u{};
            for (std::size_t line = 0; line < lines; ++line) {
                u[line] = tridiagonal::beyond(edge, at[line], beside[line], other[line]);
            }
            return u;
        };
        Beside u{.before = beyond_all(first, begin, row_of(values, std::min<std::size_t>(1, end)),
                                      row_of(values, end)),
                 .here = begin};
        for (std::size_t k = 0; k <= end; ++k) {
            u.behind = k < end ? row_of(values, k + 1) : beyond_all(last, u.here, u.before, begin);
            work(k, u);
            u.before = u.here;
            u.here = u.behind;
        }
    }
    [[nodiscard]] static Row row_of(const T* values, std::size_t k)
    {
        Row found{};
        for (std::size_t line = 0; line < lines; ++line) {
            found[line] = value(values, k, line);
        }
        return found;
    }

    [[nodiscard]] static double rounded(const DoubleDouble& number) { return number.value(); }
    [[nodiscard]] static double rounded(double number) { return number; }

    /// The residual of a row, computed in the type Wide.
    template <typename Wide>
    [[nodiscard]] Row left(const Row& sources, const Row& shift, const Beside& u) const
    {
        Row found{};
        for (std::size_t line = 0; line < lines; ++line) {
            const Wide here = u.here[line];
            const Wide curvature = (u.before[line] - here) + (u.behind[line] - here);
            found[line] = rounded(Wide{sources[line]} * scale_ - curvature * diffusion_ -
                                  here * shift[line]) /
                          scale_;
        }
        return found;
    }

    /// Adds the solution for the residual of `sources`, for which the tile was solved. A single
    /// line may be as long as memory allows. Its residual is computed with two doubles, because the
    /// rounding of one double hides it where sources change from row to row.
    void refine(const ModeTile<T>& tile, const Lines& all, std::span<double> sources) const
    {
        for_each_row(tile.values, [&](std::size_t k, const Beside& u) {
            double* const of_row = row(sources.data(), k);
            Row source{};
            std::copy_n(of_row, lines, source.begin());
            std::ranges::copy(tile.lines == 1 ? left<DoubleDouble>(source, all.shift, u)
                                              : left<double>(source, all.shift, u),
                              of_row);
        });
        sweep(sources.data(), all);
        for (std::size_t at = 0; at < sources.size(); ++at) {
            tile.values[at] = static_cast<T>(static_cast<double>(tile.values[at]) + sources[at]);
        }
    }

    template <typename Value>
    [[nodiscard]] static Value* row(Value* values, std::size_t k)
    {
        return values + k * lines;
    }
    [[nodiscard]] static double value(const T* values, std::size_t k, std::size_t line)
    {
        return static_cast<double>(values[k * lines + line]);
    }

    /// The series of a line. Its last part is one row, so that few powers are computed.
    [[nodiscard]] Series series_of(double sigma) const
    {
        const double root = std::sqrt(tridiagonal::discriminant(sigma));
        const tridiagonal::Decay decay = tridiagonal::decay_of(sigma, root);
        return {decay, tridiagonal::smaller_root(sigma, root), power(decay, std::ssize(rows_) - 1),
                1};
    }

    /// Replaces the sources of all lines, except the singular one, by their solutions.
    template <typename Value>
    void sweep(Value* values, const Lines& all) const
    {
        const auto& functions = usable_recurrence_functions<Value, lines>().front();
        const std::array<Series, lines>& series = all.series;
        const double* const loss = all.loss.data();
        const std::int64_t rows = std::ssize(rows_);
        RecurrenceSums<lines> sums;
        if constexpr (first == Edge::periodic) {
            functions.sum_forwards(values, rows, loss, sums.forwards);
        } else {
            functions.sum_both(values, rows, loss, sums);
        }
        Row entering{};
        Row end{};
        for (std::size_t line = 0; line < lines; ++line) {
            if constexpr (is_odd(first)) {
                sums.backwards[line] = leaning(series[line].decay(), sums, line);
            }
            end[line] = static_cast<double>(row(values, rows_.size() - 1)[line]);
            entering[line] = series[line].entering(sums.forwards[line], sums.backwards[line],
                                                   static_cast<double>(values[line]), end[line]);
        }
        functions.advance(values, rows, loss, entering.data());
        Row again{};
        if constexpr (last == Edge::periodic) {
            functions.sum_backwards(values, rows, loss, again.data());
        }
        Row leaving{};
        for (std::size_t line = 0; line < lines; ++line) {
            leaving[line] =
                series[line].leaving(entering[line], sums.forwards[line], again[line], end[line]);
        }
        functions.go_back(values, rows, loss, all.factor.data(), leaving.data());
    }

    /// The sum that EdgeSeries::entering() takes behind an odd edge. The tilt adds up over all rows,
    /// even where the recurrences decay soon; there the difference of the two sums is not small and
    /// may be used.
    [[nodiscard]] double leaning(tridiagonal::Decay decay, const RecurrenceSums<lines>& sums,
                                 std::size_t line) const
    {
        const tridiagonal::Decay image = Series::up_to_image(decay, std::ssize(rows_), last);
        return forgets(decay)
                   ? (sums.backwards[line] - image.rest() * sums.forwards[line]) / decay.loss
                   : sums.tilt[line] + sums.forwards[line] / decay.loss * image.loss;
    }

    /// Solves the line whose rows add up to zero; returns the mean that is removed.
    double integrate(T* line) const
    {
        T mean{};
        tridiagonal::integrate_line_on_host<T>({.source = line,
                                                .solution = line,
                                                .rows = std::ssize(rows_),
                                                .step = static_cast<long long>(lines),
                                                .first = first,
                                                .last = last,
                                                .diffusion = diffusion_,
                                                .scale = scale_,
                                                .constant = &mean});
        return scale_ * static_cast<double>(mean);
    }

    std::vector<fft::TileRow> rows_;
    double lambda_;
    double scale_;
    double absent_;  ///< shift of an unused line, far from singular; 0 of a single unknown
    double diffusion_{};
};

/// Makes the axis for the edges that problems have, where no odd edge precedes an even one.
template <typename T>
std::unique_ptr<MiddleAxis<T>> made(const Edges& edges, const Problem& problem, int axis,
                                    double scale, const std::vector<fft::TileRow>& rows)
{
    const auto with = [&]<Edge first, Edge last>() -> std::unique_ptr<MiddleAxis<T>> {
        return std::make_unique<RecurrentAxis<T, first, last>>(problem, axis, scale, rows);
    };
    const bool to_odd = is_odd(edges.last);
    switch (edges.first) {
        case Edge::periodic:
            return with.template operator()<Edge::periodic, Edge::periodic>();
        case Edge::even_half:
            return to_odd ? with.template operator()<Edge::even_half, Edge::odd_half>()
                          : with.template operator()<Edge::even_half, Edge::even_half>();
        case Edge::even_whole:
            return to_odd ? with.template operator()<Edge::even_whole, Edge::odd_whole>()
                          : with.template operator()<Edge::even_whole, Edge::even_whole>();
        case Edge::odd_half:
            return with.template operator()<Edge::odd_half, Edge::odd_half>();
        case Edge::odd_whole:
        case Edge::open:       // no edge of a whole axis
        case Edge::unbounded:  // eliminated, see tridiagonal_axis()
            break;
    }
    return with.template operator()<Edge::odd_whole, Edge::odd_whole>();
}

}  // namespace

template <typename T>
std::unique_ptr<MiddleAxis<T>> recurrent_axis(const Problem& problem, int axis, double scale)
{
    const RowOrder order = row_order_of(problem, axis);
    std::vector<fft::TileRow> rows = rows_in_order(unknowns(problem, axis).count);
    if (order.reversed) {
        std::ranges::reverse(rows);
    }
    return made<T>(order.edges, problem, axis, scale, rows);
}

template std::unique_ptr<MiddleAxis<float>> recurrent_axis(const Problem&, int, double);
template std::unique_ptr<MiddleAxis<double>> recurrent_axis(const Problem&, int, double);

}  // namespace tobiuo::poisson
