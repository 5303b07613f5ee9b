// Wisdom on disk: one JSON file a user, read by every run, merged into by every tuning.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kernels/tuning/wisdom.hpp"

namespace tobiuo::tuning {

/// What a file held, and a sentence for each part of it that was not understood.
struct WisdomOnDisk {
    Wisdom wisdom;
    std::vector<std::string> warnings;
};

/// A file that is not there holds nothing. Damaged entries, and files that are damaged or of
/// another version, are left out with a warning; never throws for what is in the file.
[[nodiscard]] WisdomOnDisk read_wisdom(const std::filesystem::path& file);

/// Adds `news` to what `file` holds; where both know something, `news` counts. Others may do the
/// same at the same time: a lock beside the file orders them, and readers see whole files only.
/// A file that could not be understood is kept under the name <file>.unread.
///
/// Gives the warnings of reading. Throws std::runtime_error (file, reason, cure) if it cannot
/// be written.
[[nodiscard]] std::vector<std::string> merge_wisdom(const std::filesystem::path& file,
                                                    const Wisdom& news);

/// $TOBIUO_WISDOM, or wisdom.json in $XDG_CACHE_HOME/tobiuo or ~/.cache/tobiuo; empty if none of
/// these variables is set.
[[nodiscard]] std::filesystem::path default_wisdom_file();

}  // namespace tobiuo::tuning
