// The machine that the program runs on: processor, threads, memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>

namespace tobiuo {

struct HostInfo {
    std::string processor;           ///< model name as the kernel reports it
    int threads{};                   ///< OpenMP threads that the CPU back end will use
    std::int64_t total_bytes{};      ///< 0 if unknown
    std::int64_t available_bytes{};  ///< free now, within the limits of the control groups;
                                     ///< no_known_limit if the system does not tell
};

inline constexpr std::int64_t no_known_limit = std::numeric_limits<std::int64_t>::max();

[[nodiscard]] HostInfo host_info();

/// Bytes that the control groups (container, batch job) still allow a process: the least of its
/// group and all groups above it, page cache that can be dropped counted as free. `root` is where
/// the version 2 hierarchy is mounted, `membership` the text of /proc/self/cgroup; no_known_limit
/// if no group sets one.
[[nodiscard]] std::int64_t control_group_room(const std::filesystem::path& root,
                                              const std::string& membership);

/// "1.88 GB": three digits and a decimal unit.
[[nodiscard]] std::string bytes_text(double bytes);

/// "2026-11-21T04:05:06Z".
[[nodiscard]] std::string utc_now();

}  // namespace tobiuo
