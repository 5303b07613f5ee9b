// SPDX-License-Identifier: BSD-3-Clause
// A stage of the flow on the CPU against plain loops.
#include "kernels/flow/host/host_stage.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/flow/host/host_scalar.hpp"
#include "kernels/flow/plain_stage.hpp"
#include "runtime/memory/host_array.hpp"
#include "tests/kernels/flow/flow_example.hpp"
#include "tests/support/stores.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::flow {
namespace {

template <typename T>
StageResult<T> on_host(const FlowExample<T>& example, const Stage& stage, int threads)
{
    StageResult<T> result;
    StageArrays<T> arrays = arrays_of(example, result);
    arrays.impulse_part = static_cast<T>(example_part);
    advance_on_host(example.box(), arrays, stage, example_time_step, false, threads);
    if (arrays.scalar != nullptr) {
        advance_scalar_on_host(example.box(), arrays, stage, example_time_step, threads);
    }
    return result;
}

template <typename T>
StageResult<T> plainly(const FlowExample<T>& example, const Stage& stage)
{
    StageResult<T> result;
    StageArrays<T> arrays = arrays_of(example, result);
    arrays.impulse_part = static_cast<T>(example_part);
    advance_plainly(example.box(), arrays, stage, example_time_step);
    if (arrays.scalar != nullptr) {
        advance_scalar_plainly(example.box(), arrays, stage, example_time_step);
    }
    return result;
}

/// The planes of a slab, which begins behind planes_before() of the box.
void expect_planes(const std::vector<double>& found, const std::vector<double>& expected,
                   const Box<double>& slab)
{
    const long long plane = slab.counts[0] * slab.counts[1];
    const long long first = plane * planes_before(slab);
    for (long long at = first; at < first + plane * slab.counts[2]; ++at) {
        ASSERT_EQ(found[static_cast<std::size_t>(at)], expected[static_cast<std::size_t>(at)])
            << "at " << at;
    }
}

class FlowStage : public ::testing::TestWithParam<ExampleShape> {};

template <typename T>
void expect_all_stages_plain(const FlowExample<T>& example)
{
    for (const Stage& stage : stages) {
        const StageResult<T> expected = plainly(example, stage);
        const StageResult<T> found = on_host(example, stage, 1);
        for (int axis = 0; axis < 3; ++axis) {
            expect_near(found.next[axis], expected.next[axis], "next velocity");
            expect_near(found.rates[axis], expected.rates[axis], "rates");
        }
        expect_near(found.next_scalar, expected.next_scalar, "next scalar");
        expect_near(found.scalar_rates, expected.scalar_rates, "rates of the scalar");
    }
}

TEST_P(FlowStage, is_that_of_plain_loops)
{
    expect_all_stages_plain(FlowExample<double>{GetParam()});
    expect_all_stages_plain(FlowExample<float>{GetParam()});
}

TEST_P(FlowStage, with_a_scalar_is_that_of_plain_loops)
{
    expect_all_stages_plain(FlowExample<double>{GetParam(), true});
    expect_all_stages_plain(FlowExample<float>{GetParam(), true});
}

TEST_P(FlowStage, with_a_viscosity_that_varies_is_that_of_plain_loops)
{
    expect_all_stages_plain(FlowExample<double>{GetParam(), true, true});
    expect_all_stages_plain(FlowExample<float>{GetParam(), true, true});
}

TEST_P(FlowStage, with_a_bounded_scalar_is_that_of_plain_loops)
{
    expect_all_stages_plain(FlowExample<double>{GetParam(), true}.bounded());
    expect_all_stages_plain(FlowExample<float>{GetParam(), true}.bounded());
    expect_all_stages_plain(FlowExample<double>{GetParam(), true, true}.bounded());
}

/// Planes of the middle of a box, whose neighbours are in its arrays: what another rank would send.
void expect_slab_as_in_box(const FlowExample<double>& example)
{
    const Box<double> whole = example.box();
    const long long first = planes_before(whole);
    if (whole.counts[2] < 5) {
        return;
    }
    const Box<double> slab = middle_of(whole, first, whole.counts[2] - first - 2);
    const long long before = first * whole.counts[0] * whole.counts[1];
    for (const Stage& stage : stages) {
        const StageResult<double> expected = on_host(example, stage, 1);
        StageResult<double> found;
        StageArrays<double> arrays = moved(arrays_of(example, found), before);
        arrays.impulse_part = example_part;
        advance_on_host(slab, arrays, stage, example_time_step, false, 1);
        advance_scalar_on_host(slab, arrays, stage, example_time_step, 1);
        StageResult<double> plain;
        StageArrays<double> of_plain = moved(arrays_of(example, plain), before);
        of_plain.impulse_part = example_part;
        advance_plainly(slab, of_plain, stage, example_time_step);
        advance_scalar_plainly(slab, of_plain, stage, example_time_step);
        for (int axis = 0; axis < 3; ++axis) {
            expect_planes(found.next[axis], expected.next[axis], slab);
            expect_planes(found.rates[axis], expected.rates[axis], slab);
            expect_near(found.next[axis], plain.next[axis], "next velocity");
            expect_near(found.rates[axis], plain.rates[axis], "rates");
        }
        expect_planes(found.next_scalar, expected.next_scalar, slab);
        expect_planes(found.scalar_rates, expected.scalar_rates, slab);
        expect_near(found.next_scalar, plain.next_scalar, "next scalar");
    }
}

TEST_P(FlowStage, of_a_slab_is_that_of_its_planes_of_the_box)
{
    expect_slab_as_in_box(FlowExample<double>{GetParam(), true});
    expect_slab_as_in_box(FlowExample<double>{GetParam(), true, true});
    expect_slab_as_in_box(FlowExample<double>{GetParam(), true}.bounded());
}

TEST_P(FlowStage, has_the_same_bits_on_any_number_of_threads)
{
    const FlowExample<double> central{GetParam(), true, true};
    for (const FlowExample<double>& example : {central, central.bounded()}) {
        const StageResult<double> one = on_host(example, stages[1], 1);
        const StageResult<double> three = on_host(example, stages[1], 3);
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(one.next[axis], three.next[axis]);
            EXPECT_EQ(one.rates[axis], three.rates[axis]);
        }
        EXPECT_EQ(one.next_scalar, three.next_scalar);
        EXPECT_EQ(one.scalar_rates, three.scalar_rates);
    }
}

