#include "kernels/opencl/fft/prelude.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <string_view>

#include "kernels/fft/butterfly/print.hpp"

namespace tobiuo::opencl {
namespace {

constexpr std::string_view complex_functions = R"(
Complex multiply(Complex a, Complex b)
{
    return (Complex)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

Complex conjugate(Complex a)
{
    return (Complex)(a.x, -a.y);
}

/* X[k] from Z[k], Z[M-k] and w^k: half a spectrum from the transform of pairs of reals. */
Complex folded(Complex z, Complex mirror, Complex power)
{
    const Complex even = 0.5f * (Complex)(z.x + mirror.x, z.y - mirror.y);
    const Complex odd = multiply(power, 0.5f * (Complex)(z.x - mirror.x, z.y + mirror.y));
    return (Complex)(even.x + odd.y, even.y - odd.x);
}

/* 2 Z[k] from X[k], X[M-k] and w^k; at the ends x holds the real X[0] and X[M]. */
Complex unfolded(Complex x, Complex mirror, Complex power, bool ends)
{
    const Complex even = (Complex)(x.x + mirror.x, x.y - mirror.y);
    const Complex odd = multiply((Complex)(x.x - mirror.x, x.y + mirror.y), conjugate(power));
    return ends ? (Complex)(x.x + x.y, x.x - x.y) : (Complex)(even.x - odd.y, even.y + odd.x);
}

/* The coefficients of bin k of two lines from that bin, its mirror and its twiddle factor. */
Complex separated(Complex own, Complex other, Complex twiddle)
{
    const Complex sum = 0.5f * (own + other);
    const Complex difference = 0.5f * (Complex)(other.y - own.y, own.x - other.x);
    return twiddle.x * sum + twiddle.y * difference;
}

/* Bin k from the coefficients of k and of its mirror. */
Complex together(Complex own, Complex other, Complex twiddle)
{
    const Complex sum = twiddle.x * own - twiddle.y * other;
    const Complex difference = twiddle.y * own + twiddle.x * other;
    return (Complex)(sum.x + difference.y, sum.y - difference.x);
}
)";

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
    return text.append(complex_functions);
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
