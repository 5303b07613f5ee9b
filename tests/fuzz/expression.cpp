// SPDX-License-Identifier: BSD-3-Clause
// The target expression.
#include "solvers/expression.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/fuzz/targets.hpp"

namespace tobiuo::fuzz {
namespace {

bool same(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
           (std::isnan(a) && std::isnan(b));
}

void evaluate(const Expression& formula)
{
    const Expression copy{formula};  // NOLINT(performance-unnecessary-copy*): it is tried too
    constexpr std::array<std::array<double, 3>, 3> points{
        {{0.0, 0.0, 0.0}, {0.5, -1.25, 3.0}, {-1e300, 1e-300, 7.0}}};
    for (const auto& [x, y, z] : points) {
        const double value = formula.at(x, y, z);
        require(same(value, formula.at(x, y, z)), "a formula has one value at a point");
        require(same(value, copy.at(x, y, z)), "a copy has the values of its formula");
        require(formula.depends_on("x") || same(value, formula.at(x + 1.0, y, z)),
                "a formula without x does not change with x");
    }
}

}  // namespace

int expression(Bytes bytes)
{
    const std::string text{text_of(bytes)};
    try {
        evaluate(Expression{text});
    } catch (const ExpressionError& error) {
        require(!std::string_view{error.what()}.empty(), "a refusal says why");
        require(error.position() >= 0 && error.position() <= std::ssize(text),
                "a refusal points into the formula");
    }
    return 0;
}

}  // namespace tobiuo::fuzz
