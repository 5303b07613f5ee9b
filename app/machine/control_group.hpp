// The memory and the processors that the control groups of the process (container, batch job)
// leave it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace tobiuo {

/// Bytes that they still allow: the least of the process's group and all groups above it, page
/// cache that can be dropped counted as free; nothing if none sets a limit. `root` is where control
/// groups are mounted (version 2 there, version 1 in its folder memory/; a machine may have both),
/// `membership` the text of /proc/self/cgroup.
[[nodiscard]] std::optional<std::int64_t> control_group_room(const std::filesystem::path& root,
                                                             const std::string& membership);

/// Processors' worth of time that they allow, likewise the least: 1.5 for a quota of 150 ms in
/// every 100 ms; nothing if none sets a quota. Version 1 is looked for in the folder cpu/.
[[nodiscard]] std::optional<double> control_group_processors(const std::filesystem::path& root,
                                                             const std::string& membership);

}  // namespace tobiuo
