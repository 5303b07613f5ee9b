// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/fft/pass/prelude.hpp"

#include <array>
#include <charconv>
#include <cstddef>

#include "kernels/fft/butterfly/print.hpp"
#include "kernels/fft/pass/makhoul.hpp"
#include "kernels/fft/pass/real_pairs.hpp"

namespace tobiuo::opencl {
namespace {

std::string function(const std::string& head, const std::string& result)
{
    return "\nComplex " + head + "\n{\n    return " + result + ";\n}\n";
}

/// The formulas of complex.hpp, real_pairs.hpp and makhoul.hpp, printed.
std::string complex_functions()
{
    const auto a = variable("a");
    const auto b = variable("b");
    const auto power = variable("power");
    const auto twiddle = variable("twiddle");
    return function("multiply(Complex a, Complex b)", text_of(a * b)) +
           function("conjugate(Complex a)", text_of(fft::conjugate(a))) +
           function("folded(Complex a, Complex b, Complex power)",
                    text_of(fft::folded(a, b, power))) +
           function("unfolded(Complex a, Complex b, Complex power, bool ends)",
                    "ends ? " + text_of(fft::unfolded(a, b, power, true)) + " : " +
                        text_of(fft::unfolded(a, b, power, false))) +
           function("separated(Complex a, Complex b, Complex twiddle)",
                    text_of(fft::separated(a, b, twiddle))) +
           function("joined(Complex a, Complex b, Complex twiddle)",
                    text_of(fft::joined(a, b, twiddle)));
}

}  // namespace

std::string real_literal(double value, Precision precision)
{
    std::array<char, 64> text{};
    const bool single = precision == Precision::fp32;
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value,
                                            std::chars_format::scientific, single ? 9 : 17);
    return std::string{text.data(), end} + (single ? "f" : "");
}

std::string prelude(Precision precision)
{
    const bool single = precision == Precision::fp32;
    std::string text = single ? "" : "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
    text += single ? "typedef float Real;\ntypedef float2 Complex;\n"
                   : "typedef double Real;\ntypedef double2 Complex;\n";
    return text + complex_functions();
}

std::string butterflies(const std::set<int>& radices, Precision precision)
{
    std::string text;
    for (const int radix : radices) {
        if (radix > 1) {
            text += "\n" + fft::codegen::butterfly_c_text(static_cast<std::size_t>(radix),
                                                          precision == Precision::fp32);
        }
    }
    return text;
}

}  // namespace tobiuo::opencl
