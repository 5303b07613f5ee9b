// SPDX-License-Identifier: BSD-3-Clause
#include "app/machine/host.hpp"

#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <sstream>

#include "app/machine/system_limits.hpp"

namespace tobiuo {
namespace {

std::optional<std::int64_t> memory_line(const std::string& key)
{
    const auto text = value_in("/proc/meminfo", key);
    return text ? std::optional{std::strtoll(text->c_str(), nullptr, 10) * 1024} : std::nullopt;
}

/// The bytes that are free now, within the limits of the control groups and of the process.
std::optional<std::int64_t> available_bytes()
{
    std::optional<std::int64_t> least;
    for (const auto& room :
         {memory_line("MemAvailable"),
          control_group_room("/sys/fs/cgroup", text_in("/proc/self/cgroup")), process_room()}) {
        least = least && room ? std::min(least, room) : (least ? least : room);
    }
    return least;
}

}  // namespace

std::int64_t HostInfo::usable_bytes() const
{
    return available_bytes.value_or(std::numeric_limits<std::int64_t>::max());
}

HostInfo host_info()
{
    return {.processor = value_in("/proc/cpuinfo", "model name").value_or("unknown processor"),
            .threads = omp_get_max_threads(),
            .total_bytes = memory_line("MemTotal"),
            .available_bytes = available_bytes()};
}

std::string bytes_text(double bytes)
{
    constexpr std::array<const char*, 7> units{"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    std::size_t unit = 0;
    while (bytes >= 999.5 && unit + 1 < units.size()) {
        bytes /= 1000.0;
        ++unit;
    }
    std::ostringstream text;
    text.precision(3);
    text << bytes << ' ' << units.at(unit);
    return text.str();
}

std::string bytes_text(std::optional<std::int64_t> bytes)
{
    return bytes ? bytes_text(static_cast<double>(*bytes)) : "unknown";
}

std::string host_name()
{
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown host";
}

std::string utc_now()
{
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

}  // namespace tobiuo
