// SPDX-License-Identifier: BSD-3-Clause
// Plans with a function between two transforms on the device are compared with FFTW.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/fft/device_plan.hpp"
#include "runtime/device/stream.hpp"
#include "tests/kernels/fft/pointwise_reference.hpp"
#include "tests/support/device.hpp"
#include "tests/support/device_transform.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/random_signal.hpp"

namespace tobiuo::fft {
namespace {

using test::GuardedArray;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr unsigned seed = 1965;

/// Executes the plan twice, so that counters must be reset.
template <typename T>
std::vector<T> executed(const DevicePlan& plan, const Problem& problem, const std::vector<T>& in,
                        const void* data = nullptr)
{
    const device::Stream stream = device::make_stream();
    std::vector<T> values;
    for (int time = 0; time < 2; ++time) {
        const GuardedArray<T> source{in};
        const bool in_place = problem.placement == Placement::in_place;
        const GuardedArray<T> sink{test::poisoned<T>(in_place ? 0 : output_bytes(problem))};
        plan.execute(source.data(), in_place ? source.data() : sink.data(), stream.get(), {},
                     {.between = data});
        values = (in_place ? source : sink).values(stream.get());
        if (!in_place) {
            EXPECT_EQ(source.values(stream.get()), in) << "the input was changed";
        }
    }
    return values;
}

template <typename T, typename Function>
void expect_right(const Problem& problem, const std::vector<T>& in, const std::vector<T>& out,
                  const Function& function)
{
    const auto exact = test::pointwise_reference(problem, in, function);
    EXPECT_LE(test::pointwise_error(problem, out, exact), test::pointwise_tolerance<T>(problem))
        << describe(problem);
}

template <typename T>
class FftPointwisePlanOnDevice : public test::OnDevice {
protected:
    static Problem problem_of(const std::vector<std::int64_t>& lengths, std::int64_t batch,
                              Placement placement, Kind kind = Kind::c2c)
    {
        return {.lengths = lengths,
                .kind = kind,
                .precision = precision_of<T>,
                .placement = placement,
                .batch = batch};
    }

