// The machine that the program runs on: processor, threads, memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tobiuo {

/// Numbers of bytes that the system does not tell are absent.
struct HostInfo {
    std::string processor;  ///< model name as the kernel reports it
    int threads{};          ///< OpenMP threads that the CPU back end will use
    std::optional<std::int64_t> total_bytes;
    /// Free now, within the limits of the control groups and of the process (ulimit -v, -d).
    std::optional<std::int64_t> available_bytes;

    /// available_bytes; beyond any need where that is unknown.
    [[nodiscard]] std::int64_t usable_bytes() const;
};

[[nodiscard]] HostInfo host_info();

/// "1.88 GB": three digits and a decimal unit.
[[nodiscard]] std::string bytes_text(double bytes);
/// The same, or "unknown".
[[nodiscard]] std::string bytes_text(std::optional<std::int64_t> bytes);

/// "2026-11-21T04:05:06Z".
[[nodiscard]] std::string utc_now();

/// As the network knows it; a folder may serve several machines.
[[nodiscard]] std::string host_name();

}  // namespace tobiuo
