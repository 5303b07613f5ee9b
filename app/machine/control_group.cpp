// Versions 1 and 2 of Linux's control groups: the kernel's documents cgroup-v1/memory.rst and
// cgroup-v2.rst.
#include "app/machine/control_group.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "app/machine/kernel_file.hpp"

namespace tobiuo {
namespace {

namespace fs = std::filesystem;

/// What a version calls things; `cache` is the line of memory.stat with the file pages out of use,
/// which the kernel drops before it refuses memory.
struct Version {
    const char* limit;
    const char* used;
    const char* cache;
};
constexpr Version version_1{.limit = "memory.limit_in_bytes",
                            .used = "memory.usage_in_bytes",
                            .cache = "total_inactive_file"};
constexpr Version version_2{
    .limit = "memory.max", .used = "memory.current", .cache = "inactive_file"};

/// Version 1 says "no limit" by a number near 2^63.
constexpr std::int64_t no_limit = std::int64_t{1} << 62;

/// The lesser of the two that are known.
std::optional<std::int64_t> least(std::optional<std::int64_t> a, std::optional<std::int64_t> b)
{
    return a && b ? std::min(*a, *b) : (a ? a : b);
}

/// What one group still allows.
std::optional<std::int64_t> room_of(const fs::path& group, const Version& version)
{
    const auto limit = number_in(group / version.limit);
    const auto used = number_in(group / version.used);
    if (!limit || *limit >= no_limit || !used) {
        return std::nullopt;
    }
    const std::string cache = value_in(group / "memory.stat", version.cache).value_or("0");
    return std::max<std::int64_t>(0, *limit - *used + std::strtoll(cache.c_str(), nullptr, 10));
}

/// What `group` below the mounted `root` and all groups above it allow.
std::optional<std::int64_t> room_below(const fs::path& root, const fs::path& group,
                                       const Version& version)
{
    std::optional<std::int64_t> room = room_of(root, version);
    fs::path folder = root;
    // A folder that is not there (a container sees only its own part of the path) sets no limit.
    for (const fs::path& name : group.relative_path()) {
        folder /= name;
        room = least(room, room_of(folder, version));
    }
    return room;
}

bool names_memory(std::string_view controllers)
{
    const std::string listed = "," + std::string{controllers} + ",";
    return listed.find(",memory,") != std::string::npos;
}

struct Groups {
    fs::path memory = "/";   ///< of version 1's memory hierarchy
    fs::path unified = "/";  ///< of version 2
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
            groups.unified = group;  // "/../x", a group above what we see, stays at the root
        } else if (names_memory(controllers)) {
            groups.memory = group;
        }
    }
    return groups;
}

}  // namespace

std::optional<std::int64_t> control_group_room(const fs::path& root, const std::string& membership)
{
    const Groups groups = groups_in(membership);
    return least(room_below(root, groups.unified, version_2),
                 room_below(root / "memory", groups.memory, version_1));
}

}  // namespace tobiuo
