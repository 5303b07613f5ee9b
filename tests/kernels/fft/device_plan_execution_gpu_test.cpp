// SPDX-License-Identifier: BSD-3-Clause
// Plans on the device: properties of the transform, and the ways to use a plan.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "kernels/fft/device_plan.hpp"
#include "kernels/fft/reference.hpp"
#include "tests/support/device.hpp"
#include "tests/support/device_transform.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/random_signal.hpp"

namespace tobiuo::fft {
namespace {

using test::device_transform;
using test::GuardedArray;
using test::random_input;
using test::Wide;
using ::testing::HasSubstr;

constexpr unsigned seed = 1970;

/// Lengths of one stage, of several, by Bluestein's algorithm and in two passes.
constexpr std::int64_t lengths[] = {12, 1000, 1021, 20000};

template <typename T>
Problem row_problem(std::int64_t length)
{
    return {
        .lengths = {length}, .precision = precision_of<T>, .placement = Placement::out_of_place};
}

template <typename T>
std::vector<T> transformed(const Problem& problem, const std::vector<T>& in)
{
    return device_transform(DevicePlan{problem}, problem, in).out;
}

template <typename T>
class FftPlanPropertiesOnDevice : public test::OnDevice {
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftPlanPropertiesOnDevice, Reals);

TYPED_TEST(FftPlanPropertiesOnDevice, an_impulse_becomes_a_wave)
{
    for (const std::int64_t length : lengths) {
        const Problem problem = row_problem<TypeParam>(length);
        const auto at = static_cast<std::size_t>(length / 3);
        std::vector<TypeParam> impulse(2 * static_cast<std::size_t>(length));
        impulse[2 * at] = 1;

        const auto wave = test::output_numbers(problem, transformed(problem, impulse));

        const auto roots = test::roots_of_unity(length, -1);
        std::vector<Wide> expected;
        for (std::size_t k = 0; k < roots.size(); ++k) {
            expected.push_back(roots[k * at % roots.size()]);
        }
        EXPECT_LE(test::relative_l2(wave, expected), test::fft_tolerance<TypeParam>(length))
            << describe(problem);
    }
}

TYPED_TEST(FftPlanPropertiesOnDevice, a_shift_turns_each_element)
{
    for (const std::int64_t length : lengths) {
        const Problem problem = row_problem<TypeParam>(length);
        const std::int64_t shift = length / 5;
        const auto in = random_input<TypeParam>(problem, seed);
        std::vector<TypeParam> shifted{in.end() - 2 * shift, in.end()};
        shifted.insert(shifted.end(), in.begin(), in.end() - 2 * shift);
        const DevicePlan plan{problem};

        auto expected = test::output_numbers(problem, device_transform(plan, problem, in).out);
        const auto got =
            test::output_numbers(problem, device_transform(plan, problem, shifted).out);

        const auto roots = test::roots_of_unity(length, -1);
        for (std::size_t k = 0; k < expected.size(); ++k) {
            expected[k] *= roots[k * static_cast<std::size_t>(shift) % roots.size()];
        }
        // Two transforms each have an error.
        EXPECT_LE(test::relative_l2(got, expected), 2 * test::fft_tolerance<TypeParam>(length))
            << describe(problem);
    }
}

TYPED_TEST(FftPlanPropertiesOnDevice, a_sum_becomes_the_sum_of_the_spectra)
{
    for (const std::int64_t length : lengths) {
        const Problem problem = row_problem<TypeParam>(length);
        const auto a = random_input<TypeParam>(problem, seed);
        const auto b = random_input<TypeParam>(problem, seed + 1);
        std::vector<TypeParam> sum;
        for (std::size_t at = 0; at < a.size(); ++at) {
            sum.push_back(a[at] + b[at] / 4);
        }
        const DevicePlan plan{problem};

        const auto got = test::output_numbers(problem, device_transform(plan, problem, sum).out);
        auto expected = test::output_numbers(problem, device_transform(plan, problem, a).out);
        const auto other = test::output_numbers(problem, device_transform(plan, problem, b).out);

        for (std::size_t k = 0; k < expected.size(); ++k) {
            expected[k] += other[k] / 4.0L;
        }
        // Three transforms each have an error.
        EXPECT_LE(test::relative_l2(got, expected), 3 * test::fft_tolerance<TypeParam>(length))
            << describe(problem);
    }
}

/// Transforms forward and back; the result must be N times the input.
template <typename T>
void expect_round_trip(const Problem& there, const Problem& back)
{
    const auto in = random_input<T>(there, seed);

    const auto spectrum = transformed(there, in);
    const auto got = test::output_numbers(back, transformed(back, spectrum));

    auto expected = test::input_numbers(there, in);
    for (Wide& value : expected) {
        value *= static_cast<long double>(points(there));
    }
    // Two transforms each have an error.
    EXPECT_LE(test::relative_l2(got, expected), 2 * test::fft_tolerance<T>(points(there)))
        << describe(there);
}

TYPED_TEST(FftPlanPropertiesOnDevice, there_and_back_gives_the_input_times_the_points)
{
    for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
        for (const std::vector<std::int64_t>& shape :
             {std::vector<std::int64_t>{1024}, {29, 30}, {12, 20, 34}, {7, 11, 13}}) {
            Problem there{.lengths = shape,
                          .precision = precision_of<TypeParam>,
                          .placement = placement,
                          .batch = 3};
            Problem back = there;
            back.direction = Direction::inverse;
            expect_round_trip<TypeParam>(there, back);
            there.kind = Kind::r2c;
            back.kind = Kind::c2r;
            expect_round_trip<TypeParam>(there, back);
        }
    }
}

/// A problem with merged passes, whose counters each execution must reset.
const Problem merged_problem{.lengths = {24, 20, 36}, .placement = Placement::out_of_place};
/// A problem with a work array.
const Problem split_problem{.lengths = {20000}, .placement = Placement::out_of_place};

DevicePlanOptions merged_options()
{
    DevicePlanOptions options;
    options.choices.merging = Merging::always;
    return options;
}

DevicePlanOptions borrowing_options()
{
    DevicePlanOptions options;
    options.workspace = Workspace::supplied;
    return options;
}

class FftPlanUseOnDevice : public test::OnDevice {
protected:
    void SetUp() override
    {
        OnDevice::SetUp();
        if (!IsSkipped()) {
            stream_ = device::make_stream();
        }
    }

