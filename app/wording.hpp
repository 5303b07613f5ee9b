// Words in messages: lists, quotations, and what a misspelt word may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tobiuo {

/// 'text' cut after 40 characters: line ends and tabulators are blanks, what else a terminal would
/// obey is written as by printable().
[[nodiscard]] std::string in_quotes(std::string_view text);

/// "a, b, c".
[[nodiscard]] std::string list_of(std::span<const std::string> words);

/// " (did you mean 'tolerance'?)"; where no word is near, " (" + `otherwise` + ")".
[[nodiscard]] std::string suggestion(std::string_view word, std::span<const std::string> known,
                                     std::string_view otherwise);

/// " (did you mean 'blocked'? known: blocked, twin)"; where no word is near, the known ones alone.
[[nodiscard]] std::string suggestion(std::string_view word, std::span<const std::string> known);

/// Shortest decimal text that reads back as the same double.
[[nodiscard]] std::string shortest(double value);

}  // namespace tobiuo
