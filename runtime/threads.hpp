// SPDX-License-Identifier: BSD-3-Clause
// How many OpenMP threads share a loop.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tobiuo {

/// The number of threads for a loop of `points` points, each of which takes one thread about
/// `nanoseconds`: so many that each thread has a hundredth of a millisecond of work, because waking
/// a thread and waiting for it takes a good part of that. At least 1, at most
/// omp_get_max_threads(), which respects OMP_NUM_THREADS, omp_set_num_threads() and the affinity
/// mask.
[[nodiscard]] int threads_for(std::int64_t points, double nanoseconds);

/// Throws std::invalid_argument if a caller asks for fewer than 0 threads; `work` is what they were
/// to do, "a transform".
void validate_threads(int threads, std::string_view work);

/// "1 thread", "16 threads".
[[nodiscard]] std::string threads_text(int threads);

}  // namespace tobiuo