    static void expect_right(const Problem& problem, const std::vector<float>& in,
                             const std::vector<float>& out)
    {
        EXPECT_LE(errors_of(problem, in.data(), out.data()).relative_l2,
                  test::fft_tolerance<float>(points(problem)));
    }

    device::Stream stream_;
};

TEST_F(FftPlanUseOnDevice, executions_follow_each_other_on_one_stream)
{
    for (const Problem& problem : {merged_problem, split_problem}) {
        const DevicePlan plan{problem, merged_options()};
        std::vector<std::vector<float>> inputs;
        std::vector<GuardedArray<float>> sources;
        std::vector<GuardedArray<float>> sinks;
        for (unsigned n = 0; n < 3; ++n) {
            inputs.push_back(random_input<float>(problem, seed + n));
            sources.emplace_back(inputs.back());
            sinks.emplace_back(test::poisoned<float>(output_bytes(problem)));
        }

        for (std::size_t n = 0; n < 3; ++n) {
            plan.execute(sources[n].data(), sinks[n].data(), stream_.get());
        }

        for (std::size_t n = 0; n < 3; ++n) {
            SCOPED_TRACE(n);
            expect_right(problem, inputs[n], sinks[n].values(stream_.get()));
        }
    }
}

TEST_F(FftPlanUseOnDevice, another_stream_may_go_on_when_one_has_finished)
{
    const DevicePlan plan{merged_problem, merged_options()};
    const auto in = random_input<float>(merged_problem, seed);
    const GuardedArray<float> source{in};
    const GuardedArray<float> first{test::poisoned<float>(output_bytes(merged_problem))};
    const GuardedArray<float> second{test::poisoned<float>(output_bytes(merged_problem))};
    const device::Stream other = device::make_stream();
    const device::Event finished = device::make_event();

    plan.execute(source.data(), first.data(), stream_.get());
    device::check(cudaEventRecord(finished.get(), stream_.get()), "record an event");
    device::check(cudaStreamWaitEvent(other.get(), finished.get()), "wait for an event");
    plan.execute(source.data(), second.data(), other.get());

    const auto out = first.values(stream_.get());
    expect_right(merged_problem, in, out);
    EXPECT_EQ(second.values(other.get()), out) << "the same bits whenever it runs";
}

TEST_F(FftPlanUseOnDevice, moved_plans_go_on)
{
    const auto in = random_input<float>(split_problem, seed);
    DevicePlan plan{split_problem};
    DevicePlan moved{std::move(plan)};
    expect_right(split_problem, in, device_transform(moved, split_problem, in).out);
    DevicePlan assigned{merged_problem};
    assigned = std::move(moved);
    expect_right(split_problem, in, device_transform(assigned, split_problem, in).out);
}

TEST_F(FftPlanUseOnDevice, describes_its_passes_and_its_work_array)
{
    EXPECT_THAT(DevicePlan{split_problem}.describe(),
                AllOf(HasSubstr("c2c 20000 single, out of place: 2 passes: "),
                      HasSubstr(", work array of 160000 bytes")));
    const DevicePlan merged{merged_problem, merged_options()};
    EXPECT_THAT(merged.describe(),
                AllOf(HasSubstr("c2c 24x20x36 single, out of place: 2 passes: "),
                      HasSubstr(" merged, pipeline distance "), HasSubstr(", no work array")));
    EXPECT_EQ(merged.workspace_bytes(), 0U);
}

/// A plan that uses the caller's work array, and arrays for it.
class FftPlanWorkspaceOnDevice : public FftPlanUseOnDevice {
protected:
    [[nodiscard]] std::string refusal(const DevicePlan& plan, const WorkspaceView& workspace) const
    {
        const GuardedArray<float> source{in_};
        const GuardedArray<float> sink{test::poisoned<float>(output_bytes(split_problem))};
        std::string text = "accepted";
        try {
            plan.execute(source.data(), sink.data(), stream_.get(), workspace);
        } catch (const std::invalid_argument& error) {
            text = error.what();
        }
        for (const float value : sink.values(stream_.get())) {
            EXPECT_TRUE(std::isnan(value)) << "something was launched";
        }
        return text;
    }

