// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/expression/text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace tobiuo::expression {
namespace {

/// The number in brackets. C has no literals for what is not finite.
std::string literal(double number)
{
    if (std::isnan(number)) {
        return "(sqrt(-1.0))";
    }
    if (std::isinf(number)) {
        return number < 0.0 ? "(log(0.0))" : "(-log(0.0))";
    }
    const std::string sign = std::signbit(number) ? "-" : "";
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), std::abs(number),
                                   std::chars_format::hex);
    return "(" + sign + "0x" + std::string{digits.data(), end.ptr} + ")";
}

/// What a node is of its arguments $a, $b and $c, in C.
std::string pattern_of(const Node& node)
{
    switch (node.operation) {
        case Operation::number:
            return literal(node.number);
        case Operation::variable:
            return std::string{"xyzt"[node.variable]};
        case Operation::negate:
            return "-$a";
        case Operation::add:
            return "$a + $b";
        case Operation::subtract:
            return "$a - $b";
        case Operation::multiply:
            return "$a * $b";
        case Operation::divide:
            return "$a / $b";
        case Operation::power:
            return "pow($a, $b)";
        case Operation::less:
            return "$a < $b ? 1.0 : 0.0";
        case Operation::less_or_equal:
            return "$a <= $b ? 1.0 : 0.0";
        case Operation::greater:
            return "$a > $b ? 1.0 : 0.0";
        case Operation::greater_or_equal:
            return "$a >= $b ? 1.0 : 0.0";
        case Operation::equal:
            return "$a == $b ? 1.0 : 0.0";
        case Operation::unequal:
            return "$a != $b ? 1.0 : 0.0";
        case Operation::both:
            return "$a != 0.0 && $b != 0.0 ? 1.0 : 0.0";
        case Operation::either:
            return "$a != 0.0 || $b != 0.0 ? 1.0 : 0.0";
        case Operation::choose:
            return "$a != 0.0 ? $b : $c";
        case Operation::call_one:
        case Operation::call_two:
            return node.function->in_c;
    }
    return {};
}

std::string name_of(int node)
{
    return "n" + std::to_string(node);
}

/// The pattern with the names of the node's arguments.
std::string value_text(const Node& node)
{
    const std::string pattern = pattern_of(node);
    std::string text;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == '$') {
            text += name_of(node.arguments.at(static_cast<std::size_t>(pattern[++at] - 'a')));
        } else {
            text += pattern[at];
        }
    }
    return text;
}

}  // namespace

std::string body_of(const Tree& tree)
{
    std::string text;
    for (std::size_t n = 0; n < tree.size(); ++n) {
        text +=
            "const double " + name_of(static_cast<int>(n)) + " = " + value_text(tree[n]) + ";\n";
    }
    return text + "return " + name_of(static_cast<int>(tree.size()) - 1) + ";\n";
}

}  // namespace tobiuo::expression
