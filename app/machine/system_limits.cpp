// SPDX-License-Identifier: BSD-3-Clause
// Versions 1 and 2 of Linux's control groups, and the limits of the process. Source: the kernel's
// documents cgroup-v1/memory.rst and cgroup-v2.rst.
#include "app/machine/system_limits.hpp"

#include <omp.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

namespace tobiuo {
namespace {

namespace fs = std::filesystem;

/// The names of files in one version; `cache` is the line of memory.stat with the unused file
/// pages, which the kernel drops before it refuses memory.
struct VersionFiles {
    const char* limit;
    const char* used;
    const char* cache;
    bool is_unified;  ///< whether this is version 2
};
constexpr VersionFiles version_1{.limit = "memory.limit_in_bytes",
                                 .used = "memory.usage_in_bytes",
                                 .cache = "total_inactive_file",
                                 .is_unified = false};
constexpr VersionFiles version_2{
    .limit = "memory.max", .used = "memory.current", .cache = "inactive_file", .is_unified = true};

/// From this number on a limit of version 1 means "no limit": it is near 2^63.
constexpr std::int64_t no_limit = std::int64_t{1} << 62;

/// The lesser of two numbers; an unknown one is ignored.
template <typename Number>
std::optional<Number> least(std::optional<Number> a, std::optional<Number> b)
{
    return a && b ? std::min(*a, *b) : (a ? a : b);
}

/// The bytes that one group still allows.
std::optional<std::int64_t> room_of(const fs::path& group, const VersionFiles& version)
{
    const auto limit = number_in(group / version.limit);
    const auto used = number_in(group / version.used);
    if (!limit || *limit >= no_limit || !used) {
        return std::nullopt;
    }
    const std::string cache = value_in(group / "memory.stat", version.cache).value_or("0");
    return std::max<std::int64_t>(0, *limit - *used + std::strtoll(cache.c_str(), nullptr, 10));
}

/// The number of processors whose time one group allows. In version 2 cpu.max holds the quota, or
/// "max", and the period; version 1 has a file for each, and -1 means no quota.
std::optional<double> processors_of(const fs::path& group, const VersionFiles& version)
{
    double quota = 0.0;
    double period = 0.0;
    std::istringstream{version.is_unified ? text_in(group / "cpu.max")
                                          : text_in(group / "cpu.cfs_quota_us") + " " +
                                                text_in(group / "cpu.cfs_period_us")} >>
        quota >> period;
    return quota > 0.0 && period > 0.0 ? std::optional{quota / period} : std::nullopt;
}

/// The least of `limit_of` for `group` below the mounted `root` and for all groups above it.
template <typename Number>
std::optional<Number> least_below(const fs::path& root, const fs::path& group,
                                  const VersionFiles& version,
                                  std::optional<Number> (*limit_of)(const fs::path&,
                                                                    const VersionFiles&))
{
    std::optional<Number> limit = limit_of(root, version);
    fs::path folder = root;
    // A missing folder sets no limit: a container sees only its own part of the path.
    for (const fs::path& name : group.relative_path()) {
        folder /= name;
        limit = least(limit, limit_of(folder, version));
    }
    return limit;
}

bool names(std::string_view controllers, std::string_view controller)
{
    const std::string listed = "," + std::string{controllers} + ",";
    return listed.find("," + std::string{controller} + ",") != std::string::npos;
}

struct Groups {
    fs::path memory = "/";   ///< the group in version 1's memory hierarchy
    fs::path time = "/";     ///< the group in version 1's hierarchy for processors
    fs::path unified = "/";  ///< the group in version 2
};

/// The groups in lines like "4:memory:/user/job-7" (version 1) and "0::/user.slice/job-7".
Groups groups_in(const std::string& membership)
{
    Groups groups;
    std::istringstream lines{membership};
    for (std::string line; std::getline(lines, line);) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) {
            continue;
        }
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const fs::path group = fs::path{line.substr(second + 1)}.lexically_normal();
        if (controllers.empty()) {
            groups.unified = group;  // "/../x", a group above the visible ones, becomes the root
        }
        if (names(controllers, "memory")) {
            groups.memory = group;
        }
        if (names(controllers, "cpu")) {
            groups.time = group;
        }
    }
    return groups;
}

/// The columns of /proc/self/statm to which limits apply, in pages.
struct Sizes {
    std::int64_t address_space{};
    std::int64_t data{};  ///< private and writable memory, including stacks
};

Sizes sizes()
{
    std::array<std::int64_t, 6> columns{};  // size resident shared text library data
    std::ifstream file{"/proc/self/statm"};
    for (std::int64_t& column : columns) {
        file >> column;
    }
    const std::int64_t page = ::sysconf(_SC_PAGESIZE);
    return {.address_space = columns[0] * page, .data = columns[5] * page};
}

std::int64_t stack_bytes_of_a_thread()
{
    pthread_attr_t attributes{};
    std::size_t bytes = 0;
    if (::pthread_getattr_default_np(&attributes) == 0) {
        ::pthread_attr_getstacksize(&attributes, &bytes);
        ::pthread_attr_destroy(&attributes);
    }
    return static_cast<std::int64_t>(bytes);
}

std::optional<std::int64_t> limit_of(decltype(RLIMIT_AS) resource)
{
    rlimit limit{};
    const bool limited = ::getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return limited ? std::optional{static_cast<std::int64_t>(limit.rlim_cur)} : std::nullopt;
}

}  // namespace

std::optional<std::string> value_in(const std::filesystem::path& file, const std::string& key)
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

std::optional<std::int64_t> number_in(const std::filesystem::path& file)
{
    std::ifstream text{file};
    std::int64_t number = 0;
    return text >> number ? std::optional{number} : std::nullopt;
}

std::string text_in(const std::filesystem::path& file)
{
    std::ifstream text{file};
    return {std::istreambuf_iterator<char>{text}, {}};
}

std::optional<std::int64_t> control_group_room(const fs::path& root, const std::string& membership)
{
    const Groups groups = groups_in(membership);
    return least(least_below(root, groups.unified, version_2, room_of),
                 least_below(root / "memory", groups.memory, version_1, room_of));
}

std::optional<double> control_group_processors(const fs::path& root, const std::string& membership)
{
    const Groups groups = groups_in(membership);
    return least(least_below(root, groups.unified, version_2, processors_of),
                 least_below(root / "cpu", groups.time, version_1, processors_of));
}

std::optional<std::int64_t> process_room()
{
    const Sizes used = sizes();
    std::optional<std::int64_t> room;
    if (const auto limit = limit_of(RLIMIT_AS)) {
        room = *limit - used.address_space;
    }
    if (const auto limit = limit_of(RLIMIT_DATA)) {
        room = std::min(room.value_or(*limit), *limit - used.data);
    }
    const std::int64_t stacks = (omp_get_max_threads() - 1) * stack_bytes_of_a_thread();
    return room ? std::optional{std::max<std::int64_t>(0, *room - stacks)} : std::nullopt;
}

}  // namespace tobiuo
