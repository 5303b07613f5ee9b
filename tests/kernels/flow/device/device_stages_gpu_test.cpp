// SPDX-License-Identifier: BSD-3-Clause
// A stage of the flow on the device against plain loops.
#include "kernels/flow/device/device_stages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "kernels/flow/face_items.hpp"
#include "kernels/flow/plain_stage.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/machine/for_each.hpp"
#include "tests/kernels/flow/eddy_example.hpp"
#include "tests/kernels/flow/flow_example.hpp"
#include "tests/support/device.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::flow {
namespace {

/// An example in device memory.
template <typename T>
class DeviceExample {
public:
    /// `joined`: of the planes without the first and the last two ones, between which it computes.
    /// `eddies`: what find_viscosity() has, `layered` where the example carries a scalar.
    explicit DeviceExample(const ExampleShape& shape, bool carries_scalar = false,
                           bool joined = false, bool varies = false, bool bounded = false,
                           EddyForm eddies = EddyForm::none)
        : example{bounded ? FlowExample<T>{shape, carries_scalar, varies}.bounded()
                          : FlowExample<T>{shape, carries_scalar, varies}},
          tables_{uploaded(example.tables())},
          impulse_{uploaded(example.impulse)},
          viscosity_{uploaded(example.viscosity)},
          box{joined ? between(example.box(tables_.data())) : example.box(tables_.data())},
          stages_of_box{stage_problem(eddies)}
    {
        for (int axis = 0; axis < 3; ++axis) {
            velocity_[axis] = uploaded(example.velocity[axis]);
            next_[axis] = uploaded(example.velocity[axis]);
            rates_[axis] = uploaded(example.rates[axis]);
            arrays.velocity[axis] = velocity_[axis].data();
            arrays.next[axis] = next_[axis].data();
            arrays.rates[axis] = rates_[axis].data();
        }
        arrays.impulse = impulse_.data();
        if (carries_scalar) {
            scalar_ = uploaded(example.scalar);
            next_scalar_ = uploaded(example.scalar);
            scalar_rates_ = uploaded(example.scalar_rates);
            arrays.scalar = scalar_.data();
            arrays.next_scalar = next_scalar_.data();
            arrays.scalar_rates = scalar_rates_.data();
        }
        if (varies) {
            arrays.viscosity = viscosity_.data();
        }
        if (joined) {
            arrays = moved(arrays, planes_before(box) * box.counts[0] * box.counts[1]);
        }
    }

    [[nodiscard]] static Box<T> between(const Box<T>& whole)
    {
        const long long first = planes_before(whole);
        return middle_of(whole, first, whole.counts[2] - first - 2);
    }

    void advance(const Stage& stage)
    {
        stages_of_box.advance(box, arrays, stage, example_time_step, stream.get());
        if (arrays.scalar != nullptr) {
            stages_of_box.advance_scalar(box, arrays, stage, example_time_step, stream.get());
        }
    }

    [[nodiscard]] StageResult<T> result_and_wait() const
    {
        StageResult<T> result;
        for (int axis = 0; axis < 3; ++axis) {
            result.next[axis] = device::fetch_and_wait(next_[axis], stream.get());
            result.rates[axis] = device::fetch_and_wait(rates_[axis], stream.get());
        }
        if (arrays.scalar != nullptr) {
            result.next_scalar = device::fetch_and_wait(next_scalar_, stream.get());
            result.scalar_rates = device::fetch_and_wait(scalar_rates_, stream.get());
        }
        return result;
    }

    device::Stream stream = device::make_stream();
    FlowExample<T> example;

private:
    [[nodiscard]] device::DeviceBuffer<T> uploaded(const std::vector<T>& values) const
    {
        return device::uploaded(values, stream.get());
    }
    [[nodiscard]] StageProblem stage_problem(EddyForm eddies) const
    {
        StageProblem problem{
            .stretched = example.stretched(),
            .varies = !example.viscosity.empty(),
            .eddies = {.form = eddies,
                       .layered = eddies == EddyForm::smagorinsky && !example.scalar.empty(),
                       .added = true},
            .central = !example.scalar.empty() && !box.bounded,
            .bounded = box.bounded,
            .precision = precision_of<T>};
        for (int axis = 0; axis < 3; ++axis) {
            problem.counts[axis] = box.counts[axis];
            problem.periodic[axis] = box.periodic[axis];
            std::copy_n(box.joined, 2, problem.joined);
            problem.has_profiles = problem.has_profiles || !box.periodic[axis];
            problem.buoyant[axis] = !example.scalar.empty();
            problem.has_outflow = problem.has_outflow || box.faces[2 * axis].pressure_factor < 0;
        }
        return problem;
    }

