// SPDX-License-Identifier: BSD-3-Clause
// A loop on several threads whose turns may throw.
#pragma once

#include <cstdint>
#include <exception>

namespace tobiuo {

/// Calls work(n) for 0 to count - 1 on so many threads, in any order. Throws one of the exceptions of
/// work().
template <typename Work>
void each_at_once(std::int64_t count, [[maybe_unused]] int threads, const Work& work)
{
    std::exception_ptr error;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (std::int64_t n = 0; n < count; ++n) {
        try {
            work(n);
        } catch (...) {
#pragma omp critical
            error = std::current_exception();
        }
    }
    if (error) {
        std::rethrow_exception(error);
    }
}

}  // namespace tobiuo
