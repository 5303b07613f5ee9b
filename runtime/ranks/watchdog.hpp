// SPDX-License-Identifier: BSD-3-Clause
// Ends messages that will never arrive, because another rank or the network has failed.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace tobiuo::ranks {

/// A thread that asks a library for failures while the rank waits for its messages, for instance in
/// cudaStreamSynchronize, where it could not ask itself. After a failure it aborts them, so that the
/// wait ends, with any values; whoever has waited calls check(), which throws.
class Watchdog {
public:
    /// `failure` gives the sentence of what has failed, empty if nothing has; `abort` ends the
    /// messages. The thread calls the first every `period`, and the second once, never while
    /// guarded() is at work.
    Watchdog(std::function<std::string()> failure, std::function<void()> abort,
             std::chrono::milliseconds period = std::chrono::milliseconds{100});
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;
    ~Watchdog() = default;

    /// Throws DeviceError with the sentence if there was a failure.
    void check();

    /// Calls work() unless there was a failure, which it throws.
    template <typename Work>
    void guarded(const Work& work)
    {
        const std::scoped_lock lock{mutex_};
        throw_failure();
        work();
    }

private:
    void watch(const std::stop_token& stop);
    void throw_failure() const;

    std::function<std::string()> ask_;
    std::function<void()> abort_;
    std::chrono::milliseconds period_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::string failure_;
    std::jthread thread_;  ///< ends before the others go
};

}  // namespace tobiuo::ranks
