#include "app/machine/wait_policy.hpp"

#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace tobiuo {
namespace {

/// The variables that a user sets to choose another policy.
constexpr std::array settings{"OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME"};

bool is_set(const char* variable)
{
    return std::getenv(variable) != nullptr;
}

}  // namespace

void wait_passively(char* const* arguments)
{
    if (omp_get_max_threads() == 1 || std::ranges::any_of(settings, is_set)) {
        return;
    }
    // Each turn is a PAUSE: 20 to 60 microseconds in all, which is how long threads that share a
    // loop evenly wait for each other.
    constexpr const char* turns = "2000";
    std::error_code unknown;
    // The path replaces the link, so that the process keeps its name.
    const auto program = std::filesystem::read_symlink("/proc/self/exe", unknown);
    const bool set = !unknown && ::setenv("OMP_WAIT_POLICY", "passive", 0) == 0 &&
                     ::setenv("GOMP_SPINCOUNT", turns, 0) == 0;
    if (set) {
        ::execv(program.c_str(), arguments);  // returns only if it failed
    }
}

}  // namespace tobiuo
