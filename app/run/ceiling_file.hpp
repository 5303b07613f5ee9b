// SPDX-License-Identifier: BSD-3-Clause
// Bandwidth ceilings that were measured on this machine, kept for later runs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runtime/memory/ceiling.hpp"

namespace tobiuo {

/// One ceiling and what it holds for: the machine with its processor or GPU, and what was moved.
struct KnownCeiling {
    std::string machine;  ///< "node7, AMD EPYC 7763, 16 threads"
    std::string mix;      ///< "13 arrays read, 1 written"
    memory::Ceiling measured;
    std::string date;             ///< UTC, "2026-11-21T04:05:06Z"
    double processor_share{1.0};  ///< as MeasuredCeiling::processor_share
};

/// Reads the ceilings in the file. Nothing is read from a file that does not exist or is
/// unreadable, too large or of another schema, and damaged entries are left out; there are no
/// warnings, because everything can be measured again.
[[nodiscard]] std::vector<KnownCeiling> read_ceilings(const std::filesystem::path& file);

/// Replaces the entry for the same machine and mix; readers always see a whole file. Returns false
/// if the file could not be written: the next run then measures again.
[[nodiscard]] bool keep_ceiling(const std::filesystem::path& file, const KnownCeiling& ceiling);

/// The path of ceilings.json in $XDG_CACHE_HOME/tobiuo or ~/.cache/tobiuo; empty if neither is set.
[[nodiscard]] std::filesystem::path default_ceiling_file();

}  // namespace tobiuo
