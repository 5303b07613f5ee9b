// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/expression/functions.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tobiuo::expression {
namespace {

// As their texts in C have them. Each keeps NaN.
double sign(double x)
{
    return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x;
}

double least(double a, double b)
{
    return b < a || b != b ? b : a;
}

double greatest(double a, double b)
{
    return b > a || b != b ? b : a;
}

/// A function of one argument that C has by this name or by another one.
Function unary(std::string_view name, Function::Unary call, std::string_view name_in_c = {})
{
    return {.name = name,
            .in_c = std::string{name_in_c.empty() ? name : name_in_c} + "($a)",
            .call = call};
}

}  // namespace

std::string_view Function::arity_text() const
{
    constexpr std::array<std::string_view, 3> texts{"1 argument", "2 arguments",
                                                    "1 argument or more"};
    return texts.at(call.index());
}

bool Function::takes(int count) const
{
    return std::holds_alternative<OfMany>(call) ? count >= 1
                                                : count == static_cast<int>(call.index()) + 1;
}

std::span<const Function> functions()
{
    static const std::array rows{
        unary("sin", [](double x) { return std::sin(x); }),
        unary("cos", [](double x) { return std::cos(x); }),
        unary("tan", [](double x) { return std::tan(x); }),
        unary("asin", [](double x) { return std::asin(x); }),
        unary("acos", [](double x) { return std::acos(x); }),
        unary("atan", [](double x) { return std::atan(x); }),
        Function{.name = "atan2",
                 .in_c = "atan2($a, $b)",
                 .call = +[](double y, double x) { return std::atan2(y, x); }},
        Function{.name = "hypot",
                 .in_c = "hypot($a, $b)",
                 .call = +[](double x, double y) { return std::hypot(x, y); }},
        unary("sinh", [](double x) { return std::sinh(x); }),
        unary("cosh", [](double x) { return std::cosh(x); }),
        unary("tanh", [](double x) { return std::tanh(x); }),
        unary("exp", [](double x) { return std::exp(x); }),
        unary(
            "ln", [](double x) { return std::log(x); }, "log"),
        unary("log10", [](double x) { return std::log10(x); }),
        unary("sqrt", [](double x) { return std::sqrt(x); }),
        unary(
            "abs", [](double x) { return std::abs(x); }, "fabs"),
        Function{.name = "sign", .in_c = "$a > 0.0 ? 1.0 : $a < 0.0 ? -1.0 : $a", .call = sign},
        Function{.name = "min",
                 .in_c = "$b < $a || $b != $b ? $b : $a",
                 .call = Function::OfMany{least}},
        Function{.name = "max",
                 .in_c = "$b > $a || $b != $b ? $b : $a",
                 .call = Function::OfMany{greatest}}};
    return rows;
}

const Function* find_function(std::string_view name)
{
    const auto all = functions();
    const auto found = std::ranges::find(all, name, &Function::name);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace tobiuo::expression
