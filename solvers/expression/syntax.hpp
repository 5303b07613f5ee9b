// SPDX-License-Identifier: BSD-3-Clause
// The grammar of formulas: every error has its sentence and its position.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "solvers/expression/tree.hpp"

namespace tobiuo::expression {

using Constant = std::pair<std::string_view, double>;
[[nodiscard]] std::span<const Constant> constants();

/// A formula that has been checked.
struct Formula {
    Tree tree;                                ///< variable n is the n-th of those that are allowed
    std::set<std::string, std::less<>> uses;  ///< the variables that occur
};

/// The longest text of a formula, in bytes.
inline constexpr std::size_t most_characters = 20'000;

/// Throws ExpressionError unless `text` is a formula of numbers, `variables`, constants(),
/// functions() and operators.
[[nodiscard]] Formula parse(std::string_view text, std::span<const std::string> variables);

}  // namespace tobiuo::expression
