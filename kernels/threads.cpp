#include "kernels/threads.hpp"

#include <omp.h>

#include <algorithm>

namespace tobiuo {

int threads_for(std::int64_t points, double nanoseconds)
{
    constexpr double worth_a_thread = 1e4;  // in nanoseconds
    const double useful = static_cast<double>(points) * nanoseconds / worth_a_thread;
    return static_cast<int>(std::clamp(useful, 1.0, static_cast<double>(omp_get_max_threads())));
}

std::string threads_text(int threads)
{
    return std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

}  // namespace tobiuo