    const std::vector<float> in_ = random_input<float>(split_problem, seed);
};

TEST_F(FftPlanWorkspaceOnDevice, may_be_the_caller_s)
{
    const DevicePlan plan{split_problem, borrowing_options()};
    ASSERT_EQ(plan.workspace_bytes(), 20000U * 8);
    const GuardedArray<float> source{in_};
    const GuardedArray<float> sink{test::poisoned<float>(output_bytes(split_problem))};
    const GuardedArray<float> work{test::poisoned<float>(20000 * 8)};

    plan.execute(source.data(), sink.data(), stream_.get(), {work.data(), work.bytes()});

    expect_right(split_problem, in_, sink.values(stream_.get()));
    EXPECT_FALSE(std::isnan(work.values(stream_.get())[0])) << "another array was used";
}

TEST_F(FftPlanWorkspaceOnDevice, is_refused_if_it_is_missing_too_small_or_not_aligned)
{
    const DevicePlan plan{split_problem, borrowing_options()};
    const GuardedArray<float> work{std::vector<float>(2 * 20000 + 4)};

    EXPECT_THAT(refusal(plan, {}), HasSubstr("the transform has no workspace"));
    EXPECT_THAT(refusal(plan, {nullptr, work.bytes()}),
                HasSubstr("the transform has no workspace"));
    EXPECT_THAT(refusal(plan, {work.data(), 159999}),
                HasSubstr("the workspace of a transform is too small (159999 bytes for 160000)"));
    EXPECT_THAT(refusal(plan, {work.data() + 2, 160000}),
                HasSubstr("the workspace of a transform is not aligned to 16 bytes"));
}

TEST_F(FftPlanUseOnDevice, arrays_that_do_not_fit_are_refused_before_anything_is_launched)
{
    const GuardedArray<float> one{test::poisoned<float>(2 * output_bytes(merged_problem))};
    const DevicePlan out_of_place{merged_problem};
    EXPECT_THROW(out_of_place.execute(one.data(), one.data(), stream_.get()),
                 std::invalid_argument);
    EXPECT_THROW(out_of_place.execute(nullptr, one.data(), stream_.get()), std::invalid_argument);
    EXPECT_THROW(out_of_place.execute(one.data(), one.data() + 1, stream_.get()),
                 std::invalid_argument);
    Problem problem = merged_problem;
    problem.placement = Placement::in_place;
    const DevicePlan in_place{problem};
    EXPECT_THROW(in_place.execute(one.data(), one.data() + 2 * points(problem), stream_.get()),
                 std::invalid_argument);
    for (const float value : one.values(stream_.get())) {
        ASSERT_TRUE(std::isnan(value)) << "something was launched";
    }
}

}  // namespace
}  // namespace tobiuo::fft
