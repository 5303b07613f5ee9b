// SPDX-License-Identifier: BSD-3-Clause
// Systems of equal rows cut into slabs, and the error of a solution.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "kernels/tridiagonal/slab/slab_twin.hpp"
#include "tests/kernels/tridiagonal/slabs_of.hpp"

namespace tobiuo::test {

using tridiagonal::Edge;

/// The most that rounding leaves of an equation, in epsilons: the recurrences round each row a few
/// times, and the sums over the rows at an edge are exact to as much of the largest u.
inline constexpr double most_slab_errors = 16.0;

struct Edges {
    Edge first;
    Edge last;
};

/// All edges between which rows are numbered in the better order.
inline constexpr std::array all_edges{
    Edges{Edge::periodic, Edge::periodic},     Edges{Edge::even_half, Edge::even_half},
    Edges{Edge::even_half, Edge::odd_half},    Edges{Edge::odd_half, Edge::odd_half},
    Edges{Edge::even_whole, Edge::even_whole}, Edges{Edge::even_whole, Edge::odd_whole},
    Edges{Edge::odd_whole, Edge::odd_whole}};

[[nodiscard]] inline std::string text_of(const Edges& edges)
{
    return "edges " + std::to_string(static_cast<int>(edges.first)) + " and " +
           std::to_string(static_cast<int>(edges.last));
}

/// The steps of a device that rises and falls over its rows, cut into slabs of up to `most` rows,
/// and tells the others numbers of type Told.
template <typename T, typename Number = double>
struct RiseAndFall {
    using Told = Number;
    long long most;

    void begin(const Edges& edges, const tridiagonal::SlabSystems& systems,
               const tridiagonal::SlabSums& sums, const tridiagonal::ToldSums<Told>& told, T* data,
               bool reversed) const
    {
        for (const auto& slab : slabs_of(data, systems.columns, systems.rows, most, reversed)) {
            rise_on_host(edges.first, edges.last, systems, sums, slab);
        }
        tell_on_host(edges.first, edges.last, systems, sums, told);
    }
    void end(const Edges& edges, const tridiagonal::SlabSystems& systems,
             const tridiagonal::SlabSums& sums, T* data, bool reversed) const
    {
        const auto slabs = slabs_of(data, systems.columns, systems.rows, most, reversed);
        for (auto slab = slabs.rbegin(); slab != slabs.rend(); ++slab) {
            fall_on_host(edges.first, edges.last, systems, sums, *slab);
        }
    }
};

/// Ten columns with shifts of all sizes, 0 among them, and their right-hand sides.
template <typename T>
class SlabExample {
public:
    static constexpr long long columns = 10;

    SlabExample(Edges edges, long long rows) : edges_{edges}, rows_{rows}
    {
        for (long long at = 0; at < columns * rows; ++at) {
            g_.push_back(static_cast<T>(0.25 + std::sin(1.0 + static_cast<double>(at * at % 977))));
        }
    }

    [[nodiscard]] const Edges& edges() const { return edges_; }
    [[nodiscard]] const std::vector<T>& right_side() const { return g_; }
    [[nodiscard]] const std::vector<double>& inner() const { return inner_; }
    [[nodiscard]] const std::vector<double>& outer() const { return outer_; }

    [[nodiscard]] tridiagonal::SlabSystems systems(const double* inner, const double* outer) const
    {
        return {.inner = inner,
                .inner_count = static_cast<long long>(inner_.size()),
                .outer = outer,
                .diffusion = 2.5,
                .scale = 0.125,
                .columns = columns,
                .rows = rows_,
                .zero_mode = 0};
    }

    /// The slabs of `data` with up to `most` rows each, see slabs_of().
    [[nodiscard]] std::vector<tridiagonal::Slab<T>> slabs(T* data, long long most,
                                                          bool reversed) const
    {
        return slabs_of(data, columns, rows_, most, reversed);
    }

    struct Solved {
        std::vector<T> u;
        double constant = 0.0;
    };

    [[nodiscard]] Solved solved_on_host(long long most, bool reversed) const
    {
        Solved solved{.u = g_};
        std::vector<double> line(static_cast<std::size_t>(rows_));
        std::array<std::vector<double>, 4> sums;
        std::ranges::fill(sums, std::vector<double>(columns));
        const tridiagonal::SlabSums all{.forwards = sums[0].data(),
                                        .again = sums[1].data(),
                                        .first = sums[2].data(),
                                        .last = sums[3].data(),
                                        .line = line.data(),
                                        .constant = &solved.constant};
        const auto [first, last] = edges_;
        const auto whole = systems(inner_.data(), outer_.data());
        const auto pieces = slabs(solved.u.data(), most, reversed);
        for (const auto& slab : pieces) {
            rise_on_host(first, last, whole, all, slab);
        }
        turn_on_host(first, last, whole, all);
        for (auto slab = pieces.rbegin(); slab != pieces.rend(); ++slab) {
            fall_on_host(first, last, whole, all, *slab);
        }
        return solved;
    }

