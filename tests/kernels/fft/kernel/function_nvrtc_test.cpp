// SPDX-License-Identifier: BSD-3-Clause
// Functions at load and store are compiled into the steps of every kind of plan, or refused in one
// sentence; no GPU is needed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "kernels/fft/kernel/functions.hpp"
#include "kernels/fft/schedule/pointwise_schedule.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "tests/kernels/fft/function_reference.hpp"
#include "tests/kernels/fft/pointwise_reference.hpp"

namespace tobiuo::fft {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr auto architecture = "sm_90";

/// The kernels of the steps that call a function.
std::vector<device::Specialisation> kernels_with_functions(const Schedule& schedule,
                                                           Precision precision,
                                                           const StepFunctions& functions)
{
    std::vector<device::Specialisation> kernels;
    const std::size_t last = schedule.steps.size() - 1;
    for (std::size_t number = 0; number <= last; ++number) {
        const auto* pass = std::get_if<PassStep>(&schedule.steps[number]);
        const StepFunctions its = functions.of_step(
            number == 0, pass != nullptr && pass->form.modes.wanted(), number == last);
        if (its.wanted()) {
            kernels.push_back(
                std::visit([&](const auto& step) { return specialise(step.form, precision, its); },
                           schedule.steps[number]));
        }
    }
    return kernels;
}

void expect_no_remark(const std::vector<device::Specialisation>& kernels)
{
    for (const device::Specialisation& what : kernels) {
        const device::CompiledKernel kernel = device::compile(what, architecture);
        EXPECT_TRUE(kernel.image.starts_with("\177ELF")) << what.name;
        EXPECT_EQ(kernel.log, "") << what.name;
        EXPECT_LT(what.identifier().size(), 240U);
    }
}

/// The functions of a plan at load and store.
StepFunctions weighing(const Problem& problem)
{
    return functions_for(problem, test::weighed_load(problem.kind == Kind::r2c), std::nullopt,
                         test::weighed_store(problem.kind == Kind::c2r));
}

Problem back_to_reals(Problem problem)
{
    problem.kind = Kind::c2r;
    problem.direction = Direction::inverse;
    return problem;
}

class FftFunctionsCompile : public ::testing::TestWithParam<Problem> {};

TEST_P(FftFunctionsCompile, at_load_and_store_without_a_remark)
{
    const Problem& problem = GetParam();
    const Schedule schedule = make_schedule(problem, DeviceLimits{});
    const auto kernels = kernels_with_functions(schedule, problem.precision, weighing(problem));
    EXPECT_EQ(kernels.size(), passes(schedule) > 1 ? 2U : 1U);
    expect_no_remark(kernels);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, FftFunctionsCompile,
    ::testing::Values(Problem{.lengths = {64}, .batch = 9},
                      Problem{.lengths = {60, 48}, .precision = Precision::fp64},
                      Problem{.lengths = {128, 128, 128}},
                      Problem{.lengths = {256, 256, 256}, .kind = Kind::r2c},
                      Problem{.lengths = {1001}, .kind = Kind::r2c, .batch = 9},
                      Problem{.lengths = {1021}, .precision = Precision::fp64},
                      Problem{.lengths = {20000}}, Problem{.lengths = {30021}},
                      Problem{.lengths = {40000}, .kind = Kind::r2c},
                      back_to_reals({.lengths = {40000}, .precision = Precision::fp64}),
                      back_to_reals({.lengths = {96, 128, 128}}),
                      back_to_reals({.lengths = {12, 99}, .batch = 3})));

TEST(FftFunctions, all_three_compile_in_one_pass)
{
    const Problem problem{.lengths = {64}, .batch = 5};
    const Schedule schedule = make_pointwise_schedule(problem, DeviceLimits{});
    ASSERT_EQ(passes(schedule), 1);
    const StepFunctions functions = functions_for(problem, test::weighed_load(false),
                                                  test::weighed_source, test::weighed_store(false));
    expect_no_remark(kernels_with_functions(schedule, problem.precision, functions));
}

TEST(FftFunctions, an_input_without_an_array_compiles)
{
    for (const Problem& problem :
         {Problem{.lengths = {64, 64, 64}, .kind = Kind::r2c}, Problem{.lengths = {48, 60}},
          Problem{.lengths = {1001}, .kind = Kind::r2c, .precision = Precision::fp64},
          back_to_reals({.lengths = {40000}})}) {
        const StepFunctions functions = functions_for(
            problem, test::weight_as_input(problem.kind == Kind::r2c), std::nullopt, std::nullopt);
        expect_no_remark(kernels_with_functions(make_schedule(problem, DeviceLimits{}),
                                                problem.precision, functions));
    }
}

TEST(FftFunctions, values_of_the_program_compile_by_place)
{
    const PlaceFunction values{.source =
                                   "Real value(long long place, const void* data)"
                                   "{ return static_cast<const Real*>(data)[place]; }",
                               .function = "value"};
    const Problem problem{.lengths = {64, 64, 64}, .kind = Kind::r2c};
    expect_no_remark(kernels_with_functions(make_schedule(problem, DeviceLimits{}),
                                            problem.precision, {.values = values}));
}

TEST(FftFunctions, are_shown_the_elements_of_the_layout)
{
    const auto arrays = [](Kind kind, Placement placement, bool between) {
        Problem problem{.lengths = {3, 5, 7}, .kind = kind, .placement = placement, .batch = 2};
        if (kind == Kind::c2r) {
            problem = back_to_reals(problem);
        }
        return functions_for(problem, std::nullopt,
                             between ? std::optional{test::weighed_source} : std::nullopt,
                             std::nullopt);
    };
    const auto expect = [](const FunctionArray& array, long long row, bool reals) {
        EXPECT_EQ(array.shape, (ArrayShape{.row = row, .y = 5, .z = 3, .batch = 2}));
        EXPECT_EQ(array.reals, reals);
    };
    using enum Placement;
    expect(arrays(Kind::c2c, in_place, false).in, 7, false);
    expect(arrays(Kind::c2c, out_of_place, true).out, 7, false);
    expect(arrays(Kind::r2c, in_place, false).in, 8, true);
    expect(arrays(Kind::r2c, out_of_place, false).in, 7, true);
    expect(arrays(Kind::r2c, out_of_place, false).out, 4, false);
    expect(arrays(Kind::r2c, out_of_place, true).in, 7, true);
    expect(arrays(Kind::r2c, out_of_place, true).out, 8, true);
    expect(arrays(Kind::c2r, in_place, false).in, 4, false);
    expect(arrays(Kind::c2r, in_place, false).out, 8, true);
    expect(arrays(Kind::c2r, out_of_place, false).out, 7, true);
    const Problem line{.lengths = {9}};
    EXPECT_EQ(functions_for(line, std::nullopt, std::nullopt, std::nullopt).in.shape,
              (ArrayShape{.row = 9}));
}

/// The sentence that a user gets for these functions in a plan of one pass.
std::string refusal(const std::optional<LoadFunction>& load,
                    const std::optional<StoreFunction>& store)
{
    const Problem problem{.lengths = {8}, .batch = 9};
    try {
        const StepFunctions functions = functions_for(problem, load, test::weighed_source, store);
        try {
            for (const device::Specialisation& what :
                 kernels_with_functions(make_pointwise_schedule(problem, DeviceLimits{}),
                                        problem.precision, functions)) {
                static_cast<void>(device::compile(what, architecture));
            }
        } catch (const device::CompileError& error) {
            refuse_user_function(functions, error.log());
        }
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
}

TEST(FftFunctions, the_sentence_about_a_wrong_one_names_it_its_place_and_the_line)
{
    EXPECT_EQ(
        refusal(LoadFunction{.source = "Complex twice(Complex value, const Index&, const void*)\n"
                                       "{ return value + valeu; }",
                             .function = "twice"},
                test::weighed_store(false)),
        "the function 'twice' at load does not compile (line 2: identifier \"valeu\" is "
        "undefined): mend its source, which must define Complex twice(Complex, const "
        "Index&, const void*)");
    EXPECT_EQ(refusal(test::weighed_load(false),
                      StoreFunction{.source = "Complex f(Complex value) { return value; }",
                                    .function = "f"}),
              "the function 'f' at store does not compile (where it is called with a value, an "
              "index and data: too many arguments in function call): mend its source, which must "
              "define Complex f(Complex, const Index&, const void*)");
    LoadFunction given = test::weight_as_input(false);
    given.function = "missing";
    EXPECT_THAT(refusal(given, std::nullopt),
                AllOf(StartsWith("the function 'missing' at load does not compile (where it is "
                                 "called with an index and data: "),
                      HasSubstr("must define Complex missing(const Index&, const void*)")));
}

TEST(FftFunctions, a_brace_too_few_is_blamed_on_the_function_that_lacks_it)
{
    EXPECT_THAT(
        refusal(test::weighed_load(false),
                StoreFunction{
                    .source = "Complex f(Complex value, const Index&, const void*) { return value;",
                    .function = "f"}),
        StartsWith("the function 'f' at store does not compile ("));
    EXPECT_THAT(
        refusal(LoadFunction{.source = "Complex f(Complex value, const Index&, const void*) {",
                             .function = "f"},
                test::weighed_store(false)),
        StartsWith("the function 'f' at load does not compile ("));
}

TEST(FftFunctions, without_a_source_or_a_name_are_refused)
{
    EXPECT_THAT(refusal(LoadFunction{.source = "", .function = "f"}, std::nullopt),
                StartsWith("the function 'f' at load has no source"));
    EXPECT_THAT(refusal(std::nullopt, StoreFunction{.source = "x", .function = "f()"}),
                StartsWith("'f()' is no name of a function at store"));
}

TEST(FftFunctions, the_name_of_a_kernel_tells_them_and_the_layout_apart)
{
    const auto name = [](const Problem& problem, const StepFunctions& functions) {
        return kernels_with_functions(make_schedule(problem, DeviceLimits{}), problem.precision,
                                      functions)
            .front()
            .identifier();
    };
    const Problem problem{.lengths = {8, 8}, .batch = 3};
    const StepFunctions functions = weighing(problem);
    StepFunctions other = functions;
    other.load->source += "// another\n";
    EXPECT_NE(name(problem, functions), name(problem, other));
    other = functions;
    other.in.shape.batch = 4;
    EXPECT_NE(name(problem, functions), name(problem, other));
    other = functions;
    other.load = test::weight_as_input(false);
    EXPECT_NE(name(problem, functions), name(problem, other));
}

}  // namespace
}  // namespace tobiuo::fft
