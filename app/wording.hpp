// SPDX-License-Identifier: BSD-3-Clause
// Words in messages: lists, quotations, and suggestions for misspelt words.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "runtime/device/backend.hpp"
#include "runtime/precision.hpp"

namespace tobiuo {

/// `text` in quotes, cut after 40 characters: line ends and tabulators become blanks, and other
/// control characters are written as by printable().
[[nodiscard]] std::string in_quotes(std::string_view text);

/// The words as a list: "a, b, c".
[[nodiscard]] std::string list_of(std::span<const std::string> words);

/// The suggestion " (did you mean 'tolerance'?)"; if no word is near, " (" + `otherwise` + ")".
[[nodiscard]] std::string suggestion(std::string_view word, std::span<const std::string> known,
                                     std::string_view otherwise);

/// The suggestion " (did you mean 'blocked'? known: blocked, twin)"; if no word is near, only the
/// known ones.
[[nodiscard]] std::string suggestion(std::string_view word, std::span<const std::string> known);

/// "single" or "double": the words of cases, options and JSON, as word_of() has them of a back end.
[[nodiscard]] std::string_view word_of(Precision precision);

/// The shortest decimal text that reads back as the same double.
[[nodiscard]] std::string shortest(double value);

}  // namespace tobiuo
