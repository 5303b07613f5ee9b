// SPDX-License-Identifier: BSD-3-Clause
// What limits the value of a scalar on a face.
#include "kernels/flow/bounded_flux.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/host/stage_rows.hpp"

namespace tobiuo::flow {
namespace {

TEST(BoundedFlux, follows_a_line_and_stops_at_extremes)
{
    EXPECT_EQ(limited_rise(2.0, 2.0, 1.0, 1.0), 1.0);
    EXPECT_EQ(limited_rise(-2.0, -2.0, 1.0, 1.0), -1.0);
    EXPECT_EQ(limited_rise(2.0, -1.0, 1.0, 1.0), 0.0);
    EXPECT_EQ(limited_rise(0.0, 3.0, 1.0, 1.0), 0.0);
    // A cell of width 3 between those of width 1: a line of slope 1.
    EXPECT_DOUBLE_EQ(limited_rise(2.0, 2.0, 1.5, 1.5), 1.5);
}

TEST(BoundedFlux, is_no_more_than_either_change)
{
    for (const double ahead : {1e-300, 1e-9, 0.01, 1.0, 3.0, 1e9, 1e300}) {
        for (const double share : {0.1, 1.0, 1.9}) {
            const double rise = limited_rise(1.0, ahead, share, share);
            EXPECT_GE(rise, 0.0);
            EXPECT_LE(rise, std::fmin(1.0, ahead));
            EXPECT_EQ(limited_rise(-1.0, -ahead, share, share), -rise);
        }
    }
}

TEST(BoundedFlux, comes_from_upstream)
{
    constexpr double shares[4] = {1.0, 1.0, 1.0, 1.0};
    constexpr double cells[4] = {0.0, 1.0, 3.0, 3.0};
    EXPECT_DOUBLE_EQ(bounded_value(1.0, cells, shares), 1.0 + 5.0 / 6.0);
    EXPECT_EQ(bounded_value(-1.0, cells, shares), 3.0);
}

TEST(BoundedFlux, has_the_same_bits_by_every_instruction_set)
{
    constexpr long long count = 21;
    std::vector<double> values;
    for (int at = 0; at < 6 * 30; ++at) {
        values.push_back(std::sin(7.0 * at) * (at % 5 == 0 ? 0.0 : 1.0));
    }
    const auto row = [&](int number) { return values.data() + 30 * number + 2; };
    const std::vector<double> lower(30, 0.9);
    const std::vector<double> upper(30, 1.1);
    const BoundedRow<double> all{.velocity = row(0),
                                 .cells = {row(1), row(2), row(3), row(4)},
                                 .shares = {lower.data() + 1, upper.data() + 1}};
    for (const StageRows<double>& build : usable_stage_rows<double>()) {
        SCOPED_TRACE(build.instruction_set);
        std::vector<double> along(count);
        std::vector<double> across(count);
        build.bounded_along(all, count, along.data());
        build.bounded_across(all, count, across.data());
        for (long long i = 0; i < count; ++i) {
            const double* const here = all.cells[1] + i;
            constexpr double shares[4] = {1.1, 0.9, 1.1, 0.9};
            const auto at = static_cast<std::size_t>(i);
            EXPECT_EQ(along[at], bounded_value(all.velocity[i],
                                               {here[-1], here[0], here[1], here[2]}, shares));
            EXPECT_EQ(across[at],
                      bounded_value(all.velocity[i], {row(1)[i], row(2)[i], row(3)[i], row(4)[i]},
                                    shares));
        }
    }
}

/// The conditions of second order for the weights that the stages have in a step, and Euler's steps in
/// them.
TEST(BoundedStages, are_of_second_order_and_means_of_short_steps)
{
    const double parts[3] = {1.0, 1.0 - bounded_stages[1].begin, 1.0 - bounded_stages[2].begin};
    const double weights[3] = {parts[2] * parts[1] * bounded_stages[0].gamma,
                               parts[2] * bounded_stages[1].gamma, bounded_stages[2].gamma};
    const double times[3] = {0.0, stages[0].length(), stages[0].length() + stages[1].length()};
    EXPECT_NEAR(weights[0] + weights[1] + weights[2], 1.0, 1e-15);
    EXPECT_NEAR(weights[1] * times[1] + weights[2] * times[2], 0.5, 1e-15);
    double time = 0.0;
    double longest = 0.0;
    for (int number = 0; number < stages_of_step; ++number) {
        time = parts[number] * time + bounded_stages[number].gamma;
        EXPECT_NEAR(time, number < 2 ? times[number + 1] : 1.0, 1e-15);
        longest = std::fmax(longest, bounded_stages[number].gamma / parts[number]);
    }
    EXPECT_NEAR(longest, euler_part, 1e-15);
}

}  // namespace
}  // namespace tobiuo::flow
