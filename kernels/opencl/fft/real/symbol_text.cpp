// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/fft/real/symbol_text.hpp"

namespace tobiuo::opencl {

std::string symbol_functions()
{
    return R"(
Real quotient(Eigenvalue sum)
{
    return sum == 0 ? (Real)0 : (Real)1 / (Real)sum;
}

Complex divided(Complex value, Eigenvalue x, Eigenvalue y)
{
    return (Complex)(value.x * quotient(x), value.y * quotient(y));
}
)";
}

void name_symbol(const fft::TwoForOne& pairs, const std::string& number, Text& text)
{
    text.line("const uint row_of_symbol = (uint)((", number, ") / ", long_literal(pairs.row_pairs),
              ");");
    text.line("const uint column = (uint)((", number, ") % ", long_literal(pairs.row_pairs), ");");
    text.line("const uint first_of_pair = column + column / ", pairs.group, "u * ", pairs.group,
              "u;");
    text.line("const Eigenvalue outer = symbol_outer[row_of_symbol];");
    text.line("const Eigenvalue others_x = symbol_inner[first_of_pair] + outer;");
    text.line("const Eigenvalue others_y = symbol_inner[first_of_pair + ", pairs.group,
              "u] + outer;");
}

void keep_constant(const std::string& first, Text& text)
{
    text.open("if (symbol_constant != 0 && others_x + symbol_along[0] == 0)");
    text.line("*symbol_constant = ", first, ".x;");
    text.close();
}

std::string divided(const std::string& value, const std::string& k)
{
    return words("divided(", value, ", others_x + symbol_along[", k, "], others_y + symbol_along[",
                 k, "])");
}

std::string divided_alike(const std::string& value, const std::string& k)
{
    return words("quotient(others_x + symbol_along[", k, "]) * ", value);
}

}  // namespace tobiuo::opencl
