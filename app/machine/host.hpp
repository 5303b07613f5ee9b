// The machine that the program runs on: processor, threads, memory.
#pragma once

#include <cstdint>
#include <string>

namespace tobiuo {

struct HostInfo {
    std::string processor;           ///< model name as the kernel reports it
    int threads{};                   ///< OpenMP threads that the CPU back end will use
    std::int64_t total_bytes{};      ///< 0 if unknown
    std::int64_t available_bytes{};  ///< free now, within the limit of the control group
};

[[nodiscard]] HostInfo host_info();

/// "1.88 GB": three digits and a decimal unit.
[[nodiscard]] std::string bytes_text(double bytes);

/// "2026-11-21T04:05:06Z".
[[nodiscard]] std::string utc_now();

}  // namespace tobiuo
