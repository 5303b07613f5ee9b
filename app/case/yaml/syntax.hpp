// What yaml-cpp says about bad syntax, in words that name the cure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/errors.hpp"

namespace tobiuo::casefile {

inline constexpr std::string_view alias_sentence =
    "aliases (*name) are not supported (a case is short, and cycles of them have no end): write "
    "the value out";

/// One sentence for yaml-cpp's `message` about `line` (from 0; -1: the end of the text).
[[nodiscard]] std::string syntax_sentence(std::string_view text, int line,
                                          std::string_view message);

/// Where to point for an error at `line` and `byte` (from 0; -1: at the end of the text): at the
/// tab, if the line is indented by one.
[[nodiscard]] Position syntax_position(std::string_view text, int line, int byte,
                                       const std::string& source);

/// True if `offset` is at a quote without a partner: yaml-cpp 0.7 lets the end of the text close
/// some quoted scalars.
[[nodiscard]] bool lacks_closing_quote(std::string_view text, std::size_t offset);

}  // namespace tobiuo::casefile