    /// By several devices with as many rows each as `rows_of_devices` says, whose `steps` are those
    /// of RiseAndFall; reversed rows begin on the last device.
    template <typename Steps>
    [[nodiscard]] Solved solved_by_devices(const std::vector<long long>& rows_of_devices,
                                           const Steps& steps, bool reversed) const
    {
        Solved solved{.u = g_};
        const auto [first, last] = edges_;
        const std::size_t devices = rows_of_devices.size();
        std::array<std::vector<double>, 4> sums;
        std::ranges::fill(sums, std::vector<double>(devices * columns));
        std::array<std::vector<typename Steps::Told>, 4> told;
        std::ranges::fill(told, std::vector<typename Steps::Told>(devices * columns));
        std::vector<double> line(static_cast<std::size_t>(rows_));
        std::vector<tridiagonal::SlabSystems> systems;
        std::vector<tridiagonal::SlabSums> sums_of;
        std::vector<T*> data_of;
        long long begin = 0;
        for (std::size_t device = 0; device < devices; ++device) {
            const long long rows = rows_of_devices[device];
            data_of.push_back(solved.u.data() +
                              columns * (reversed ? rows_ - begin - rows : begin));
            systems.push_back(this->systems(inner_.data(), outer_.data()));
            systems.back().rows = rows;
            const std::size_t at = device * columns;
            sums_of.push_back({.forwards = &sums[0][at],
                               .again = &sums[1][at],
                               .first = &sums[2][at],
                               .last = &sums[3][at],
                               .line = line.data() + begin,
                               .constant = &solved.constant});
            steps.begin(edges_, systems.back(), sums_of.back(),
                        {.forwards = &told[0][at],
                         .again = &told[1][at],
                         .first = &told[2][at],
                         .last = &told[3][at]},
                        data_of.back(), reversed);
            begin += rows;
        }
        integrate_line_on_host(
            zero_line(first, last, this->systems(inner_.data(), outer_.data()), sums_of.front()));
        for (std::size_t device = 0; device < devices; ++device) {
            join_on_host(first, last, systems[device], sums_of[device],
                         tridiagonal::AllTold<typename Steps::Told>{
                             .forwards = told[0].data(),
                             .backwards = told[1].data(),
                             .first = told[2].data(),
                             .last = &told[3][(devices - 1) * columns],
                             .rows = rows_of_devices.data(),
                             .devices = static_cast<long long>(devices),
                             .mine = static_cast<long long>(device)});
            steps.end(edges_, systems[device], sums_of[device], data_of[device], reversed);
        }
        return solved;
    }

    /// The residual of a column, in epsilons of |A| |u| + |g|.
    [[nodiscard]] double backward_error(const Solved& solved, long long column, bool reversed) const
    {
        const auto systems = this->systems(inner_.data(), outer_.data());
        const double shift = -systems.sigma(column) * systems.diffusion;
        const auto value = [&](const std::vector<T>& of, long long row) {
            const long long place = reversed ? rows_ - 1 - row : row;
            return static_cast<long double>(of[static_cast<std::size_t>(columns * place + column)]);
        };
        const auto u = [&](long long row) { return value(solved.u, row); };
        const auto mean = static_cast<long double>(column == 0 ? solved.constant : 0.0);
        long double worst = 0.0;
        long double largest = 0.0;
        for (long long k = 0; k < rows_; ++k) {
            const long double below =
                k > 0 ? u(k - 1) : tridiagonal::beyond(edges_.first, u(0), u(1), u(rows_ - 1));
            const long double above =
                k + 1 < rows_ ? u(k + 1) : tridiagonal::beyond(edges_.last, u(k), below, u(0));
            worst = std::max(worst, std::abs(systems.diffusion * (below - 2.0L * u(k) + above) +
                                             shift * u(k) - systems.scale * (value(g_, k) - mean)));
            largest = std::max(largest, std::abs(u(k)));
        }
        return static_cast<double>(
            worst / ((4.0 * systems.diffusion - shift) * largest + 2.0 * systems.scale) /
            static_cast<double>(std::numeric_limits<T>::epsilon()));
    }

private:
    Edges edges_;
    long long rows_;
    std::vector<double> inner_{0.0, -1e-9, -0.003, -7.0, -1e12};
    std::vector<double> outer_{0.0, -40.0};
    std::vector<T> g_;
};

}  // namespace tobiuo::test