TEST_P(FlowStage, measures_the_same_bits_on_any_number_of_threads)
{
    const FlowExample<double> example{GetParam(), false, true};
    const auto measured = [&](int threads) {
        StageResult<double> result;
        const StageArrays<double> arrays = arrays_of(example, result);
        return advance_on_host(example.box(), arrays, stages[0], example_time_step, true, threads);
    };
    const Measures one = measured(1);
    for (const int threads : {2, 3, 16}) {
        SCOPED_TRACE(threads);
        const Measures many = measured(threads);
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(many.velocity[axis], one.velocity[axis]);
        }
        EXPECT_EQ(many.square, one.square);
        EXPECT_EQ(many.rate, one.rate);
        EXPECT_EQ(many.divergence, one.divergence);
        EXPECT_EQ(many.friction, one.friction);
    }
}

template <typename T>
void expect_the_bits_of_every_instruction_set(const FlowExample<T>& example)
{
    const auto builds = usable_stage_rows<T>();
    ASSERT_FALSE(builds.empty());
    for (const Stage& stage : stages) {
        StageResult<T> baseline;
        const StageArrays<T> arrays = arrays_of(example, baseline);
        const Measures expected = advance_on_host(example.box(), arrays, stage, example_time_step,
                                                  true, 1, builds.back());
        for (const StageRows<T>& rows : builds) {
            SCOPED_TRACE(rows.instruction_set);
            StageResult<T> result;
            const StageArrays<T> own = arrays_of(example, result);
            const Measures found =
                advance_on_host(example.box(), own, stage, example_time_step, true, 1, rows);
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_EQ(result.next[axis], baseline.next[axis]);
                EXPECT_EQ(result.rates[axis], baseline.rates[axis]);
                EXPECT_EQ(found.velocity[axis], expected.velocity[axis]);
            }
            EXPECT_EQ(found.square, expected.square);
            EXPECT_EQ(found.rate, expected.rate);
            EXPECT_EQ(found.divergence, expected.divergence);
            EXPECT_EQ(found.friction, expected.friction);
        }
    }
}

TEST_P(FlowStage, has_the_same_bits_by_every_instruction_set)
{
    for (const bool varies : {false, true}) {
        SCOPED_TRACE(varies);
        expect_the_bits_of_every_instruction_set(FlowExample<double>{GetParam(), true, varies});
        expect_the_bits_of_every_instruction_set(FlowExample<float>{GetParam(), true, varies});
    }
}

/// What a stage stores in arrays that begin at cache lines: u* and N, component after component.
template <typename T>
std::vector<T> stored(const FlowExample<T>& example, const Stage& stage, const StageRows<T>& rows,
                      memory::Stores stores)
{
    const test::ChosenStores chosen{stores};
    StageResult<T> result;
    StageArrays<T> arrays = arrays_of(example, result);
    std::vector<memory::HostArray<T>> aligned;
    for (T** const group : {arrays.next, arrays.rates}) {
        for (int axis = 0; axis < 3; ++axis) {
            aligned.emplace_back(example.velocity[axis].size());
            std::ranges::copy(example.rates[axis], aligned.back().data());
            group[axis] = aligned.back().data();
        }
    }
    advance_on_host(example.box(), arrays, stage, example_time_step, false, 2, rows);
    std::vector<T> all;
    for (memory::HostArray<T>& array : aligned) {
        all.insert(all.end(), array.span().begin(), array.span().end());
    }
    return all;
}

