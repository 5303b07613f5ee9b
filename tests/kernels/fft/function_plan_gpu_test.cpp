// SPDX-License-Identifier: BSD-3-Clause
// Public plans with functions at load and store on a GPU are compared with loops over the arrays
// before and after a reference transform.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <tobiuo/fft.hpp>

#include "runtime/device/stream.hpp"
#include "tests/kernels/fft/function_reference.hpp"
#include "tests/kernels/fft/pointwise_reference.hpp"
#include "tests/support/device.hpp"
#include "tests/support/device_transform.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/host_transform.hpp"
#include "tests/support/random_signal.hpp"
#include "tests/support/typed_transform.hpp"

namespace tobiuo::fft {
namespace {

using test::every_transform;
using test::GuardedArray;
using test::poisoned;
using test::random_input;
using test::reference_problem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr unsigned seed = 2012;
constexpr double load_shift = 0.375;
constexpr double store_shift = -2.5;

/// The problem in double precision with its axes as functions see them.
Problem seen(const Transform& transform)
{
    Problem problem = reference_problem(transform);
    problem.precision = Precision::fp64;
    return problem;
}

/// The elements of the input and of the output of a plan of the problem.
StepFunctions elements(const Problem& problem, bool with_function_between)
{
    return functions_for(problem, std::nullopt,
                         with_function_between ? std::optional{test::weighed_source} : std::nullopt,
                         std::nullopt);
}

template <typename T>
void apply_at_load(const Problem& problem, const FunctionArray& array, std::vector<T>& values)
{
    test::apply_to_elements(problem, array, values, [](auto value, const ElementIndex& index) {
        return test::weighed_element(value, index, load_shift);
    });
}

template <typename T>
void apply_at_store(const Problem& problem, const FunctionArray& array, std::vector<T>& values)
{
    test::apply_to_elements(problem, array, values, [](auto value, const ElementIndex& index) {
        return test::weighed_element(value, index, store_shift);
    });
}

/// The arrays of an execution on the device, with the numbers that functions receive.
template <typename T>
class Execution {
public:
    Execution(const Transform& transform, const std::vector<T>& in, std::int64_t out_bytes)
        : in_place_{transform.placement == Placement::in_place},
          source_{in},
          sink_{poisoned<T>(in_place_ ? 0 : out_bytes)}
    {
    }

