// SPDX-License-Identifier: BSD-3-Clause
// Whether many threads or one do work that is done again and again.
#pragma once

#include <chrono>
#include <cstdint>

#include "runtime/forks.hpp"

namespace tobiuo {

/// The threads for repeated work of so few milliseconds that another job on the same processors
/// decides how long it takes: threads that share a processor with it wait for their turn, some
/// milliseconds each time that threads meet, and one thread is faster than several.
///
/// Several threads do the work until, on the whole, they have lost much time against one. Then one
/// thread does it for twenty times as long as was lost, so that looking whether the processors are
/// free again costs a twentieth at most. What one thread takes is first `alone` seconds, an
/// estimate, and then measured. Results must not depend on the number of threads.
///
/// Sharing   by any number of threads at a time.
class ThreadChoice {
public:
    using Clock = std::chrono::steady_clock;

    static constexpr double fixed = 1e9;

    /// The seconds of one thread for `points` points of about `nanoseconds` each, or `fixed` where
    /// the caller of the work asked for more than 0 threads.
    [[nodiscard]] static double alone_unless_asked(int asked, std::int64_t points,
                                                   double nanoseconds)
    {
        return asked > 0 ? fixed : 1e-9 * nanoseconds * static_cast<double>(points);
    }

    /// Chooses between `most` threads and one for work that takes one thread about `alone` seconds.
    /// Work of more than 50 milliseconds, or of `fixed` seconds, always gets `most`.
    ThreadChoice(int most, double alone);

    /// Calls work(threads) and returns what it returns.
    template <typename Work>
    auto run(const Work& work)
    {
        const Run run{*this};
        return work(run.threads);
    }

    /// The number of threads for work that begins at `now`.
    [[nodiscard]] int threads(Clock::time_point now) const;
    /// Remembers that work on `threads` threads took until `end`.
    void took(int threads, double seconds, Clock::time_point end);

private:
    /// One execution, which ends with its scope.
    struct Run {
        explicit Run(ThreadChoice& its_choice)
            : choice{its_choice}, start{Clock::now()}, threads{choice.threads(start)}
        {
        }
        Run(const Run&) = delete;
        Run& operator=(const Run&) = delete;
        ~Run()
        {
            const Clock::time_point end = Clock::now();
            choice.took(threads, std::chrono::duration<double>(end - start).count(), end);
        }

        ThreadChoice& choice;
        Clock::time_point start;
        int threads;
    };

    int most_;
    mutable ForkMutex mutex_;
    double alone_;                   ///< seconds that one thread takes
    bool is_measured_ = false;       ///< `alone_` is no estimate
    double lost_ = 0.0;              ///< seconds that several threads lost, less those they gained
    Clock::time_point alone_until_;  ///< one thread works until then
};

}  // namespace tobiuo
