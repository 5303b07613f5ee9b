// SPDX-License-Identifier: BSD-3-Clause
// The machine that the program runs on: processor, threads, memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tobiuo {

/// What is known about the host. Numbers of bytes that the system does not tell are absent.
struct HostInfo {
    std::string processor;  ///< model name as the kernel reports it
    int threads{};          ///< OpenMP threads that the CPU back end will use
    std::optional<std::int64_t> total_bytes;
    /// Bytes free now, within the limits of the control groups and of the process (ulimit -v, -d).
    std::optional<std::int64_t> available_bytes;

    /// available_bytes, or more than any need if it is unknown.
    [[nodiscard]] std::int64_t usable_bytes() const;
};

[[nodiscard]] HostInfo host_info();

/// A number of bytes with three digits and a decimal unit: "1.88 GB".
[[nodiscard]] std::string bytes_text(double bytes);
/// A number of bytes in the same words, or "unknown".
[[nodiscard]] std::string bytes_text(std::optional<std::int64_t> bytes);

/// The time in UTC: "2026-11-21T04:05:06Z".
[[nodiscard]] std::string utc_now();

/// The machine's name on the network; it tells machines apart that share a folder.
[[nodiscard]] std::string host_name();

}  // namespace tobiuo