    /// Runs the plan, twice where it keeps its input, so that counters must be reset.
    template <typename AnyPlan>
    std::vector<T> run(const AnyPlan& plan)
    {
        const bool keeps_input = !in_place_ && plan.transform().kind != Kind::c2r;
        for (int time = 0; time < (keeps_input ? 2 : 1); ++time) {
            plan.execute_untyped(source_.data(), in_place_ ? source_.data() : sink_.data(),
                                 {.load = load_.data(), .store = store_.data()}, stream_.get());
        }
        return (in_place_ ? source_ : sink_).values(stream_.get());
    }

private:
    bool in_place_;
    device::Stream stream_ = device::make_stream();
    GuardedArray<T> source_;
    GuardedArray<T> sink_;
    GuardedArray<T> load_{std::vector<T>{static_cast<T>(load_shift)}};
    GuardedArray<T> store_{std::vector<T>{static_cast<T>(store_shift)}};
};

template <typename T>
class FftFunctionPlanOnDevice : public test::OnDevice {
protected:
    static void expect_right(const Transform& transform)
    {
        const Problem problem = seen(transform);
        const StepFunctions shown = elements(problem, false);
        const auto in = random_input<T>(reference_problem(transform), seed);
        const Plan plan{transform,
                        {.load = test::weighed_load(transform.kind == Kind::r2c),
                         .store = test::weighed_store(transform.kind == Kind::c2r)}};

        const auto out = Execution<T>{transform, in, output_bytes(transform)}.run(plan);

        std::vector<double> expected(in.begin(), in.end());
        apply_at_load(problem, shown.in, expected);
        expected = test::host_transform(problem, expected);
        apply_at_store(problem, shown.out, expected);
        EXPECT_LE(test::relative_l2(test::output_numbers(problem, out),
                                    test::output_numbers(problem, expected)),
                  2 * test::fft_tolerance<T>(points(problem)))
            << plan.describe();
    }
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftFunctionPlanOnDevice, Reals);

TYPED_TEST(FftFunctionPlanOnDevice, loads_and_stores_by_functions_in_every_kind)
{
    for (const Extents& extents :
         {Extents{24, 20, 12}, Extents{90, 8}, Extents{120}, Extents{63, 10}, Extents{.y = 60},
          Extents{30, 1, 50}, Extents{64, 64, 64}}) {
        for (const Transform& transform : every_transform<TypeParam>(extents, 2)) {
            this->expect_right(transform);
        }
    }
}

TYPED_TEST(FftFunctionPlanOnDevice, loads_and_stores_by_functions_on_long_and_prime_axes)
{
    for (const Extents& extents : {Extents{97, 3}, Extents{20000}, Extents{10007},
                                   Extents{33, 6001}, Extents{40000}, Extents{30021}}) {
        for (const Transform& transform : every_transform<TypeParam>(extents)) {
            this->expect_right(transform);
        }
    }
}

TYPED_TEST(FftFunctionPlanOnDevice, calls_three_functions_around_and_between_transforms)
{
    for (const Extents& extents :
         {Extents{64}, Extents{48, 60}, Extents{20, 24, 36}, Extents{97, 12}, Extents{20000}}) {
        for (const Kind kind : {Kind::c2c, Kind::r2c}) {
            for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
                const Transform transform{.extents = extents,
                                          .kind = kind,
                                          .precision = precision_of<TypeParam>,
                                          .placement = placement,
                                          .batch = 2};
                const Problem problem = seen(transform);
                const StepFunctions shown = elements(problem, true);
                const auto in = random_input<TypeParam>(reference_problem(transform), seed);
                const PointwisePlan plan{transform,
                                         test::weighed_source,
                                         {.load = test::weighed_load(kind == Kind::r2c),
                                          .store = test::weighed_store(kind == Kind::r2c)}};

                Problem back = test::inverse_of(problem);
                const auto out =
                    Execution<TypeParam>{transform, in, output_bytes(reference_problem(transform))}
                        .run(plan);

                std::vector<double> loaded(in.begin(), in.end());
                apply_at_load(problem, shown.in, loaded);
                auto expected = test::pointwise_reference(problem, loaded, test::weighed<double>);
                apply_at_store(back, shown.out, expected);
                EXPECT_LE(test::pointwise_error(problem, out, expected),
                          2 * test::pointwise_tolerance<TypeParam>(problem))
                    << plan.describe();
            }
        }
    }
}

TYPED_TEST(FftFunctionPlanOnDevice, transforms_what_a_function_gives_without_an_input)
{
    for (const Extents& extents :
         {Extents{64, 48, 30}, Extents{63, 9}, Extents{1000}, Extents{40000}}) {
        for (const Transform& transform : every_transform<TypeParam>(extents)) {
            const Problem problem = seen(transform);
            const bool reals = transform.kind == Kind::r2c;
            const Plan plan{transform, {.load = test::weight_as_input(reals)}};
            const bool needs_input =
                transform.placement == Placement::in_place || transform.kind == Kind::c2r;
            const device::Stream stream = device::make_stream();
            const GuardedArray<TypeParam> source{
                poisoned<TypeParam>(needs_input ? input_bytes(transform) : 0)};
            const GuardedArray<TypeParam> sink{poisoned<TypeParam>(output_bytes(transform))};
            const bool in_place = transform.placement == Placement::in_place;

            plan.execute_untyped(needs_input ? source.data() : nullptr,
                                 in_place ? source.data() : sink.data(), stream.get());

            const auto out = (in_place ? source : sink).values(stream.get());
            auto expected = poisoned<double>(input_bytes(problem));
            test::apply_to_elements(
                problem, elements(problem, false).in, expected,
                [](auto value, const ElementIndex& index) -> decltype(value) {
                    if constexpr (sizeof(value) == sizeof(double)) {
                        return test::element_weight<double>(index);
                    } else {
                        return {test::element_weight<double>(index), -static_cast<double>(index.x)};
                    }
                });
            expected = test::host_transform(problem, expected);
            EXPECT_LE(test::relative_l2(test::output_numbers(problem, out),
                                        test::output_numbers(problem, expected)),
                      2 * test::fft_tolerance<TypeParam>(points(problem)))
                << plan.describe();
        }
    }
}

class FftFunctionUseOnDevice : public test::OnDevice {};

TEST_F(FftFunctionUseOnDevice, a_plan_says_its_functions_and_refuses_what_does_not_compile)
{
    const Transform transform{.extents = {64, 48}, .precision = Precision::fp32};
    const Plan plan{transform,
                    {.load = test::weighed_load(false), .store = test::weighed_store(false)}};
    EXPECT_THAT(plan.describe(),
                StartsWith("weighed() at load, weighed() at store of c2c 64x48 single, in place"));
    LoadFunction wrong = test::weighed_load(false);
    wrong.function = "weighted";
    try {
        const Plan refused{transform, {.load = wrong}};
        FAIL() << "accepted";
    } catch (const std::invalid_argument& error) {
        EXPECT_THAT(error.what(), StartsWith("the function 'weighted' at load does not compile ("));
    }
}

TEST_F(FftFunctionUseOnDevice, a_null_input_is_refused_where_the_plan_reads_or_works_in_it)
{
    const GuardedArray<float> sink{poisoned<float>(1024)};
    const device::Stream stream = device::make_stream();
    const Transform there{
        .extents = {8}, .precision = Precision::fp32, .placement = Placement::out_of_place};
    Transform back = there;
    back.kind = Kind::c2r;
    const Plan reads{there, {.load = test::weighed_load(false)}};
    const Plan works{back, {.load = test::weight_as_input(false)}};
    for (const Plan* plan : {&reads, &works}) {
        EXPECT_THROW(plan->execute_untyped(nullptr, sink.data(), stream.get()),
                     std::invalid_argument);
    }
}

TEST_F(FftFunctionUseOnDevice, data_is_refused_for_a_function_that_the_plan_lacks)
{
    const Transform transform{.extents = {8}, .precision = Precision::fp32};
    const GuardedArray<float> field{poisoned<float>(8 * 2 * sizeof(float))};
    const device::Stream stream = device::make_stream();
    const auto execute = [&](const auto& plan, const FunctionData& data) {
        plan.execute_untyped(field.data(), field.data(), data, stream.get());
    };
    const Plan loads{transform, {.load = test::weighed_load(false)}};
    EXPECT_THROW(execute(loads, {.store = field.data()}), std::invalid_argument);
    EXPECT_THROW(execute(Plan{transform}, {.load = field.data()}), std::invalid_argument);
    const PointwisePlan between{transform, test::weighed_source};
    EXPECT_THROW(execute(between, {.load = field.data()}), std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::fft
