// The check of a formula before it is compiled: every error gets a sentence of ours and its
// position.
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

/// The formula that muParser compiles.
struct Formula {
    /// The text without blanks, which muParser refuses before '('; '&' stands for && and '|' for
    /// ||, because muParser's own && and || convert operands to integers.
    std::string text;
    std::set<std::string, std::less<>> uses;  ///< the variables that occur
};

/// Throws ExpressionError unless `text` is a formula of numbers, `variables`, constants(),
/// functions() and operators.
[[nodiscard]] Formula check_syntax(std::string_view text, std::span<const std::string> variables);

}  // namespace tobiuo::expression
