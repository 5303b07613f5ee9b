// SPDX-License-Identifier: BSD-3-Clause
// Changes the number of OpenMP threads for a while.
#pragma once

#include <omp.h>

namespace tobiuo::test {

/// While this object lives, omp_get_max_threads() is `threads`.
class OnThreads {
public:
    explicit OnThreads(int threads) : earlier_{omp_get_max_threads()}
    {
        omp_set_num_threads(threads);
    }
    OnThreads(const OnThreads&) = delete;
    OnThreads& operator=(const OnThreads&) = delete;
    ~OnThreads() { omp_set_num_threads(earlier_); }

private:
    int earlier_;
};

}  // namespace tobiuo::test
