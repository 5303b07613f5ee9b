// SPDX-License-Identifier: BSD-3-Clause
// The cases that `tobiuo new` begins from: commented ones that are made for it, and shipped ones.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tobiuo::start {

/// A file as the build embedded it.
struct EmbeddedCase {
    std::string_view path;  ///< "app/start/flow.yaml"
    std::string_view text;
};

/// The files, those of app/start/ first.
[[nodiscard]] std::span<const EmbeddedCase> embedded_cases();

/// The word by which a user asks for the case: "flow" for "app/start/flow.yaml".
[[nodiscard]] std::string_view kind_of(const EmbeddedCase& embedded);

/// Whether the case is made to be begun from, with other choices in its comments.
[[nodiscard]] bool is_made_for_it(const EmbeddedCase& embedded);

/// What the case is in a line, without a full stop: the beginning of its first comment.
[[nodiscard]] std::string summary_of(const EmbeddedCase& embedded);

/// The case under another name.
[[nodiscard]] std::string named_text(const EmbeddedCase& embedded, std::string_view name);

}  // namespace tobiuo::start