    device::DeviceBuffer<T> tables_;
    device::DeviceBuffer<T> velocity_[3];
    device::DeviceBuffer<T> next_[3];
    device::DeviceBuffer<T> rates_[3];
    device::DeviceBuffer<T> impulse_;
    device::DeviceBuffer<T> scalar_;
    device::DeviceBuffer<T> next_scalar_;
    device::DeviceBuffer<T> scalar_rates_;
    device::DeviceBuffer<T> viscosity_;

public:
    Box<T> box;
    StageArrays<T> arrays;
    DeviceStages<T> stages_of_box;
};

template <typename T>
void expect_all_stages_of_the_host(const ExampleShape& shape, bool carries_scalar,
                                   bool varies = false, bool bounded = false)
{
    for (const Stage& stage : stages) {
        DeviceExample<T> on_device{shape, carries_scalar, false, varies, bounded};
        on_device.arrays.impulse_part = static_cast<T>(example_part);
        on_device.advance(stage);
        const StageResult<T> found = on_device.result_and_wait();
        StageResult<T> expected;
        StageArrays<T> arrays = arrays_of(on_device.example, expected);
        arrays.impulse_part = static_cast<T>(example_part);
        advance_plainly(on_device.example.box(), arrays, stage, example_time_step);
        for (int axis = 0; axis < 3; ++axis) {
            expect_near(found.next[axis], expected.next[axis], "next velocity");
            expect_near(found.rates[axis], expected.rates[axis], "rates");
        }
        if (carries_scalar) {
            advance_scalar_plainly(on_device.example.box(), arrays, stage, example_time_step);
            expect_near(found.next_scalar, expected.next_scalar, "next scalar");
            expect_near(found.scalar_rates, expected.scalar_rates, "rates of the scalar");
        }
    }
}

/// Also the divergence and the projection of a slab, which neighbours' planes are beside.
template <typename T>
void expect_a_slab_of_the_host(const ExampleShape& shape, bool varies, bool bounded = false)
{
    if (shape.counts[2] < 5) {
        return;
    }
    for (const Stage& stage : stages) {
        DeviceExample<T> on_device{shape, true, true, varies, bounded};
        on_device.advance(stage);
        const StageResult<T> found = on_device.result_and_wait();
        const Box<T> box = DeviceExample<T>::between(on_device.example.box());
        StageResult<T> expected;
        const StageArrays<T> arrays = moved(arrays_of(on_device.example, expected),
                                            planes_before(box) * box.counts[0] * box.counts[1]);
        // Beyond the slab nothing is written.
        for (int axis = 0; axis < 3; ++axis) {
            expected.next[axis] = on_device.example.velocity[axis];
        }
        expected.next_scalar = on_device.example.scalar;
        advance_plainly(box, arrays, stage, example_time_step);
        advance_scalar_plainly(box, arrays, stage, example_time_step);
        for (int axis = 0; axis < 3; ++axis) {
            expect_near(found.next[axis], expected.next[axis], "next velocity");
            expect_near(found.rates[axis], expected.rates[axis], "rates");
        }
        expect_near(found.next_scalar, expected.next_scalar, "next scalar");
        expect_near(found.scalar_rates, expected.scalar_rates, "rates of the scalar");

        on_device.stages_of_box.find_divergence(on_device.box, on_device.arrays.velocity,
                                                on_device.arrays.next[0], on_device.stream.get());
        on_device.stages_of_box.project(
            on_device.box, on_device.arrays.velocity, on_device.arrays.impulse,
            {on_device.arrays.rates[0], on_device.arrays.rates[1], on_device.arrays.rates[2]},
            on_device.stream.get());
        const StageResult<T> after = on_device.result_and_wait();
        find_divergence_plainly(box, arrays.velocity, arrays.next[0]);
        project_on_host(box, arrays.velocity, arrays.impulse,
                        {arrays.rates[0], arrays.rates[1], arrays.rates[2]}, 1);
        expect_near(after.next[0], expected.next[0], "divergence");
        for (int axis = 0; axis < 3; ++axis) {
            expect_near(after.rates[axis], expected.rates[axis], "projected velocity");
        }
    }
}

class FlowStageOnDevice : public test::OnDevice,
                          public ::testing::WithParamInterface<ExampleShape> {};

TEST_P(FlowStageOnDevice, is_that_of_plain_loops)
{
    expect_all_stages_of_the_host<double>(GetParam(), false);
    expect_all_stages_of_the_host<float>(GetParam(), false);
}

TEST_P(FlowStageOnDevice, with_a_scalar_is_that_of_plain_loops)
{
    expect_all_stages_of_the_host<double>(GetParam(), true);
    expect_all_stages_of_the_host<float>(GetParam(), true);
}

TEST_P(FlowStageOnDevice, with_a_viscosity_that_varies_is_that_of_plain_loops)
{
    expect_all_stages_of_the_host<double>(GetParam(), true, true);
    expect_all_stages_of_the_host<float>(GetParam(), true, true);
}

TEST_P(FlowStageOnDevice, with_a_bounded_scalar_is_that_of_plain_loops)
{
    for (const bool varies : {false, true}) {
        SCOPED_TRACE(varies);
        expect_all_stages_of_the_host<double>(GetParam(), true, varies, true);
        expect_all_stages_of_the_host<float>(GetParam(), true, varies, true);
        expect_a_slab_of_the_host<double>(GetParam(), varies, true);
    }
}

TEST_P(FlowStageOnDevice, of_a_slab_is_that_of_plain_loops)
{
    for (const bool varies : {false, true}) {
        SCOPED_TRACE(varies);
        expect_a_slab_of_the_host<double>(GetParam(), varies);
        expect_a_slab_of_the_host<float>(GetParam(), varies);
    }
}

TEST_P(FlowStageOnDevice, measures_and_projects_as_the_host_does)
{
    DeviceExample<double> on_device{GetParam(), false, false, true};
    const Box<double> box = on_device.example.box();
    StageResult<double> expected;
    const StageArrays<double> arrays = arrays_of(on_device.example, expected);
    const Measures measures = advance_on_host(box, arrays, stages[0], 0.0, true, 1);
    on_device.stages_of_box.advance(on_device.box, on_device.arrays, stages[0], 0.0,
                                    on_device.stream.get());
    const StageResult<double> begun = on_device.result_and_wait();
    const Measures found = on_device.stages_of_box.measures();
    double volume = 0.0;
    for (long long cell = 0; cell < box.points(); ++cell) {
        volume += 1.0 / (box.axes[0].per_width[cell % box.counts[0]] *
                         box.axes[1].per_width[cell / box.counts[0] % box.counts[1]] *
                         box.axes[2].per_width[cell / box.counts[0] / box.counts[1]]);
    }
    const double sum_of_velocity = std::sqrt(measures.square * volume);
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(found.velocity[axis], measures.velocity[axis],
                    sum_of_velocity * test::reordered_sum(2 * box.points()));
    }
    EXPECT_NEAR(found.square, measures.square,
                measures.square * test::reordered_sum(6 * box.points()));
    EXPECT_NEAR(found.rate, measures.rate, stage_tolerance<double>);
    EXPECT_NEAR(found.divergence, measures.divergence, stage_tolerance<double>);
    EXPECT_NEAR(found.friction, measures.friction, stage_tolerance<double>);

