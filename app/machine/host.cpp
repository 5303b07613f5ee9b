#include "app/machine/host.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

namespace tobiuo {
namespace {

namespace fs = std::filesystem;

/// The text behind `key` in a file of "key: value" or "key value" lines.
std::optional<std::string> value_in(const fs::path& file, const std::string& key)
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

std::optional<std::int64_t> memory_line(const std::string& key)
{
    const auto text = value_in("/proc/meminfo", key);
    return text ? std::optional{std::strtoll(text->c_str(), nullptr, 10) * 1024} : std::nullopt;
}

std::optional<std::int64_t> number_in(const fs::path& file)
{
    std::ifstream text{file};
    std::int64_t number = 0;
    return text >> number ? std::optional{number} : std::nullopt;
}

/// What one control group still allows.
std::int64_t room_of(const fs::path& group)
{
    const auto limit = number_in(group / "memory.max");  // "max" is no number: no limit
    const auto used = number_in(group / "memory.current");
    if (!limit || !used) {
        return no_known_limit;
    }
    // The kernel drops file pages out of use before it refuses memory.
    const std::string cache = value_in(group / "memory.stat", "inactive_file").value_or("0");
    return std::max<std::int64_t>(0, *limit - *used + std::strtoll(cache.c_str(), nullptr, 10));
}

/// "/user.slice/job-7" from the line "0::/user.slice/job-7"; "/" if there is no such line.
fs::path group_in(const std::string& membership)
{
    std::istringstream lines{membership};
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("0::/")) {
            return fs::path{line.substr(3)}.lexically_normal();  // "/../x": above what we see
        }
    }
    return "/";
}

std::string text_of(const fs::path& path)
{
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, {}};
}

}  // namespace

std::int64_t control_group_room(const fs::path& root, const std::string& membership)
{
    std::int64_t room = room_of(root);
    fs::path group = root;
    // A folder that is not there (a container sees only its own part of the path) sets no limit.
    for (const fs::path& name : group_in(membership).relative_path()) {
        group /= name;
        room = std::min(room, room_of(group));
    }
    return room;
}

HostInfo host_info()
{
    return {.processor = value_in("/proc/cpuinfo", "model name").value_or("unknown processor"),
            .threads = omp_get_max_threads(),
            .total_bytes = memory_line("MemTotal").value_or(0),
            .available_bytes =
                std::min(memory_line("MemAvailable").value_or(no_known_limit),
                         control_group_room("/sys/fs/cgroup", text_of("/proc/self/cgroup")))};
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
