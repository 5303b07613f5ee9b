#include "app/machine/process_room.hpp"

#include <omp.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <fstream>

namespace tobiuo {
namespace {

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
