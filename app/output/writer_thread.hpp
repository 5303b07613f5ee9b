// SPDX-License-Identifier: BSD-3-Clause
// A thread that writes files while a run goes on.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace tobiuo {

/// Does jobs one after the other, in the order in which they come, in a thread of its own; where no
/// thread can be had, submit() does them itself. What a
/// job throws is thrown to the run instead, by the next call that may wait; all later jobs are left
/// out then, as if the run had ended there. So a file of a later job is there only if those of all
/// earlier ones are.
///
/// Threads   one thread calls; a job calls nothing of this object. What a job uses belongs to it
///           until is_done().
/// Time      that callers wait belongs to the files of a run (TimePart::files).
/// Memory    is bounded by the caller, who waits for a job before its buffers are used again.
class WriterThread {
public:
    using Job = std::function<void()>;

    WriterThread();
    WriterThread(const WriterThread&) = delete;
    WriterThread& operator=(const WriterThread&) = delete;
    /// Ends when all jobs are done. An error that was not thrown yet is dropped, because another
    /// one ends the run already.
    ~WriterThread() = default;

    /// Adds a job and returns its number; they count from 1. Throws what an earlier job has thrown.
    std::int64_t submit(Job job);
    /// Whether the job of this number needs nothing any more; so it is for number 0.
    [[nodiscard]] bool is_done(std::int64_t number) const;
    /// Waits for the job of this number. Throws what it or an earlier one has thrown.
    void wait_for(std::int64_t number);
    /// Waits for all jobs. Throws as wait_for() does.
    void drain();
    /// Throws what a job has thrown, and does not wait.
    void check() const;

private:
    void work(const std::stop_token& stop);
    void work_here();
    void check_locked() const;

    mutable std::mutex mutex_;  ///< of all that follows but the thread
    std::condition_variable_any changed_;
    std::deque<Job> jobs_;
    std::int64_t submitted_ = 0;
    std::int64_t done_ = 0;
    std::exception_ptr error_;  ///< the first one
    std::jthread thread_;       ///< ends before the others go; none where none can be had
};

}  // namespace tobiuo
