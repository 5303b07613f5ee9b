#include "solvers/expression/functions.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tobiuo::expression {
namespace {

// Each keeps NaN.
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

Function unary(std::string_view name, Function::Unary call)
{
    return {.name = name, .call = call};
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
        Function{.name = "atan2", .call = +[](double y, double x) { return std::atan2(y, x); }},
        unary("sinh", [](double x) { return std::sinh(x); }),
        unary("cosh", [](double x) { return std::cosh(x); }),
        unary("tanh", [](double x) { return std::tanh(x); }),
        unary("exp", [](double x) { return std::exp(x); }),
        unary("ln", [](double x) { return std::log(x); }),
        unary("log10", [](double x) { return std::log10(x); }),
        unary("sqrt", [](double x) { return std::sqrt(x); }),
        unary("abs", [](double x) { return std::abs(x); }),
        unary("sign", sign),
        Function{.name = "min", .call = Function::OfMany{least}},
        Function{.name = "max", .call = Function::OfMany{greatest}}};
    return rows;
}

const Function* find_function(std::string_view name)
{
    const auto all = functions();
    const auto found = std::ranges::find(all, name, &Function::name);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace tobiuo::expression