TEST_P(FlowStage, stores_the_same_past_the_caches)
{
    const FlowExample<double> example{GetParam()};
    for (const StageRows<double>& rows : usable_stage_rows<double>()) {
        SCOPED_TRACE(rows.instruction_set);
        for (const Stage& stage : stages) {
            EXPECT_EQ(stored(example, stage, rows, memory::Stores::streaming),
                      stored(example, stage, rows, memory::Stores::cached));
        }
    }
}

TEST_P(FlowStage, projects_to_the_velocity_that_it_begins_with)
{
    const FlowExample<double> example{GetParam()};
    StageResult<double> result;
    const StageArrays<double> arrays = arrays_of(example, result);
    advance_on_host(example.box(), arrays, stages[0], 0.0, false, 1);
    StageResult<double> projected;
    arrays_of(example, projected);
    project_on_host(example.box(), arrays.velocity, arrays.impulse,
                    {projected.next[0].data(), projected.next[1].data(), projected.next[2].data()},
                    1);
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(projected.next[axis], result.next[axis]);
    }
}

TEST_P(FlowStage, has_the_divergence_of_plain_loops)
{
    const FlowExample<double> example{GetParam()};
    const auto points = static_cast<std::size_t>(example.box().points());
    std::vector<double> expected(points);
    std::vector<double> found(points);
    const double* const velocity[3] = {example.velocity[0].data(), example.velocity[1].data(),
                                       example.velocity[2].data()};
    find_divergence_plainly(example.box(), velocity, expected.data());
    find_divergence_on_host(example.box(), velocity, found.data(), 2);
    expect_near(found, expected, "divergence");
}

TEST_P(FlowStage, measures_the_velocity_that_it_begins_with)
{
    const FlowExample<double> example{GetParam(), false, true};
    const Box<double> box = example.box();
    StageResult<double> result;
    const StageArrays<double> arrays = arrays_of(example, result);
    const Measures found = advance_on_host(box, arrays, stages[0], example_time_step, true, 2);

    const PlainVelocity<double> velocity{box, arrays.velocity, arrays.impulse};
    Measures expected;
    double volume_of_all = 0.0;
    std::size_t cell = 0;
    for (long long k = 0; k < box.counts[2]; ++k) {
        for (long long j = 0; j < box.counts[1]; ++j) {
            for (long long i = 0; i < box.counts[0]; ++i) {
                const double per[3] = {box.axes[0].per_width[i], box.axes[1].per_width[j],
                                       box.axes[2].per_width[k]};
                const double volume = 1.0 / (per[0] * per[1] * per[2]);
                double rate = 0.0;
                double divergence = 0.0;
                double squares = 0.0;
                for (int axis = 0; axis < 3; ++axis) {
                    const double upper = velocity.at(axis, i, j, k);
                    const double lower =
                        velocity.at(axis, i - (axis == 0 ? 1 : 0), j - (axis == 1 ? 1 : 0),
                                    k - (axis == 2 ? 1 : 0));
                    expected.velocity[axis] += 0.5 * volume * (lower + upper);
                    expected.square += 0.5 * volume * (lower * lower + upper * upper);
                    const bool is_absent = box.periodic[axis] && box.counts[axis] == 1;
                    rate +=
                        is_absent ? 0.0 : per[axis] * std::max(std::abs(lower), std::abs(upper));
                    divergence += per[axis] * (upper - lower);
                    squares += is_absent ? 0.0 : per[axis] * per[axis];
                }
                expected.friction =
                    std::max(expected.friction, example.viscosity[cell++] * squares);
                expected.rate = std::max(expected.rate, rate);
                expected.divergence = std::max(expected.divergence, std::abs(divergence));
                volume_of_all += volume;
            }
        }
    }
    // The mean of |u| is no larger than the root of the mean square.
    const double sum_of_velocity = std::sqrt(expected.square * volume_of_all);
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(found.velocity[axis], expected.velocity[axis],
                    sum_of_velocity * test::reordered_sum(2 * box.points()));
    }
    EXPECT_NEAR(found.square, expected.square,
                expected.square * test::reordered_sum(6 * box.points()));
    EXPECT_NEAR(found.rate, expected.rate, stage_tolerance<double>);
    EXPECT_NEAR(found.divergence, expected.divergence, stage_tolerance<double>);
    EXPECT_NEAR(found.friction, expected.friction, stage_tolerance<double>);
}

INSTANTIATE_TEST_SUITE_P(, FlowStage, ::testing::ValuesIn(example_shapes()),
                         [](const auto& shape) { return shape.param.name(); });

TEST(FlowMeasures, keep_what_is_not_a_number)
{
    Measures all;
    Measures broken;
    broken.rate = std::nan("");
    all.add(broken);
    all.add(Measures{.rate = 2.0});
    EXPECT_TRUE(std::isnan(all.rate));
}

}  // namespace
}  // namespace tobiuo::flow
