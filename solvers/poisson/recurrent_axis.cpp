// The middle axis of equal cells where the operator has three points: two recurrences along each
// line.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kernels/tridiagonal/edge_series.hpp"
#include "kernels/tridiagonal/zero_mode.hpp"
#include "solvers/poisson/line_tiles.hpp"
#include "solvers/poisson/middle_axis.hpp"
#include "solvers/poisson/recurrences.hpp"
#include "solvers/poisson/residual.hpp"

namespace tobiuo::poisson {
namespace {

using tridiagonal::Edge;

/// Lines go from the edge `first`, from which rows() numbers them, to `last`.
///
/// Accuracy  each row's equation holds to the rounding of its own u, for the recurrences make u of
/// its
///           neighbours. What they round off adds up on the way and is left at the ends, where it
///           meets the edges: as far as a line is long, or its decay lets it go. Where that may be
///           many rows, what the equations of the first and the last row miss is solved for again.
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
        return static_cast<std::int64_t>(lines + 2) * std::ssize(rows_);
    }

    double solve(const ModeTile<T>& tile) const override
    {
        const Lines all = lines_of(tile);
        const Ends sources{first_row(tile.values), last_row(tile.values)};
        const std::span<double> constant = tile.scratch.first(rows_.size());
        const double removed =
            all.level < lines ? solve_level(tile.values, all.level, tile.scratch) : 0.0;
        sweep(tile.values, all);
        if (!all.forget) {
            close(tile, all, sources);
        }
        for (std::size_t k = 0; all.level < lines && k < rows_.size(); ++k) {
            row(tile.values, k)[all.level] = static_cast<T>(constant[k]);
        }
        return removed;
    }

    void apply(const ModeTile<T>& tile) const override
    {
        Row before{};
        Row begin{};
        for (std::size_t line = 0; line < lines; ++line) {
            begin[line] = value(tile.values, 0, line);
            before[line] = beyond(first, begin[line],
                                  value(tile.values, first == Edge::even_whole ? 1 : 0, line),
                                  value(tile.values, rows_.size() - 1, line));
        }
        for (std::size_t k = 0; k < rows_.size(); ++k) {
            T* const here = row(tile.values, k);
            const bool is_last = k + 1 == rows_.size();
            for (std::size_t line = 0; line < lines; ++line) {
                const auto u = static_cast<double>(here[line]);
                const double behind = is_last ? beyond(last, u, before[line], begin[line])
                                              : value(tile.values, k + 1, line);
                const double shift = tile.others[line] + lambda_;
                here[line] = static_cast<T>(
                    scale_ * (diffusion_ * (before[line] - 2.0 * u + behind) + shift * u));
                before[line] = u;
            }
        }
    }

    /// lambda is not positive, as allows_recurrences() says.
    void validate_lambda(std::span<const double> /*others*/) const override {}

private:
    using Series = tridiagonal::EdgeSeries<first, last>;
    static constexpr std::size_t lines = static_cast<std::size_t>(fft::HostLineTransform<T>::width);
    using Row = std::array<double, lines>;

    /// Whether rounding errors add up over so few rows that they may stay: a row adds an epsilon at
    /// the most, and what it leaves is forgotten after 1 / loss rows.
    [[nodiscard]] static bool forgets(tridiagonal::Decay decay)
    {
        constexpr double few = 4.0;
        return few * decay.loss >= 1.0;
    }

    /// What the recurrences need to know of the lines of a tile.
    struct Lines {
        std::array<Series, lines> series{};
        Row shift{};
        Row loss{};
        Row factor{};
        std::size_t level = lines;  ///< the one whose rows add up to zero, if any
        bool forget = true;         ///< see forgets()
    };
    /// The first and the last row of all lines.
    struct Ends {
        Row lower{};
        Row upper{};
    };

    [[nodiscard]] Lines lines_of(const ModeTile<T>& tile) const
    {
        Lines all;
        for (std::size_t line = 0; line < lines; ++line) {
            const double shift =
                line < static_cast<std::size_t>(tile.lines) ? tile.others[line] + lambda_ : absent_;
            const bool is_level = shift == 0.0;
            all.level = is_level ? line : all.level;
            all.shift[line] = is_level ? absent_ : shift;
            all.series[line] = series_of(-all.shift[line] / diffusion_);
            all.loss[line] = all.series[line].decay().loss;
            all.factor[line] = -all.series[line].root() * scale_ / diffusion_;
            all.forget = all.forget && forgets(all.series[line].decay());
        }
        return all;
    }