    // The projection has the bits of what a stage begins with.
    on_device.stages_of_box.project(
        on_device.box, on_device.arrays.velocity, on_device.arrays.impulse,
        {on_device.arrays.next[0], on_device.arrays.next[1], on_device.arrays.next[2]},
        on_device.stream.get());
    const StageResult<double> projected = on_device.result_and_wait();
    for (int axis = 0; axis < 3; ++axis) {
        expect_near(projected.next[axis], expected.next[axis], "projected velocity");
        EXPECT_EQ(projected.next[axis], begun.next[axis]);
    }
}

TEST_P(FlowStageOnDevice, has_the_divergence_of_plain_loops)
{
    DeviceExample<float> on_device{GetParam()};
    const Box<float> box = on_device.example.box();
    std::vector<float> expected(static_cast<std::size_t>(box.points()));
    find_divergence_plainly(
        box,
        {on_device.example.velocity[0].data(), on_device.example.velocity[1].data(),
         on_device.example.velocity[2].data()},
        expected.data());
    on_device.stages_of_box.find_divergence(on_device.box, on_device.arrays.velocity,
                                            on_device.arrays.next[0], on_device.stream.get());
    expect_near(on_device.result_and_wait().next[0], expected, "divergence");
}

TEST_P(FlowStageOnDevice, treats_faces_as_the_host_does)
{
    DeviceExample<double> on_device{GetParam()};
    const Box<double> box = on_device.example.box();
    for (int face = 1; face < face_count; face += 2) {
        const int axis = face / 2;
        if (box.faces[face].pressure_factor > 0 || box.counts[axis] < 2) {
            continue;
        }
        StageResult<double> expected;
        Outflow<double> outflow{.box = box,
                                .arrays = arrays_of(on_device.example, expected),
                                .face = face,
                                .speed = 0.7,
                                .new_part = 0.01,
                                .old_part = -0.02,
                                .uses_old = true};
        expected.next[axis] = on_device.example.velocity[axis];  // as on the device
        outflow.arrays.next[axis] = expected.next[axis].data();
        outflow.rates = expected.rates[axis].data();
        for (long long point = 0; point < outflow.points(); ++point) {
            outflow.run(OutflowTask::advance, point);
        }
        Outflow<double> there = outflow;
        there.box = on_device.box;
        there.arrays = on_device.arrays;
        there.rates = on_device.arrays.rates[axis];
        const runtime::ForEach<OutflowItem<double>> advance{*runtime::make_cuda_machine()};
        advance({.outflow = there, .task = OutflowTask::advance}, there.points(),
                on_device.stream.get());
        const StageResult<double> found = on_device.result_and_wait();
        expect_near(found.next[axis], expected.next[axis], "outflow");
        expect_near(found.rates[axis], expected.rates[axis], "its rates");
    }
}

