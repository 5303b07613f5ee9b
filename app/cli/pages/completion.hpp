// SPDX-License-Identifier: BSD-3-Clause
// What shells need to complete command lines of tobiuo, written from the definition of these.
#pragma once

#include <string>

#include "app/cli/pages/described.hpp"

namespace tobiuo::pages {

/// A file that bash sources from share/bash-completion/completions, called tobiuo.
[[nodiscard]] std::string bash_completion(const Command& program);

/// A file that zsh loads from share/zsh/site-functions, called _tobiuo.
[[nodiscard]] std::string zsh_completion(const Command& program);

/// A file that fish sources from share/fish/vendor_completions.d, called tobiuo.fish.
[[nodiscard]] std::string fish_completion(const Command& program);

}  // namespace tobiuo::pages
