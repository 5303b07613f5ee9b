// SPDX-License-Identifier: BSD-3-Clause
// Slabs of several devices that are solved in one pass each, once it is known what enters at their
// edges, fulfil the equations of the whole columns.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "kernels/tridiagonal/slab/slab_twin.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_twin.hpp"
#include "tests/kernels/tridiagonal/slab/slab_example.hpp"
#include "tests/kernels/tridiagonal/toeplitz/toeplitz_examples.hpp"

namespace tobiuo::tridiagonal {
namespace {

using test::SlabExample;

constexpr ToeplitzForm slab_form(int rows, int threads_per_column, int tile, bool reversed)
{
    ToeplitzForm form = test::toeplitz_form(rows, Edge::open, Edge::open, threads_per_column, tile);
    form.reversed = reversed;
    return form;
}

/// The steps of a device that solves its rows in one pass, for the numbers of rows that were
/// compiled.
template <typename T>
struct OnePass {
    using Told = T;
    static void begin(const test::Edges& edges, const SlabSystems& systems, const SlabSums& sums,
                      const ToldSums<Told>& told, T* data, bool reversed)
    {
        tell_on_host(edges.first, edges.last, systems, sums, told,
                     slab_of(data, systems.columns, systems.rows, 0LL, reversed));
    }
    static void end(const test::Edges& /*edges*/, const SlabSystems& systems, const SlabSums& sums,
                    T* data, bool reversed)
    {
        bool solved = false;
        const auto solve = [&]<ToeplitzForm form>() {
            if (form.rows == systems.rows && form.reversed == reversed) {
                solve_slab_on_host<form>(toeplitz_systems(systems, data), sums);
                solved = true;
            }
        };
        const auto either_way = [&]<int rows, int threads_per_column, int tile>() {
            solve.template operator()<slab_form(rows, threads_per_column, tile, false)>();
            solve.template operator()<slab_form(rows, threads_per_column, tile, true)>();
        };
        either_way.template operator()<1, 1, 32>();
        either_way.template operator()<5, 5, 4>();
        either_way.template operator()<48, 4, 8>();
        either_way.template operator()<101, 5, 16>();
        if (!solved) {
            throw std::logic_error{"no slab of so many rows was compiled"};
        }
    }
};

template <typename T>
class JoinedSlabsInOnePass : public ::testing::Test {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(JoinedSlabsInOnePass, Reals);

TYPED_TEST(JoinedSlabsInOnePass, fulfil_every_row_between_all_edges)
{
    for (const test::Edges& edges : test::all_edges) {
        for (const std::vector<long long>& devices :
             {std::vector{101LL}, {101LL, 101LL}, {1LL, 1LL, 5LL}, {48LL, 1LL, 101LL, 5LL}}) {
            const long long rows = std::reduce(devices.begin(), devices.end());
            const SlabExample<TypeParam> example{edges, rows};
            for (const bool reversed : {false, true}) {
                const auto solved =
                    example.solved_by_devices(devices, OnePass<TypeParam>{}, reversed);
                for (long long column = 0; column < example.columns; ++column) {
                    EXPECT_LE(example.backward_error(solved, column, reversed),
                              test::most_slab_errors)
                        << test::text_of(edges) << ", " << devices.size() << " devices with "
                        << rows << " rows, column " << column;
                }
            }
        }
    }
}

TYPED_TEST(JoinedSlabsInOnePass, tell_numbers_of_rows_near_their_edges_only)
{
    constexpr long long rows = 101;
    constexpr Edge edge = Edge::odd_half;
    constexpr std::size_t columns = SlabExample<TypeParam>::columns;
    const SlabExample<TypeParam> example{{edge, edge}, rows};
    const auto systems = example.systems(example.inner().data(), example.outer().data());
    const auto told = [&](std::vector<TypeParam> g) {
        std::vector<TypeParam> numbers(2 * columns);
        std::vector<double> line(rows);
        SlabSums sums{};
        sums.line = line.data();
        ToldSums<TypeParam> of_slab{};
        of_slab.forwards = numbers.data();
        of_slab.again = numbers.data() + columns;
        tell_on_host(edge, edge, systems, sums, of_slab,
                     slab_of(g.data(), systems.columns, rows, 0LL, false));
        return numbers;
    };
    constexpr std::size_t steep = 4;   // sigma 4e11
    constexpr std::size_t gentle = 1;  // sigma 4e-10
    constexpr std::size_t middle = 50;
    std::vector<TypeParam> g = example.right_side();
    const auto before = told(g);
    std::fill_n(g.begin() + middle * columns, columns, TypeParam{1000});
    const auto after = told(g);
    for (const std::size_t number : {std::size_t{0}, columns}) {
        EXPECT_NE(before[number + steep], 0.0);
        EXPECT_EQ(after[number + steep], before[number + steep]);
        EXPECT_NE(after[number + gentle], before[number + gentle]);
    }
}

}  // namespace
}  // namespace tobiuo::tridiagonal
