// Judges a formula before it is compiled: every error in our words and at its place.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tobiuo::expression {

using Constant = std::pair<std::string_view, double>;
[[nodiscard]] std::span<const Constant> constants();

/// What muParser is to compile.
struct Formula {
    /// Without blanks, which muParser does not take before '('; '&' for && and '|' for ||, whose
    /// own meaning it keeps to whole numbers.
    std::string text;
    std::set<std::string, std::less<>> uses;  ///< the variables that occur
};

/// Throws ExpressionError unless `text` is a formula of numbers, `variables`, constants(),
/// functions() and operators.
[[nodiscard]] Formula check_syntax(std::string_view text, std::span<const std::string> variables);

}  // namespace tobiuo::expression
