// SPDX-License-Identifier: BSD-3-Clause
// What ranks tell each other of their slabs, in both precisions, reaches its place.
#include "solvers/poisson/ranks/joined_arrays.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <mutex>
#include <vector>

#include "kernels/tridiagonal/slab/slab_twin.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "tests/kernels/tridiagonal/slab/slab_example.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::poisson {
namespace {

using Example = test::SlabExample<float>;

/// The shifts of the columns of an example.
std::vector<double> sigma_of(const Example& example)
{
    const auto systems = example.systems(example.inner().data(), example.outer().data());
    std::vector<double> sigma;
    for (long long column = 0; column < Example::columns; ++column) {
        sigma.push_back(systems.sigma(column));
    }
    return sigma;
}

/// The columns of an example as the systems along z of `problem`, solved by ranks, which tell each
/// other all columns, or those whose waves reach.
template <typename Told>
typename Example::Solved solved_on_ranks(const Problem& problem, const Example& example, int size,
                                         bool by_reach = false)
{
    const Edges edges = row_order_of(problem, 2).edges;
    typename Example::Solved solved{.u = example.right_side()};
    std::vector<double> lines;
    std::mutex mutex;
    test::on_ranks(size, [&](const Communicator& ranks) {
        const RankRows rows{problem, ranks.rank(), size};
        if (rows.mine < 0) {
            return;
        }
        const bool is_periodic = edges.first == tridiagonal::Edge::periodic;
        const WaveOrder waves =
            by_reach ? WaveOrder{rows, sigma_of(example), is_periodic, tridiagonal::lost_wave<Told>}
                     : WaveOrder{};
        const tridiagonal::ToldOrder order{
            .place = waves.is_used() ? waves.place().data() : nullptr,
            .counts = waves.counts().data(),
            .begins = waves.begins().data()};
        const JoinedArrays<Told> arrays{rows, Example::columns, edges, true, waves};
        std::vector<double> all(arrays.doubles());
        const auto own = arrays.own(all.data());
        auto systems = example.systems(example.inner().data(), example.outer().data());
        systems.rows = rows.planes.count;
        float* const data = solved.u.data() + rows.planes.first * Example::columns;
        const auto slab =
            tridiagonal::slab_of(data, Example::columns, systems.rows, 0LL, rows.reversed);
        rise_on_host(edges.first, edges.last, systems, own, slab);
        tell_on_host(edges.first, edges.last, systems, own, arrays.own_told(all.data(), order));
        const Messages messages = arrays.messages(all.data());
        ranks.exchange(messages.sends, messages.receives);
        const auto whole = arrays.whole_equal_sums(all.data(), false);
        const std::vector<double> line(whole.line, whole.line + rows.all_rows());
        join_on_host(edges.first, edges.last, systems, own,
                     arrays.joined(all.data(), rows.rows.data(), order));
        fall_on_host(edges.first, edges.last, systems, own, slab);
        const std::scoped_lock lock{mutex};
        EXPECT_TRUE(lines.empty() || lines == line);
        lines = line;
    });
    std::vector<double> source;  // of the column of the zero mode
    for (std::size_t at = 0; at < solved.u.size(); at += Example::columns) {
        source.push_back(static_cast<double>(example.right_side()[at]));
    }
    if (row_order_of(problem, 2).reversed) {
        std::ranges::reverse(source);
    }
    EXPECT_EQ(lines, source);
    return solved;
}

TEST(JoinedArrays, join_slabs_by_numbers_of_both_precisions)
{
    for (const Location location : test::all_locations) {
        for (const Sides& sides : test::all_sides) {
            const Problem problem = test::box({4, 4, 23}, {sides, sides, sides}, location);
            const RowOrder order = row_order_of(problem, 2);
            const Example example{{order.edges.first, order.edges.last},
                                  unknowns(problem, 2).count};
            for (const int size : {1, 2, 3, 24}) {
                const auto doubles = solved_on_ranks<double>(problem, example, size);
                const auto floats = solved_on_ranks<float>(problem, example, size);
                for (long long column = 1; column < Example::columns; ++column) {
                    EXPECT_LE(example.backward_error(doubles, column, order.reversed),
                              test::most_slab_errors);
                    EXPECT_LE(example.backward_error(floats, column, order.reversed),
                              test::most_slab_errors)
                        << describe(problem) << ", ranks: " << size << ", column " << column;
                }
            }
        }
    }
}

TEST(JoinedArrays, join_slabs_by_the_columns_whose_waves_reach)
{
    for (const Location location : test::all_locations) {
        for (const Sides& sides : test::all_sides) {
            const Problem problem = test::box({4, 4, 61}, {sides, sides, sides}, location);
            const RowOrder order = row_order_of(problem, 2);
            const Example example{{order.edges.first, order.edges.last},
                                  unknowns(problem, 2).count};
            for (const int size : {3, 4, 5, 8, 20, 61}) {
                const auto doubles = solved_on_ranks<double>(problem, example, size, true);
                const auto floats = solved_on_ranks<float>(problem, example, size, true);
                for (long long column = 1; column < Example::columns; ++column) {
                    EXPECT_LE(example.backward_error(doubles, column, order.reversed),
                              test::most_slab_errors)
                        << describe(problem) << ", ranks: " << size << ", column " << column;
                    EXPECT_LE(example.backward_error(floats, column, order.reversed),
                              test::most_slab_errors)
                        << describe(problem) << ", ranks: " << size << ", column " << column;
                }
            }
        }
    }
}

/// Of 64 ranks with 32 planes a wave of the highest modes reaches the neighbours alone, that of the
/// lowest ones all.
TEST(WaveReach, is_that_of_the_decay_of_a_wave)
{
    const double lost = tridiagonal::lost_wave<double>;
    const auto root_of = [](double sigma) { return 2.0 * std::asinh(0.5 * std::sqrt(sigma)); };
    for (const double sigma : {1e-4, 1e-2, 0.3, 1.0, 4.0}) {
        const long long reach = wave_reach(sigma, 32, lost, 63);
        const double exponent = root_of(sigma) * 32.0;
        EXPECT_GE(exponent * static_cast<double>(reach), std::min(lost, exponent * 63.0));
        if (reach > 1 && reach < 63) {
            EXPECT_LE(exponent * static_cast<double>(reach - 1), lost) << sigma;
        }
    }
    EXPECT_EQ(wave_reach(4.0, 32, lost, 63), 1);
    EXPECT_EQ(wave_reach(0.0, 32, lost, 63), 63) << "the zero mode";
}

TEST(WaveOrder, has_columns_that_reach_farther_first)
{
    const Problem problem =
        test::box({4, 4, 40}, {test::periodic, test::periodic, test::dirichlet});
    const RankRows rows{problem, 2, 10};
    const std::vector<double> sigma{4.0, 1e-3, 2.0, 0.0, 4.0, 0.2};
    const WaveOrder order{rows, sigma, false, tridiagonal::lost_wave<double>};
    ASSERT_TRUE(order.is_used());
    EXPECT_EQ(order.place(), (std::vector<int>{4, 0, 3, 1, 5, 2})) << "else as they are";
    EXPECT_EQ(order.count(2, 2), 6);
    EXPECT_EQ(order.count(2, 3), 6);
    EXPECT_EQ(order.count(0, 9), 3);
    EXPECT_LT(order.told(), 10 * 6);
    EXPECT_FALSE((WaveOrder{RankRows{problem, 0, 2}, sigma, false, 37.5}.is_used()));
}

TEST(JoinedArrays, of_single_precision_send_half_as_many_bytes)
{
    const Problem problem =
        test::box({4, 4, 23}, {test::periodic, test::periodic, test::dirichlet});
    const RankRows rows{problem, 1, 3};
    const auto sent = [&](const auto& arrays) {
        std::vector<double> all(arrays.doubles());
        std::size_t bytes = 0;
        for (const Outgoing& message : arrays.messages(all.data()).sends) {
            bytes += message.bytes;
        }
        return bytes;
    };
    const Edges edges = row_order_of(problem, 2).edges;
    const auto doubles = sent(JoinedArrays<double>{rows, 100, edges, false});
    EXPECT_EQ(doubles, 3U * 2U * 100U * sizeof(double));
    EXPECT_EQ(sent(JoinedArrays<float>{rows, 100, edges, false}), doubles / 2);
}

}  // namespace
}  // namespace tobiuo::poisson
