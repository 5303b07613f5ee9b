// SPDX-License-Identifier: BSD-3-Clause
// The text of the one-sweep kernel, and its sums on devices without double precision. That p has
// the bits of the reference is tested with all kernels, in every_kernel_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "kernels/opencl/stencil/ceiling_probe.hpp"
#include "kernels/opencl/stencil/march_plan.hpp"
#include "kernels/opencl/stencil/march_program.hpp"
#include "runtime/opencl/buffer.hpp"
#include "runtime/opencl/kernel.hpp"
#include "tests/support/opencl.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::opencl {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(OpenCLMarchProgram, prints_the_formula_of_the_reference_with_every_operation_in_brackets)
{
    const std::string source = march_program({.block = {.k = 64, .j = 4}}).source;
    // c(0) * p(1, 0, 0) + c(1) * p(0, 1, 0) + ..., and the end: (s0 * c(3) - p(0, 0, 0)) * c(11)
    EXPECT_THAT(source, HasSubstr("((c[0] * after[4]) + (c[1] * here[7]))"));
    EXPECT_THAT(source, HasSubstr("+ c[10]) * c[3]) - here[4]) * c[11]);"));
    EXPECT_THAT(source, HasSubstr("FP_CONTRACT OFF"));
}

TEST(OpenCLMarchProgram, names_no_double_where_a_device_has_none)
{
    const MarchForm form{.block = {.k = 64, .j = 4}, .sums_in_fp64 = false};
    EXPECT_THAT(march_program(form).source, Not(HasSubstr("typedef double")));
    EXPECT_THAT(march_program(form).source, Not(HasSubstr("cl_khr_fp64")));
}

class MarchOnOpenCL : public test::OnOpenCL {};

// Squares from 1e-12 to 1 are summed, of which single precision would lose most digits.
TEST_F(MarchOnOpenCL, pairs_of_floats_sum_squares_nearly_as_doubles_do)
{
    Program program = march_program({.block = {.k = 64, .j = 4}, .sums_in_fp64 = false});
    program.source +=
        "__kernel void sum_squares(__global const float* x, const int count,\n"
        "                          __global Sum* sums)\n"
        "{\n"
        "    Sum sum = (Sum)(0);\n"
        "    for (int n = (int)get_global_id(0); n < count; n += 2) {\n"
        "        sum = add_square(sum, x[n]);\n"
        "    }\n"
        "    sums[get_global_id(0)] = sum;\n"
        "}\n";
    constexpr std::int64_t count = 20000;
    std::mt19937 random{20080817};
    std::uniform_real_distribution<float> digits{-1.0F, 1.0F};
    std::vector<float> x(count);
    double expected = 0.0;
    for (std::size_t n = 0; n < x.size(); ++n) {
        x[n] = digits(random) * (n % 3 == 0 ? 1.0F : 1e-6F);
        expected += static_cast<double>(x[n]) * static_cast<double>(x[n]);
    }
    cl_command_queue queue = context().queue();
    const Buffer values{count * 4};
    const Buffer parts{2 * 8};
    const Buffer whole{8};
    write_and_wait<float>(values, x, queue);
    const Kernel squares{program, "sum_squares"};
    const Kernel add_groups{program, "himeno_add_groups"};

    squares.launch({.groups = {2, 1, 1}, .queue = queue}, values, static_cast<std::int32_t>(count),
                   parts);
    add_groups.launch({.items = {sum_items, 1, 1}, .queue = queue}, parts, std::int64_t{2}, whole,
                      std::int64_t{0});

    std::array<float, 2> pair{};
    read_and_wait<float>(pair, whole, queue);
    EXPECT_NEAR(static_cast<double>(pair[0]) + static_cast<double>(pair[1]), expected,
                expected * test::summed_in_pairs(count));
}

TEST_F(MarchOnOpenCL, the_probe_of_the_ceiling_streams_what_it_says)
{
    constexpr std::int64_t bytes = 14 * 2048 * 10;
    const auto probe = make_probe(bytes);
    EXPECT_EQ(probe.bytes, bytes);
    EXPECT_GT(probe.stream_and_wait(), 0.0);
}

}  // namespace
}  // namespace tobiuo::opencl
