// SPDX-License-Identifier: BSD-3-Clause
// Manual pages, written from the definition of the command line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/pages/described.hpp"
#include "app/errors.hpp"

namespace tobiuo::pages {

/// The name of a command's page: "tobiuo-bench-fft".
[[nodiscard]] std::string page_name_of(const Command& command);

/// The page of `command`, one of all_of(program), in the language of man(7).
[[nodiscard]] std::string manual_page(const Command& command, const Command& program);

struct ManualOptions {
    std::vector<std::string> words;  ///< of the command whose page is printed
    std::filesystem::path folder;    ///< where all pages are written instead, if it is not empty
};

/// Runs `tobiuo man`.
[[nodiscard]] ExitCode manual_command(const ManualOptions& options, const Command& program);

}  // namespace tobiuo::pages
