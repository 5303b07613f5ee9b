// Translates what yaml-cpp says about bad syntax into words that name the cure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/errors.hpp"

namespace tobiuo::casefile {

inline constexpr std::string_view alias_sentence =
    "aliases (*name) are not supported (a case is short, and cycles of them have no end): write "
    "the value out";

/// One sentence for yaml-cpp's `message` about `line` (from 0; -1 is the end of the text).
[[nodiscard]] std::string syntax_sentence(std::string_view text, int line,
                                          std::string_view message);

/// The position to report for an error at `line` and `byte` (from 0; -1 is the end of the text):
/// the tab, if one indents the line.
[[nodiscard]] Position syntax_position(std::string_view text, int line, int byte,
                                       const std::string& source);

/// Whether there is a quote without a partner at `offset`: yaml-cpp 0.7 accepts the end of the text
/// as the end of some quoted scalars.
[[nodiscard]] bool lacks_closing_quote(std::string_view text, std::size_t offset);

}  // namespace tobiuo::casefile
