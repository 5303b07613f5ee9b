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

namespace tobiuo::poisson {
namespace {

using tridiagonal::Edge;

/// Lines go from the edge `first`, from which rows() numbers them, to `last`.
template <typename T, Edge first, Edge last>
class RecurrentAxis final : public MiddleAxis<T> {
public:
    RecurrentAxis(const Problem& problem, int axis, double scale, std::vector<fft::TileRow> rows)
        : rows_{std::move(rows)}, lambda_{problem.lambda}, scale_{scale}
    {
        const double spacing = problem.grid.axes.at(static_cast<std::size_t>(axis)).spacing();
        diffusion_ = 1.0 / (spacing * spacing);
    }

    [[nodiscard]] const std::vector<fft::TileRow>& rows() const override { return rows_; }
    [[nodiscard]] std::int64_t scratch_values() const override { return std::ssize(rows_); }

    double solve(const ModeTile<T>& tile) const override
    {
        std::array<Series, lines> series{};
        Row loss{};
        Row factor{};
        std::size_t level = lines;
        for (std::size_t line = 0; line < lines; ++line) {
            const double shift = tile.others[line] + lambda_;
            level = shift == 0.0 ? line : level;
            series[line] = series_of(shift == 0.0 ? 1.0 : -shift / diffusion_);
            loss[line] = series[line].decay().loss;
            factor[line] = -series[line].root() * scale_ / diffusion_;
        }
        const std::span<double> constant = tile.scratch.first(rows_.size());
        const double removed = level < lines ? solve_level(tile.values, level, constant) : 0.0;
        sweep(tile.values, series, loss, factor);
        for (std::size_t k = 0; level < lines && k < rows_.size(); ++k) {
            row(tile.values, k)[level] = static_cast<T>(constant[k]);
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

    [[nodiscard]] static T* row(T* values, std::size_t k) { return values + k * lines; }
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
    template <typename Work>
    void recur(T* values, bool backwards, Row& sum, const Work& work) const
    {
        for (std::size_t at = 0; at < rows_.size(); ++at) {
            T* const here = row(values, backwards ? rows_.size() - 1 - at : at);
            for (std::size_t line = 0; line < lines; ++line) {
                sum[line] = work(here[line], line, sum[line]);
            }
        }
    }

    void sweep(T* values, const std::array<Series, lines>& series, const Row& loss,
               const Row& factor) const
    {
        const auto next = [&](T g, std::size_t line, double sum) {
            return sum - loss[line] * sum + static_cast<double>(g);
        };
        Row tilt{};
        const auto forwards_leaning = [&](T g, std::size_t line, double sum) {
            tilt[line] += is_odd(first) ? sum : 0.0;
            return next(g, line, sum);
        };
        const auto backwards_leaning = [&](T g, std::size_t line, double sum) {
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
                backwards[line] = tilt[line] + forwards[line] / decay.loss *
                                                   Series::up_to_image(decay, rows, last).loss;
            }
            end[line] = value(values, rows_.size() - 1, line);
            entering[line] = series[line].entering(forwards[line], backwards[line],
                                                   value(values, 0, line), end[line]);
        }
        sum = entering;
        recur(values, false, sum, [&](T& g, std::size_t line, double p) {
            p = next(g, line, p);
            g = static_cast<T>(p);
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
        recur(values, true, sum, [&](T& p, std::size_t line, double q) {
            q = next(p, line, q);
            p = static_cast<T>(factor[line] * q);
            return q;
        });
    }

    /// The line whose modes are constant, to `constant`; in its place the tile solves for something
    /// harmless.
    double solve_level(const T* values, std::size_t line, std::span<double> constant) const
    {
        for (std::size_t k = 0; k < rows_.size(); ++k) {
            constant[k] = value(values, k, line);
        }
        const tridiagonal::OneThread team;
        const double removed =
            tridiagonal::LevelColumn<first, last, tridiagonal::OneThread>{
                team, constant.data(), static_cast<int>(std::ssize(rows_))}
                .run();
        std::ranges::for_each(constant, [&](double& u) { u *= scale_ / diffusion_; });
        return scale_ * removed;
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