    /// Checks plans in place and out of place.
    static void expect_every_mode(const std::vector<std::int64_t>& lengths, std::int64_t batch,
                                  Kind kind)
    {
        for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
            const Problem problem = problem_of(lengths, batch, placement, kind);
            const auto in = test::random_input<T>(problem, seed);
            const DevicePlan plan{problem, {.between = test::weighed_source}};

            expect_right(problem, in, executed(plan, problem, in), test::weighed<double>);
        }
    }
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftPointwisePlanOnDevice, Reals);

TYPED_TEST(FftPointwisePlanOnDevice, shows_the_function_every_mode)
{
    struct Case {
        std::vector<std::int64_t> lengths;
        std::int64_t batch = 1;
    };
    const Case cases[] = {{{1}},          {{64}, 100},       {{1000}, 33},  {{20000}, 2},
                          {{97}, 5},      {{48, 60}, 7},     {{6000, 12}},  {{17, 100}, 2},
                          {{64, 64, 64}}, {{30, 28, 22}, 3}, {{96, 17, 1}}, {{19, 16, 12}}};
    for (const auto& [lengths, batch] : cases) {
        this->expect_every_mode(lengths, batch, Kind::c2c);
    }
}

TYPED_TEST(FftPointwisePlanOnDevice, shows_the_function_half_the_spectrum_of_real_values)
{
    struct Case {
        std::vector<std::int64_t> lengths;
        std::int64_t batch = 1;
    };
    const Case cases[] = {{{1}},          {{64}, 100},       {{97}, 5},     {{40000}, 2},
                          {{48, 60}, 7},  {{48, 45}, 7},     {{6000, 12}},  {{17, 100}, 2},
                          {{64, 64, 64}}, {{30, 28, 22}, 3}, {{20, 12, 1}}, {{96, 17, 1}},
                          {{19, 16, 12}}};
    for (const auto& [lengths, batch] : cases) {
        this->expect_every_mode(lengths, batch, Kind::r2c);
    }
}

TYPED_TEST(FftPointwisePlanOnDevice, runs_with_merged_passes)
{
    for (const Merging merging : {Merging::always, Merging::never}) {
        const Problem problem = this->problem_of({20, 24, 36}, 2, Placement::in_place);
        DevicePlanOptions options{.between = test::weighed_source};
        options.choices.merging = merging;
        const auto in = test::random_input<TypeParam>(problem, seed);
        const DevicePlan plan{problem, options};

        EXPECT_EQ(passes(plan.schedule()), merging == Merging::always ? 3 : 5);
        expect_right(problem, in, executed(plan, problem, in), test::weighed<double>);
    }
}

TYPED_TEST(FftPointwisePlanOnDevice, convolves_with_a_filter_in_device_memory)
{
    const Problem problem = this->problem_of({40, 36, 20}, 2, Placement::out_of_place);
    const auto in = test::random_input<TypeParam>(problem, seed);
    Problem one = problem;
    one.batch = 1;
    const auto filter = test::random_input<TypeParam>(one, seed + 1);
    const GuardedArray<TypeParam> on_device{filter};
    const Pointwise times{
        .source =
            "Complex times(Complex value, const Index& index, const void* data)\n"
            "{\n"
            "    const auto* filter = static_cast<const Complex*>(data);\n"
            "    return value * filter[(index.z * 36 + index.y) * 20 + index.x];\n"
            "}\n",
        .function = "times"};
    const DevicePlan plan{problem, {.between = times}};

    const auto out = executed(plan, problem, in, on_device.data());

    expect_right(problem, in, out, [&](Complex<double> value, const ElementIndex& index) {
        const auto at = static_cast<std::size_t>((index.z * 36 + index.y) * 20 + index.x);
        return value * Complex<double>{static_cast<double>(filter[2 * at]),
                                       static_cast<double>(filter[2 * at + 1])};
    });
}

class FftPointwiseUseOnDevice : public test::OnDevice {
protected:
    static std::string refusal(const Problem& problem, const Pointwise& function,
                               DevicePlanOptions options = {})
    {
        options.between = function;
        try {
            const DevicePlan plan{problem, options};
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "accepted";
    }
};

TEST_F(FftPointwiseUseOnDevice, wrong_functions_and_problems_are_refused)
{
    const Problem problem{.lengths = {8, 8}};
    EXPECT_THAT(refusal(problem, {.source = "Complex f(Complex value, const Index&, const void*)"
                                            "{ return valeu; }",
                                  .function = "f"}),
                StartsWith("the function 'f' between transforms does not compile (line 1: "
                           "identifier \"valeu\" is undefined): "));
    EXPECT_THAT(refusal(problem, {}), HasSubstr("'' is no name of a function"));
    EXPECT_THAT(refusal({.lengths = {8}, .kind = Kind::c2r, .direction = Direction::inverse},
                        test::weighed_source),
                HasSubstr("give a c2c or r2c problem"));
    DevicePlanOptions options;
    options.schedule.emplace();
    EXPECT_THAT(refusal(problem, test::weighed_source, options),
                HasSubstr("leave the schedule out"));
}

TEST_F(FftPointwiseUseOnDevice, describe_names_function_and_passes)
{
    const DevicePlan plan{{.lengths = {64, 48}}, {.between = test::weighed_source}};

    EXPECT_THAT(plan.describe(), StartsWith("weighed() in c2c 64x48 single, in place: 3 passes: "));
    EXPECT_THAT(plan.describe(), HasSubstr(" strided, fused inverse; "));
    EXPECT_EQ(plan.workspace_bytes(), 0U);
}

TEST_F(FftPointwiseUseOnDevice, the_work_array_of_long_chirps_may_be_the_caller_s)
{
    const Problem problem{.lengths = {3 * 10007}};
    const DevicePlan plan{problem,
                          {.workspace = Workspace::supplied, .between = test::weighed_source}};
    ASSERT_GT(plan.workspace_bytes(), 0U);
    const auto in = test::random_input<float>(problem, seed);
    const GuardedArray<float> data{in};
    const device::Stream stream = device::make_stream();
    EXPECT_THROW(plan.execute(data.data(), data.data(), stream.get()), std::invalid_argument);
    const GuardedArray<float> work{
        test::poisoned<float>(static_cast<std::int64_t>(plan.workspace_bytes()))};

    plan.execute(data.data(), data.data(), stream.get(), {work.data(), work.bytes()});

    expect_right(problem, in, data.values(stream.get()), test::weighed<double>);
}

}  // namespace
}  // namespace tobiuo::fft
