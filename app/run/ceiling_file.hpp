// Bandwidth ceilings that were measured on this machine, kept for later runs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/memory/ceiling.hpp"

namespace tobiuo {

/// One ceiling and what it holds for: the machine with its processor or GPU, and what was moved.
struct KnownCeiling {
    std::string machine;  ///< "node7, AMD EPYC 7763, 16 threads"
    std::string mix;      ///< "13 arrays read, 1 written"
    memory::Ceiling measured;
    std::string date;             ///< UTC, "2026-11-21T04:05:06Z"
    double processor_share{1.0};  ///< that the measuring threads got; much less beside other jobs
};

/// What the file holds. Without a warning, for all of it can be measured again: nothing of a file
/// that is not there, unreadable, too large or of another schema; no entry that is damaged.
[[nodiscard]] std::vector<KnownCeiling> read_ceilings(const std::filesystem::path& file);

/// Replaces what the file holds for the same machine and mix; the file is whole at any time. False
/// if it could not be written: the next run measures again.
[[nodiscard]] bool keep_ceiling(const std::filesystem::path& file, const KnownCeiling& ceiling);

/// ceilings.json in $XDG_CACHE_HOME/tobiuo or ~/.cache/tobiuo; empty if neither is set.
[[nodiscard]] std::filesystem::path default_ceiling_file();

}  // namespace tobiuo
