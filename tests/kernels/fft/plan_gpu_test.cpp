// SPDX-License-Identifier: BSD-3-Clause
// The public plans on the device: every typed call against the definition, as plan_test.cpp on the
// CPU; supplied work arrays; functions between transforms.
#include <tobiuo/fft.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "runtime/device/stream.hpp"
#include "tests/kernels/fft/pointwise_reference.hpp"
#include "tests/support/device.hpp"
#include "tests/support/device_transform.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/random_signal.hpp"
#include "tests/support/typed_transform.hpp"

namespace tobiuo::fft {
namespace {

using test::every_transform;
using test::execute_typed;
using test::GuardedArray;
using test::poisoned;
using test::random_input;
using test::reference_problem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr unsigned seed = 2008;

/// What the plan makes of `in` in device memory; out of place all but c2r must keep it.
template <typename T>
std::vector<T> transformed(const Plan& plan, const std::vector<T>& in)
{
    const device::Stream stream = device::make_stream();
    const GuardedArray<T> source{in};
    if (plan.transform().placement == Placement::in_place) {
        execute_typed(plan, source.data(), source.data(), stream.get());
        return source.values(stream.get());
    }
    const GuardedArray<T> sink{poisoned<T>(output_bytes(plan.transform()))};
    execute_typed(plan, source.data(), sink.data(), stream.get());
    if (plan.transform().kind != Kind::c2r) {
        EXPECT_EQ(source.values(stream.get()), in) << "the input was changed";
    }
    return sink.values(stream.get());
}

template <typename T>
void expect_right(const Transform& transform, const std::vector<T>& in, const std::vector<T>& out)
{
    const Problem problem = reference_problem(transform);
    EXPECT_LE(
        test::relative_l2(test::output_numbers(problem, out), test::exact_output(problem, in)),
        test::fft_tolerance<T>(points(problem)))
        << describe(transform);
}

template <typename T>
class FftPublicPlanOnDevice : public test::OnDevice {
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftPublicPlanOnDevice, Reals);

TYPED_TEST(FftPublicPlanOnDevice, is_the_definition_for_every_typed_call)
{
    for (const Extents& extents : {Extents{24, 20, 12}, Extents{90, 8}, Extents{120},
                                   Extents{.y = 60}, Extents{.z = 60}, Extents{30, 1, 50}}) {
        for (const Transform& transform : every_transform<TypeParam>(extents, 2)) {
            const auto in = random_input<TypeParam>(reference_problem(transform), seed);
            expect_right(transform, in, transformed(Plan{transform}, in));
        }
    }
}

TYPED_TEST(FftPublicPlanOnDevice, works_in_an_array_of_the_caller_where_it_needs_one)
{
    Transform transform{.extents = {20000},
                        .precision = precision_of<TypeParam>,
                        .placement = Placement::out_of_place};
    const Plan plan{transform, {.workspace = Workspace::supplied}};
    ASSERT_GT(plan.workspace_bytes(), 0U);
    const auto in = random_input<TypeParam>(reference_problem(transform), seed);
    const device::Stream stream = device::make_stream();
    const GuardedArray<TypeParam> source{in};
    const GuardedArray<TypeParam> sink{poisoned<TypeParam>(output_bytes(transform))};
    const GuardedArray<TypeParam> work{
        poisoned<TypeParam>(static_cast<std::int64_t>(plan.workspace_bytes()))};

    EXPECT_THROW(execute_typed(plan, source.data(), sink.data(), stream.get()),
                 std::invalid_argument);
    plan.execute_untyped(source.data(), sink.data(), stream.get(), {work.data(), work.bytes()});

    expect_right(transform, in, sink.values(stream.get()));
}

TYPED_TEST(FftPublicPlanOnDevice, shows_a_function_every_mode_in_place_and_out_of_place)
{
    for (const Kind kind : {Kind::c2c, Kind::r2c}) {
        for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
            const Transform transform{.extents = {36, 24, 20},
                                      .kind = kind,
                                      .precision = precision_of<TypeParam>,
                                      .placement = placement,
                                      .batch = 2};
            const Problem problem = reference_problem(transform);
            const auto in = random_input<TypeParam>(problem, seed);
            const PointwisePlan plan{transform, test::weighed_source};
            const device::Stream stream = device::make_stream();
            const GuardedArray<TypeParam> source{in};
            const GuardedArray<TypeParam> sink{poisoned<TypeParam>(output_bytes(transform))};
            const bool in_place = placement == Placement::in_place;

            if (!in_place) {
                plan.execute_untyped(source.data(), sink.data(), nullptr, stream.get());
            } else if (kind == Kind::r2c) {
                plan.execute(source.data(), nullptr, stream.get());
            } else {
                plan.execute(reinterpret_cast<std::complex<TypeParam>*>(source.data()), nullptr,
                             stream.get());
            }

            const auto out = (in_place ? source : sink).values(stream.get());
            EXPECT_LE(
                test::pointwise_error(
                    problem, out, test::pointwise_reference(problem, in, test::weighed<double>)),
                test::pointwise_tolerance<TypeParam>(problem))
                << plan.describe();
        }
    }
}

class FftPublicUseOnDevice : public test::OnDevice {};

TEST_F(FftPublicUseOnDevice, is_the_default_moves_and_says_its_passes)
{
    const Transform transform{.extents = {64, 48}, .precision = Precision::fp32};
    Plan plan{transform};
    EXPECT_EQ(plan.backend(), Backend::cuda);
    Plan moved{std::move(plan)};
    Plan assigned{{.extents = {8}}};
    assigned = std::move(moved);
    const auto in = random_input<float>(reference_problem(transform), seed);

    expect_right(transform, in, transformed(assigned, in));

    EXPECT_THAT(assigned.describe(), StartsWith("c2c 64x48 single, in place: 2 passes: "));
    const PointwisePlan pointwise{transform, test::weighed_source};
    EXPECT_THAT(pointwise.describe(), StartsWith("weighed() in c2c 64x48 single, in place: 3 "));
    EXPECT_EQ(pointwise.transform(), transform);
}

TEST_F(FftPublicUseOnDevice, other_calls_and_arrays_are_refused_before_anything_is_launched)
{
    const GuardedArray<double> data{poisoned<double>(256)};
    const device::Stream stream = device::make_stream();
    const Plan plan{{.extents = {8}, .kind = Kind::r2c}};
    const PointwisePlan pointwise{{.extents = {8}, .kind = Kind::r2c}, test::weighed_source};
    auto* const complex = reinterpret_cast<std::complex<double>*>(data.data());

    EXPECT_THROW(plan.execute(complex, stream.get()), std::invalid_argument);
    EXPECT_THROW(plan.execute(data.data() + 1, stream.get()), std::invalid_argument);
    EXPECT_THROW(pointwise.execute(complex, nullptr, stream.get()), std::invalid_argument);
    EXPECT_THROW(pointwise.execute(data.data() + 1, nullptr, stream.get()), std::invalid_argument);

    for (const double value : data.values(stream.get())) {
        ASSERT_TRUE(std::isnan(value)) << "something was launched";
    }
}

TEST_F(FftPublicUseOnDevice, what_no_plan_can_do_is_said)
{
    EXPECT_EQ(unsupported_reason(Transform{.extents = {512, 512, 512}}, Backend::cuda),
              std::nullopt);
    EXPECT_EQ(pointwise_unsupported_reason({.extents = {512, 512, 512}}), std::nullopt);
    const Transform huge{.extents = {1LL << 40}};
    const auto reason = unsupported_reason(huge, Backend::cuda);
    ASSERT_TRUE(reason.has_value());
    EXPECT_THAT(*reason, StartsWith("no plan for an axis of 1099511627776 points"));
    EXPECT_THROW(Plan{huge}, std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::fft