/// `joined`: in the planes without the first and the last two ones.
template <typename T>
void expect_the_viscosity_of_eddies(const ExampleShape& shape, bool carries_scalar, bool joined)
{
    const EddyExample<T> eddies{shape, carries_scalar};
    const Box<T> whole = eddies.box();
    for (const EddyForm form : eddy_forms) {
        DeviceExample<T> on_device{shape, carries_scalar, joined, true, false, form};
        const auto stream = on_device.stream.get();
        const device::DeviceBuffer<T> tables = device::uploaded(eddies.tables, stream);
        const device::DeviceBuffer<double> added = device::uploaded(eddies.added, stream);
        FindViscosity<T> find{.box = on_device.box,
                              .arrays = on_device.arrays,
                              .to = on_device.arrays.next[0],
                              .rules = eddies.rules_with(form, tables.data())};
        const long long first = joined ? 1 : 0;
        find.rules.filter[2] += first;
        find.rules.distance[2] += first;
        find.rules.added.values = added.data() + first * whole.counts[0] * whole.counts[1];
        on_device.stages_of_box.find_viscosity(find, stream);

        std::vector<T> expected(static_cast<std::size_t>(whole.points()));
        const FindViscosity<T> item = eddies.item(form, expected.data());
        for (long long n = 0; n < whole.points(); ++n) {
            item(n);
        }
        const auto plane = static_cast<std::ptrdiff_t>(whole.counts[0] * whole.counts[1]);
        const auto planes_of = [&](std::vector<T> all) {
            return joined ? std::vector<T>{all.begin() + plane, all.end() - 2 * plane} : all;
        };
        expect_eddies(planes_of(on_device.result_and_wait().next[0]), planes_of(expected));
    }
}

TEST_P(FlowStageOnDevice, finds_the_viscosity_of_eddies)
{
    expect_the_viscosity_of_eddies<double>(GetParam(), false, false);
    expect_the_viscosity_of_eddies<float>(GetParam(), false, false);
}

TEST_P(FlowStageOnDevice, finds_the_viscosity_of_eddies_in_layers)
{
    expect_the_viscosity_of_eddies<double>(GetParam(), true, false);
    expect_the_viscosity_of_eddies<float>(GetParam(), true, false);
}

TEST_P(FlowStageOnDevice, finds_the_viscosity_of_eddies_of_a_slab)
{
    if (GetParam().counts[2] < 5) {
        return;
    }
    expect_the_viscosity_of_eddies<double>(GetParam(), false, true);
    expect_the_viscosity_of_eddies<float>(GetParam(), false, true);
}

INSTANTIATE_TEST_SUITE_P(, FlowStageOnDevice, ::testing::ValuesIn(example_shapes()),
                         [](const auto& shape) { return shape.param.name(); });

}  // namespace
}  // namespace tobiuo::flow
