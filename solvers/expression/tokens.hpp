// SPDX-License-Identifier: BSD-3-Clause
// The tokens of a formula: numbers, names and operators, each with its position.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tobiuo::expression {

enum class TokenKind {
    number,
    name,
    sign,
    times,
    comparison,
    logic,
    open,
    close,
    comma,
    condition,
    otherwise,
    end
};

struct Token {
    TokenKind kind{};
    std::string_view text;  ///< part of the formula; empty at its end
    std::size_t at{};       ///< number of characters before it
    double number{};        ///< of a number
};

/// The formula's tokens, the last one of kind `end`; they point into `text`. Throws ExpressionError
/// at the first character that has no meaning, and at numbers beyond double precision.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view text);

/// Whether the text is a name: letters, digits and '_', no digit first.
[[nodiscard]] bool is_name(std::string_view text);

/// The text in quotes, with control characters shown as blanks, cut after 60 characters.
[[nodiscard]] std::string quoted(std::string_view text);

/// Throws the ExpressionError "`what` at character 3 of 'text'`cure`".
[[noreturn]] void refuse(std::string_view text, const Token& token, const std::string& what,
                         const std::string& cure);

}  // namespace tobiuo::expression
