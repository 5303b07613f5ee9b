// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/host/fftw_planner.hpp"

#include <pthread.h>

#include <algorithm>
#include <limits>

namespace tobiuo::fft {
namespace {

/// A fork waits until no thread plans: the child would find the planner locked for ever, and its
/// data half written.
[[maybe_unused]] const int registered =
    pthread_atfork([] { fftw_planner_mutex().lock(); }, [] { fftw_planner_mutex().unlock(); },
                   [] { fftw_planner_mutex().unlock(); });

thread_local int most_threads = std::numeric_limits<int>::max();

}  // namespace

std::mutex& fftw_planner_mutex()
{
    static std::mutex mutex;
    return mutex;
}

FftwThreads::FftwThreads(int threads) : before_{most_threads}
{
    most_threads = std::min(before_, threads);
}

FftwThreads::~FftwThreads()
{
    most_threads = before_;
}

void run_fftw_parts(void* (*work)(char*), char* parts, std::size_t bytes, int count,
                    void* /*nothing*/)
{
    [[maybe_unused]] const int threads = std::min(count, most_threads);
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
    for (int part = 0; part < count; ++part) {
        work(parts + static_cast<std::size_t>(part) * bytes);
    }
}

}  // namespace tobiuo::fft
