// How many OpenMP threads share a loop.
#pragma once

#include <cstdint>
#include <string>

namespace tobiuo {

/// Threads for a loop of `points` points, each of which takes one thread about `nanoseconds`: as
/// many as have a hundredth of a millisecond of work, for to wake a thread and to wait for it takes
/// a good part of that. At least 1, at most omp_get_max_threads(): OMP_NUM_THREADS, the caller's
/// omp_set_num_threads() and the affinity mask of the process hold.
[[nodiscard]] int threads_for(std::int64_t points, double nanoseconds);

/// "1 thread", "16 threads".
[[nodiscard]] std::string threads_text(int threads);

}  // namespace tobiuo
