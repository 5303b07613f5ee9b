// SPDX-License-Identifier: BSD-3-Clause
// What a fork of the process does to threads, and to back ends that the parent has started.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include <tobiuo/backend.hpp>

namespace tobiuo {

/// A mutex that a fork waits for, so that no child finds it locked by a thread that it does not have.
/// It is held for moments only, and never while another one is taken or made.
class ForkMutex {
public:
    ForkMutex();
    ForkMutex(const ForkMutex&) = delete;
    ForkMutex& operator=(const ForkMutex&) = delete;
    ~ForkMutex();

    void lock() { mutex_.lock(); }
    void unlock() { mutex_.unlock(); }

private:
    friend class ForkMutexes;

    std::mutex mutex_;
    ForkMutex* before_ = nullptr;  ///< in the list of all
    ForkMutex* behind_ = nullptr;
};

/// Remembers that this process has started the driver of a back end, which serves no child that is
/// forked from now on.
void note_started(Backend backend) noexcept;

/// Why the driver of a back end cannot be used in this process, a child that was forked after its
/// parent had started the driver, as a clause with the cure; nothing if it can be.
[[nodiscard]] std::optional<std::string> lost_by_fork(Backend backend);

/// Throws DeviceError if the driver of the back end was lost by a fork. Calls of a driver may wait
/// for threads that the child does not have, so this is asked before them.
void require_not_lost_by_fork(Backend backend);

}  // namespace tobiuo
