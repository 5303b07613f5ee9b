// SPDX-License-Identifier: BSD-3-Clause
// FFTW's planner, which one thread at a time may use, the plans that it makes, and how many threads
// execute these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <type_traits>

#include "kernels/fft/host/fftw.hpp"
#include "kernels/fft/host/fftw_memory.hpp"

namespace tobiuo::fft {

/// While it lives, plans that this thread executes take at most `threads` threads. Their parts stay
/// those of the threads that they were made for, and so do the bits of their results.
class FftwThreads {
public:
    explicit FftwThreads(int threads);
    FftwThreads(const FftwThreads&) = delete;
    FftwThreads& operator=(const FftwThreads&) = delete;
    ~FftwThreads();

private:
    int before_;
};

/// Does the `count` parts of a plan, of `bytes` each from `parts` on, for
/// fftw_threads_set_callback(): by OpenMP, as FFTW does itself, but on the threads of FftwThreads.
void run_fftw_parts(void* (*work)(char*), char* parts, std::size_t bytes, int count, void* nothing);

/// FFTW's planner is not thread-safe, so one mutex serialises all planners of this library, and
/// what destroys plans. Executing them needs none.
[[nodiscard]] std::mutex& fftw_planner_mutex();

/// The right to plan, while it lives. Afterwards FFTW makes plans for as many threads as before, so
/// that a program's own plans are made as it wants. All plans of the process with this T do their
/// parts by run_fftw_parts() from the first planner on, until this library is unloaded.
template <typename T>
class FftwPlanner {
public:
    /// Makes plans that run on `threads` OpenMP threads and need this memory at most. Throws
    /// std::runtime_error if FFTW cannot start them, std::bad_alloc if there is less memory.
    FftwPlanner(int threads, const FftwMemory& memory) : lock_{fftw_planner_mutex()}
    {
        require_memory((memory.to_plan + memory.to_execute) * complex_bytes);
        static const Threads threads_of_fftw;
        if (!threads_of_fftw.started) {
            throw std::runtime_error{
                "FFTW could not start its threads (out of memory?): free some memory"};
        }
        threads_before_ = Fftw<T>::planner_threads();
        Fftw<T>::plan_with_threads(threads);
    }
    FftwPlanner(const FftwPlanner&) = delete;
    FftwPlanner& operator=(const FftwPlanner&) = delete;
    ~FftwPlanner() { Fftw<T>::plan_with_threads(threads_before_); }

private:
    static constexpr auto complex_bytes = static_cast<std::int64_t>(2 * sizeof(T));

    /// FFTW's threads with our loop, which must not outlive this library.
    struct Threads {
        Threads() : started{Fftw<T>::init_threads() != 0}
        {
            if (started) {
                Fftw<T>::set_loop(run_fftw_parts, nullptr);
            }
        }
        Threads(const Threads&) = delete;
        Threads& operator=(const Threads&) = delete;
        ~Threads() { Fftw<T>::set_loop(nullptr, nullptr); }

        bool started;
    };

    std::unique_lock<std::mutex> lock_;
    int threads_before_ = 1;
};

template <typename T>
struct DestroyFftwPlan {
    void operator()(typename Fftw<T>::Plan plan) const
    {
        const std::lock_guard lock{fftw_planner_mutex()};
        Fftw<T>::destroy(plan);
    }
};

/// Move-only owner of a plan whose real type is T.
template <typename T>
using UniqueFftwPlan =
    std::unique_ptr<std::remove_pointer_t<typename Fftw<T>::Plan>, DestroyFftwPlan<T>>;

}  // namespace tobiuo::fft
