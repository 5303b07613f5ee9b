// SPDX-License-Identifier: BSD-3-Clause
// Slabs that tell each other numbers in single precision are as accurate as a solve in one piece.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

#include "kernels/tridiagonal/slab/slab_twin.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_twin.hpp"

namespace tobiuo::tridiagonal {
namespace {

constexpr int rows = 1024;
constexpr int columns = 12;

constexpr ToeplitzForm form_of(int rows_of_slab, Edge first, Edge last)
{
    constexpr int values = 16;
    return {.rows = rows_of_slab,
            .step = columns,
            .columns = columns,
            .first = first,
            .last = last,
            .threads_per_column = rows_of_slab / values,
            .values = values,
            .tile = 4};
}

/// Columns whose sigma goes from 1e-6 to 12.
class Columns {
public:
    Columns()
    {
        for (int column = 0; column < columns; ++column) {
            inner_.push_back(-1e-6 * std::pow(12e6, column / (columns - 1.0)));
        }
    }

    [[nodiscard]] SlabSystems slab(long long rows_of_slab) const
    {
        return {.inner = inner_.data(),
                .inner_count = columns,
                .outer = &outer_,
                .diffusion = 1.0,
                .scale = 1.0,
                .columns = columns,
                .rows = rows_of_slab,
                .zero_mode = -1};
    }
    template <typename T>
    [[nodiscard]] ToeplitzSystems<T> of(T* data) const
    {
        return toeplitz_systems(slab(rows), data);
    }

private:
    std::vector<double> inner_;
    double outer_ = 0.0;
};

/// Waves of a few lengths, of which slabs have parts that do not balance.
std::vector<float> right_side()
{
    std::vector<float> g;
    for (int k = 0; k < rows; ++k) {
        const double angle = 2.0 * std::numbers::pi * (k + 0.5) / rows;
        for (int column = 0; column < columns; ++column) {
            g.push_back(static_cast<float>(std::cos(angle + 0.1 * column) +
                                           0.6 * std::cos(2.0 * angle + 1.3) +
                                           0.3 * std::cos(3.0 * angle + 2.3 * column)));
        }
    }
    return g;
}

template <typename T, Edge edge>
std::vector<T> in_one_piece(const Columns& systems, const std::vector<float>& g)
{
    std::vector<T> u(g.begin(), g.end());
    solve_toeplitz_on_host<form_of(rows, edge, edge)>(systems.of(u.data()));
    return u;
}

template <Edge edge, int slabs>
std::vector<float> in_slabs(const Columns& systems, const std::vector<float>& g)
{
    constexpr long long own_rows = rows / slabs;
    constexpr std::size_t plane = columns;
    std::vector<float> u = g;
    std::array<std::vector<float>, 4> told;
    told.fill(std::vector<float>(slabs * plane));
    const SlabSystems own = systems.slab(own_rows);
    for (std::size_t device = 0; device < slabs; ++device) {
        const std::size_t at = device * plane;
        tell_on_host(edge, edge, own, SlabSums{},
                     ToldSums<float>{.forwards = &told[0][at],
                                     .again = &told[1][at],
                                     .first = &told[2][at],
                                     .last = &told[3][at]},
                     slab_of(u.data() + at * own_rows, own.columns, own_rows, 0LL, false));
    }
    const std::vector<long long> rows_of_all(slabs, own_rows);
    for (std::size_t device = 0; device < slabs; ++device) {
        std::array<std::vector<double>, 2> entering;
        entering.fill(std::vector<double>(plane));
        SlabSums sums{};
        sums.forwards = entering[0].data();
        sums.again = entering[1].data();
        join_on_host(edge, edge, own, sums,
                     AllTold<float>{.forwards = told[0].data(),
                                    .backwards = told[1].data(),
                                    .first = told[2].data(),
                                    .last = &told[3][(slabs - 1) * plane],
                                    .rows = rows_of_all.data(),
                                    .devices = slabs,
                                    .mine = static_cast<long long>(device)});
        solve_slab_on_host<form_of(own_rows, Edge::open, Edge::open)>(
            toeplitz_systems(own, u.data() + device * plane * own_rows), sums);
    }
    return u;
}

/// The largest difference of a column, in epsilons of single precision of its largest u.
double error_of(const std::vector<float>& u, const std::vector<double>& exact, std::size_t column)
{
    double worst = 0.0;
    double largest = 0.0;
    for (std::size_t at = column; at < u.size(); at += columns) {
        worst = std::max(worst, std::abs(static_cast<double>(u[at]) - exact[at]));
        largest = std::max(largest, std::abs(exact[at]));
    }
    return worst / largest / static_cast<double>(std::numeric_limits<float>::epsilon());
}

template <Edge edge>
void expect_accuracy_of_one_piece()
{
    const Columns systems;
    const std::vector<float> g = right_side();
    const std::vector<double> exact = in_one_piece<double, edge>(systems, g);
    const std::vector<float> one = in_one_piece<float, edge>(systems, g);
    const auto compare = [&]<int slabs>() {
        const std::vector<float> several = in_slabs<edge, slabs>(systems, g);
        for (std::size_t column = 0; column < columns; ++column) {
            // Errors of a few epsilons vary by one or two from one order of the same sums to
            // another.
            EXPECT_LE(error_of(several, exact, column), 1.5 * error_of(one, exact, column) + 2.0)
                << "edges " << static_cast<int>(edge) << ", " << slabs << " slabs, column "
                << column;
        }
    };
    compare.template operator()<1>();
    compare.template operator()<2>();
    compare.template operator()<4>();
    compare.template operator()<8>();
}

TEST(ToldNumbers, in_single_precision_are_as_accurate_as_a_solve_in_one_piece)
{
    expect_accuracy_of_one_piece<Edge::periodic>();
    expect_accuracy_of_one_piece<Edge::even_half>();
    expect_accuracy_of_one_piece<Edge::odd_half>();
    expect_accuracy_of_one_piece<Edge::even_whole>();
    expect_accuracy_of_one_piece<Edge::odd_whole>();
}

}  // namespace
}  // namespace tobiuo::tridiagonal
