// SPDX-License-Identifier: BSD-3-Clause
// A user's function is compiled into the pass, or refused in one sentence; no GPU is needed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <variant>

#include "kernels/fft/kernel/functions.hpp"
#include "kernels/fft/schedule/pointwise_schedule.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "tests/kernels/fft/pointwise_reference.hpp"

namespace tobiuo::fft {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr auto architecture = "sm_90";

PassForm middle_of(const Problem& problem)
{
    for (const Step& step : make_pointwise_schedule(problem, DeviceLimits{}).steps) {
        if (const auto* pass = std::get_if<PassStep>(&step); pass && pass->form.modes.wanted()) {
            return pass->form;
        }
    }
    throw std::logic_error{"the schedule has no pass with a function"};
}

/// A small form, which compiles fast.
PassForm small_form()
{
    return middle_of({.lengths = {8}, .batch = 9});
}

device::CompiledKernel compiled(const Problem& problem, const Pointwise& function)
{
    return device::compile(
        specialise(middle_of(problem), problem.precision, StepFunctions{.between = function}),
        architecture);
}

TEST(FftPointwise, a_function_compiles_in_each_kind_of_pass)
{
    for (const Problem& problem :
         {Problem{.lengths = {512, 512, 512}},
          Problem{.lengths = {128, 100, 90}, .precision = Precision::fp64, .batch = 3},
          Problem{.lengths = {20000}},
          Problem{.lengths = {17, 16}, .precision = Precision::fp64}}) {
        const auto kernel = compiled(problem, test::weighed_source);
        EXPECT_TRUE(kernel.image.starts_with("\177ELF")) << describe(problem);
        EXPECT_EQ(kernel.log, "") << describe(problem);
    }
}

TEST(FftPointwise, a_source_may_hold_templates_overloads_helpers_and_namespaces)
{
    const Pointwise function{.source = R"(
namespace filters {
__device__ constexpr Real half = Real{1} / 2;
template <typename Value, typename At>
__device__ Value damped(Value value, const At& index, const void* data)
{
    const auto* filter = static_cast<const Complex*>(data);
    return conjugate(value) * filter[index.x] + Complex{half, exp(half)} - value;
}
__device__ Real damped(Real value) { return value; }
})",
                             .function = "filters::damped"};

    EXPECT_EQ(compiled({.lengths = {8}}, function).log, "");
}

/// The sentence that a user gets.
std::string refusal(const Pointwise& function)
{
    try {
        static_cast<void>(functions_for({.lengths = {8}}, std::nullopt, function, std::nullopt));
        static_cast<void>(device::compile(
            specialise(small_form(), Precision::fp32, StepFunctions{.between = function}),
            architecture));
    } catch (const device::CompileError& error) {
        try {
            refuse_user_function({.between = function}, error.log());
        } catch (const std::invalid_argument& refused) {
            return refused.what();
        }
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
}

TEST(FftPointwise, the_sentence_about_a_wrong_function_names_it_and_the_line)
{
    const Pointwise function{.source =
                                 "Complex twice(Complex value, const Index&, const void*)\n"
                                 "{\n"
                                 "    return value + valeu;\n"
                                 "}\n",
                             .function = "twice"};

    EXPECT_EQ(refusal(function),
              "the function 'twice' between transforms does not compile (line 3: identifier "
              "\"valeu\" is undefined): mend its source, which must define Complex twice(Complex, "
              "const Index&, const void*)");
}

TEST(FftPointwise, a_function_of_another_name_or_other_arguments_is_refused)
{
    Pointwise function = test::weighed_source;
    function.function = "weighted";
    EXPECT_THAT(refusal(function),
                AllOf(StartsWith("the function 'weighted' between transforms does not compile "
                                 "(where it is called with a value, an index and data: "),
                      HasSubstr("\"weighted\"")));
    function = {.source = "Complex plain(Complex value) { return value; }", .function = "plain"};
    EXPECT_THAT(refusal(function), HasSubstr("(where it is called with a value, an index and data: "
                                             "too many arguments in function call): mend"));
}

TEST(FftPointwise, a_source_with_a_brace_too_few_or_too_many_is_refused)
{
    EXPECT_THAT(refusal({.source = "Complex f(Complex value, const Index&, const void*) {",
                         .function = "f"}),
                StartsWith("the function 'f' between transforms does not compile ("));
    EXPECT_THAT(
        refusal({.source = "Complex f(Complex value, const Index&, const void*) { return value; }}",
                 .function = "f"}),
        StartsWith("the function 'f' between transforms does not compile ("));
}

TEST(FftPointwise, an_empty_source_or_what_is_no_name_is_refused)
{
    EXPECT_THAT(refusal({.source = "", .function = "f"}), HasSubstr("has no source"));
    EXPECT_THAT(refusal({.source = "x", .function = ""}), HasSubstr("'' is no name"));
    EXPECT_THAT(refusal({.source = "x", .function = "f(1); //"}),
                HasSubstr("'f(1); //' is no name"));
}

TEST(FftPointwise, the_name_and_the_program_tell_functions_and_modes_apart)
{
    const auto kernel_of = [](const PassForm& form, const Pointwise& function) {
        return specialise(form, Precision::fp32, StepFunctions{.between = function});
    };
    const PassForm form = small_form();
    const auto kernel = kernel_of(form, test::weighed_source);
    Pointwise function = test::weighed_source;
    function.source += "// another\n";
    EXPECT_NE(kernel_of(form, function).identifier(), kernel.identifier());
    EXPECT_NE(kernel_of(form, function).program(), kernel.program());
    function = test::weighed_source;
    function.function = "weighed2";
    EXPECT_NE(kernel_of(form, function).identifier(), kernel.identifier());
    for (long long Modes::*field : {&Modes::x, &Modes::y, &Modes::first}) {
        PassForm other = form;
        other.modes.*field += 1;
        EXPECT_NE(kernel_of(other, test::weighed_source).identifier(), kernel.identifier());
        EXPECT_NE(kernel_of(other, test::weighed_source).program(), kernel.program());
    }
    EXPECT_LT(kernel.identifier().size(), 200U);
}

}  // namespace
}  // namespace tobiuo::fft
