// SPDX-License-Identifier: BSD-3-Clause
// Wisdom on disk: one JSON file for each user, which every run reads and every tuning extends.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "runtime/tuning/wisdom.hpp"

namespace tobiuo::tuning {

/// What a file held, and a warning for each part of it that was not understood.
struct WisdomOnDisk {
    Wisdom wisdom;
    std::vector<std::string> warnings;
};

/// Reads `file`; a file that does not exist holds nothing. Damaged entries, and files that are
/// damaged or of another version, are left out with a warning; the content of a file never makes it
/// throw.
[[nodiscard]] WisdomOnDisk read_wisdom(const std::filesystem::path& file);

/// Adds `news` to the content of `file`, replacing entries that exist. Several processes may do
/// this at the same time: a lock beside the file orders them, and readers see whole files only. A
/// file that could not be understood is kept under the name <file>.unread.
///
/// `waits` is called every so often while another process has the lock, with the name of the lock;
/// it may throw to end the wait.
///
/// Returns the warnings of reading. Throws std::runtime_error (file, reason, cure) if the file
/// cannot be written.
[[nodiscard]] std::vector<std::string> merge_wisdom(
    const std::filesystem::path& file, const Wisdom& news,
    const std::function<void(const std::filesystem::path& lock)>& waits = {});

/// Has plans and solvers of this process read `file`, or none if it is empty, in place of
/// default_wisdom_file(). Any thread may call it.
void use_wisdom_file(std::filesystem::path file);
/// The file that they read; empty: none.
[[nodiscard]] std::filesystem::path wisdom_file_in_use();

/// $TOBIUO_WISDOM, or wisdom.json in $XDG_CACHE_HOME/tobiuo or ~/.cache/tobiuo; empty if none of
/// these variables is set.
[[nodiscard]] std::filesystem::path default_wisdom_file();

}  // namespace tobiuo::tuning
