// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/threads.hpp"

#include <omp.h>

#include <algorithm>
#include <stdexcept>

namespace tobiuo {

int threads_for(std::int64_t points, double nanoseconds)
{
    constexpr double worth_a_thread = 1e4;  // in nanoseconds
    const double useful = static_cast<double>(points) * nanoseconds / worth_a_thread;
    return static_cast<int>(std::clamp(useful, 1.0, static_cast<double>(omp_get_max_threads())));
}

void validate_threads(int threads, std::string_view work)
{
    if (threads < 0) {
        throw std::invalid_argument{std::string{work} + " on " + std::to_string(threads) +
                                    " threads was asked for (somebody must do the work): give 1 "
                                    "or more, or 0 for all"};
    }
}

std::string threads_text(int threads)
{
    return std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

}  // namespace tobiuo
