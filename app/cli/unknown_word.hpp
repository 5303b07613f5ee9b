// SPDX-License-Identifier: BSD-3-Clause
// What a command line names that does not exist, and what may have been meant.
#pragma once

#include <optional>
#include <span>
#include <string>

namespace CLI {
class App;
}

namespace tobiuo {

/// The sentence about the first command that does not exist, or else about an option that the
/// command does not have and that is like one, or like a key of a case; nothing if the mistake is
/// another one. `arguments` are without the program's name.
[[nodiscard]] std::optional<std::string> unknown_word(const CLI::App& app,
                                                      std::span<const char* const> arguments);

}  // namespace tobiuo
