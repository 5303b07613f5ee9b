#include "app/machine/host.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>

namespace tobiuo {
namespace {

/// The number behind `key` in a file of "key: value" lines.
std::optional<std::string> value_in(const char* file, const std::string& key)
{
    std::ifstream lines{file};
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(key)) {
            const auto start = line.find_first_not_of(" \t:", key.size());
            return start == std::string::npos ? "" : line.substr(start);
        }
    }
    return std::nullopt;
}

std::int64_t memory_line(const std::string& key)
{
    const auto text = value_in("/proc/meminfo", key);
    return text ? std::strtoll(text->c_str(), nullptr, 10) * 1024 : 0;
}

/// What the control group (container, batch job) still allows; huge if it sets no limit.
std::int64_t control_group_room()
{
    std::ifstream limit_file{"/sys/fs/cgroup/memory.max"};
    std::ifstream used_file{"/sys/fs/cgroup/memory.current"};
    std::int64_t limit = 0;
    std::int64_t used = 0;
    if (limit_file >> limit && used_file >> used) {  // "max" is no number: no limit
        return std::max<std::int64_t>(0, limit - used);
    }
    return std::numeric_limits<std::int64_t>::max();
}

}  // namespace

HostInfo host_info()
{
    return {.processor = value_in("/proc/cpuinfo", "model name").value_or("unknown processor"),
            .threads = omp_get_max_threads(),
            .total_bytes = memory_line("MemTotal"),
            .available_bytes = std::min(memory_line("MemAvailable"), control_group_room())};
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
