// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/stencil/march_program.hpp"

#include <string>

#include "kernels/opencl/stencil/march_plan.hpp"
#include "kernels/stencil/reference/point.hpp"
#include "kernels/stencil/value_words.hpp"
#include "runtime/opencl/printed.hpp"
#include "runtime/opencl/sources.hpp"

namespace tobiuo::opencl {
namespace {

std::string constant(const char* name, int value)
{
    return std::string{"#define "} + name + " " + std::to_string(value) + "\n";
}

/// residual() of the reference, printed: `c` are the coefficients of the point, and the windows are
/// the 3 x 3 values of p around it in the planes i - 1, i and i + 1.
std::string residual_function()
{
    constexpr const char* windows[] = {"before", "here", "after"};
    const Printed result = stencil::residual(
        [](int m) { return Printed{"c[" + std::to_string(m) + "]"}; },
        [&](int di, int dj, int dk) {
            return Printed{windows[di + 1] + ("[" + std::to_string(3 * dj + dk + 4) + "]")};
        });
    return "Real residual(const Real* c, const Real* before, const Real* here, const Real* after)\n"
           "{\n    return " +
           result.text + ";\n}\n";
}

constexpr const char* sums_in_double = R"(
typedef double Sum;
Sum add(Sum a, Sum b)
{
    return a + b;
}
Sum add_square(Sum sum, Real ss)
{
    return sum + (double)ss * (double)ss;
}
)";

/// A sum is s0 + s1, where s1 is what rounding has cut off.
///
/// Source    D. E. Knuth, TAOCP 2, 4.2.2 (the sum of two floats and its error); T. J. Dekker,
///           Numer. Math. 18 (1971), whose product and its error fma() gives at once.
constexpr const char* sums_in_pairs = R"(
typedef float2 Sum;
Sum add(Sum a, Sum b)
{
    const float s = a.s0 + b.s0;
    const float part = s - a.s0;
    const float error = (a.s0 - (s - part)) + (b.s0 - part) + a.s1 + b.s1;
    const float high = s + error;
    return (Sum)(high, error - (high - s));
}
Sum add_square(Sum sum, Real ss)
{
    const float square = ss * ss;
    return add(sum, (Sum)(square, fma(ss, ss, -square)));
}
)";

}  // namespace

Program march_program(const MarchForm& form)
{
    const bool needs_fp64 = form.sums_in_fp64 || form.precision == Precision::fp64;
    std::string text =
        "// Each operation rounds once, so that p has the bits of the reference.\n"
        "#pragma OPENCL FP_CONTRACT OFF\n";
    if (needs_fp64) {
        text += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
    }
    text += form.precision == Precision::fp32 ? "typedef float Real;\n" : "typedef double Real;\n";
    text += constant("block_k", form.block.k) + constant("block_j", form.block.j) +
            constant("unroll", form.unroll) + constant("sum_items", sum_items) +
            residual_function();
    text += form.sums_in_fp64 ? sums_in_double : sums_in_pairs;
    text += source_text("kernels/opencl/stencil/march.cl");
    return {.name = "himeno-opencl-march-" + stencil::short_word(form.precision) + "-" +
                    std::to_string(form.block.k) + "x" + std::to_string(form.block.j) + "-unroll" +
                    std::to_string(form.unroll),
            .source = std::move(text)};
}

}  // namespace tobiuo::opencl
