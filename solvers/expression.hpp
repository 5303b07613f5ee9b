// SPDX-License-Identifier: BSD-3-Clause
// A formula such as "sin(pi*x) * exp(-y^2)", parsed once and evaluated at many points.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/expression/tree.hpp"

namespace tobiuo {

/// The error for a text that is not an expression. what() is one sentence that quotes the position
/// and says what to do: "unknown name 'sni' at character 5 of '1 + sni(x)' (did you mean 'sin'?)".
class ExpressionError : public std::invalid_argument {
public:
    ExpressionError(const std::string& sentence, int position)
        : std::invalid_argument{sentence}, position_{position}
    {
    }

    /// The character of the text, counted from 0, at which the error was found; the sentence counts
    /// from 1.
    [[nodiscard]] int position() const { return position_; }

private:
    int position_;
};

/// A formula of numbers, variables, pi, e; + - * / ^; sin, cos, tan, asin, acos, atan, atan2(y, x),
/// hypot(x, y), sinh, cosh, tanh, exp, ln, log10, sqrt, abs, sign, min, max; < <= > >= == !=, && and
/// ||, whose results are 1 or 0; condition ? a : b.
///
/// Order     ^ binds first and from the right, 2^3^2 is 2^9; then signs, -x^2 is -(x^2); then * and
///           /, + and -, comparisons, &&, ||, and ?: from the right.
/// Refused   texts that are not a formula or have two readings: x=1, 2x, --x, 0<x<1, several
///           formulas, strings.
/// Locale    numbers have a decimal point in every locale.
/// Rounding  one rounding for each operation, in the order of the text; what depends on no variable
///           is computed once; a^2, a^3, a^4 and a^-1 are products and a quotient.
/// Sharing   any number of threads.
class Expression {
public:
    /// Throws ExpressionError; std::invalid_argument for more than four variables, or for a
    /// variable with the name of another one, of a function or of a constant.
    explicit Expression(std::string text, std::vector<std::string> variables = {"x", "y", "z"});

    /// The value for these variables, in their order; it may be infinite or NaN.
    [[nodiscard]] double at(double first, double second = 0.0, double third = 0.0,
                            double fourth = 0.0) const;

    /// The same with a number in place of the variable, whose own value is not looked at any more: what
    /// depends on no other one is computed now, and values are the same, bit by bit. text() and
    /// depends_on() are those of the whole.
    [[nodiscard]] Expression with(std::string_view variable, double number) const;

    [[nodiscard]] const std::string& text() const;
    /// Whether `variable` occurs in the text.
    [[nodiscard]] bool depends_on(std::string_view variable) const;
    /// Whether no variable does: the value is a number.
    [[nodiscard]] bool is_constant() const;

    /// How it is computed; variable n is the n-th one.
    [[nodiscard]] const expression::Tree& tree() const;

private:
    struct Parsed;

    std::shared_ptr<const Parsed> parsed_;
};

}  // namespace tobiuo