    [[nodiscard]] Row first_row(const T* values) const { return row_of(values, 0); }
    [[nodiscard]] Row last_row(const T* values) const { return row_of(values, rows_.size() - 1); }
    [[nodiscard]] static Row row_of(const T* values, std::size_t k)
    {
        Row found{};
        for (std::size_t line = 0; line < lines; ++line) {
            found[line] = value(values, k, line);
        }
        return found;
    }

    /// Row k of u beside its neighbours, of one line: u[k-1] - 2 u[k] + u[k+1] at an end.
    template <typename Value>
    [[nodiscard]] double curvature_at_end(bool at_last, const Value& u) const
    {
        const std::size_t end = rows_.size() - 1;
        const std::size_t k = at_last ? end : 0;
        const double here = u(k);
        const double before =
            k > 0 ? u(k - 1) : beyond(first, here, u(std::min<std::size_t>(1, end)), u(end));
        const double behind = k < end ? u(k + 1) : beyond(last, here, before, u(0));
        return (before - here) + (behind - here);
    }

    /// Adds the solution for what the equations of the first and the last row miss. `sources`: what
    /// was solved for.
    void close(const ModeTile<T>& tile, const Lines& all, const Ends& sources) const
    {
        const std::span<double> missing = tile.scratch.last(lines * rows_.size());
        std::ranges::fill(missing, 0.0);
        for (std::size_t line = 0; line < lines; ++line) {
            const auto u = [&](std::size_t k) { return value(tile.values, k, line); };
            const auto left = [&](double source, bool at_last) {
                const std::size_t k = at_last ? rows_.size() - 1 : 0;
                return source -
                       (diffusion_ * curvature_at_end(at_last, u) + all.shift[line] * u(k)) /
                           scale_;
            };
            missing[line] = left(sources.lower[line], false);
            if (rows_.size() > 1) {
                missing[(rows_.size() - 1) * lines + line] = left(sources.upper[line], true);
            }
        }
        sweep(missing.data(), all);
        for (std::size_t at = 0; at < missing.size(); ++at) {
            tile.values[at] = static_cast<T>(static_cast<double>(tile.values[at]) + missing[at]);
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

    /// Its last part is a row: with all of them before it, powers are few.
    [[nodiscard]] Series series_of(double sigma) const
    {
        const double root = std::sqrt(tridiagonal::discriminant(sigma));
        const tridiagonal::Decay decay = tridiagonal::decay_of(sigma, root);
        return {decay, tridiagonal::smaller_root(sigma, root), power(decay, std::ssize(rows_) - 1),
                1};
    }

    /// One recurrence over all rows, of all lines side by side: `work(value, line, sum)` sees what
    /// comes in and returns what goes on.
    template <typename Value, typename Work>
    void recur(Value* values, bool backwards, Row& sum, const Work& work) const
    {
        for (std::size_t at = 0; at < rows_.size(); ++at) {
            Value* const here = row(values, backwards ? rows_.size() - 1 - at : at);
            for (std::size_t line = 0; line < lines; ++line) {
                sum[line] = work(here[line], line, sum[line]);
            }
        }
    }

    /// From the sources of all lines but the level one to their solutions.
    template <typename Value>
    void sweep(Value* values, const Lines& all) const
    {
        const std::array<Series, lines>& series = all.series;
        const auto next = [&](Value g, std::size_t line, double sum) {
            return sum - all.loss[line] * sum + static_cast<double>(g);
        };
        Row tilt{};
        const auto forwards_leaning = [&](Value g, std::size_t line, double sum) {
            tilt[line] += is_odd(first) ? sum : 0.0;
            return next(g, line, sum);
        };
        const auto backwards_leaning = [&](Value g, std::size_t line, double sum) {
            tilt[line] -= is_odd(first) ? sum : 0.0;
            return next(g, line, sum);
        };
        Row forwards{};
        Row backwards{};
        recur(values, false, forwards, forwards_leaning);
        if constexpr (first != Edge::periodic) {
            recur(values, true, backwards, backwards_leaning);
        }
        Row sum{};
        Row entering{};
        Row end{};
        for (std::size_t line = 0; line < lines; ++line) {
            if constexpr (is_odd(first)) {
                const tridiagonal::Decay decay = series[line].decay();
                const auto rows = static_cast<int>(std::ssize(rows_));
                const tridiagonal::Decay image = Series::up_to_image(decay, rows, last);
                // The tilt adds up over all rows, however soon the recurrences forget them; where
                // they do, their difference is not small.
                backwards[line] =
                    forgets(decay) ? (backwards[line] - image.rest() * forwards[line]) / decay.loss
                                   : tilt[line] + forwards[line] / decay.loss * image.loss;
            }
            end[line] = static_cast<double>(row(values, rows_.size() - 1)[line]);
            entering[line] = series[line].entering(forwards[line], backwards[line],
                                                   static_cast<double>(values[line]), end[line]);
        }
        sum = entering;
        recur(values, false, sum, [&](Value& g, std::size_t line, double p) {
            p = next(g, line, p);
            g = static_cast<Value>(p);
            return p;
        });
        Row again{};
        if constexpr (last == Edge::periodic) {
            recur(values, true, again, next);
        }
        for (std::size_t line = 0; line < lines; ++line) {
            sum[line] =
                series[line].leaving(entering[line], forwards[line], again[line], end[line]);
        }
        recur(values, true, sum, [&](Value& p, std::size_t line, double q) {
            q = next(p, line, q);
            p = static_cast<Value>(all.factor[line] * q);
            return q;
        });
    }

    /// The line whose rows add up to zero, to the first rows of `scratch`; in its place the tile
    /// solves for something harmless.
    double solve_level(const T* values, std::size_t line, std::span<double> scratch) const
    {
        const std::span<double> u = scratch.first(rows_.size());
        const std::span<double> missing = scratch.subspan(rows_.size(), rows_.size());
        for (std::size_t k = 0; k < rows_.size(); ++k) {
            u[k] = value(values, k, line);
        }
        const Ends sources{first_row(values), last_row(values)};
        const double removed = run_level(u);
        const auto at = [&](std::size_t k) { return u[k]; };
        std::ranges::fill(missing, 0.0);
        missing.front() = sources.lower[line] - removed - curvature_at_end(false, at);
        if (rows_.size() > 1) {
            missing.back() = sources.upper[line] - removed - curvature_at_end(true, at);
        }
        static_cast<void>(run_level(missing));
        std::ranges::transform(u, missing, u.begin(), [&](double value, double correction) {
            return scale_ / diffusion_ * (value + correction);
        });
        return scale_ * removed;
    }

    [[nodiscard]] static double run_level(std::span<double> values)
    {
        const tridiagonal::OneThread team;
        return tridiagonal::LevelColumn<first, last, tridiagonal::OneThread>{
            team, values.data(), static_cast<int>(std::ssize(values))}
            .run();
    }

    /// u beyond an edge from its rows at the edge, one inside, and at the other edge.
    [[nodiscard]] static double beyond(Edge edge, double at, double beside, double other)
    {
        switch (edge) {
            case Edge::periodic:
                return other;
            case Edge::even_half:
                return at;
            case Edge::even_whole:
                return beside;
            case Edge::odd_half:
                return -at;
            case Edge::odd_whole:
                break;
        }
        return 0.0;
    }

    std::vector<fft::TileRow> rows_;
    double lambda_;
    double scale_;
    double absent_;  ///< the shift of a line that is not there: far from singular
    double diffusion_{};
};

/// For the edges that problems have, neither of them odd before an even one.
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
            break;
    }
    return with.template operator()<Edge::odd_whole, Edge::odd_whole>();
}

}  // namespace

template <typename T>
std::unique_ptr<MiddleAxis<T>> recurrent_axis(const Problem& problem, int axis, double scale)
{
    Edges edges = edges_of(problem, axis);
    std::vector<fft::TileRow> rows = rows_in_order(unknowns(problem, axis).count);
    if (tridiagonal::is_better_reversed(edges.first, edges.last)) {
        std::swap(edges.first, edges.last);
        std::ranges::reverse(rows);
    }
    return made<T>(edges, problem, axis, scale, rows);
}

template std::unique_ptr<MiddleAxis<float>> recurrent_axis(const Problem&, int, double);
template std::unique_ptr<MiddleAxis<double>> recurrent_axis(const Problem&, int, double);

}  // namespace tobiuo::poisson
