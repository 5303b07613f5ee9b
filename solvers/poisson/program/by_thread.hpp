// SPDX-License-Identifier: BSD-3-Clause
// What a call leaves for a later one of the same thread.
#pragma once

#include <map>
#include <mutex>
#include <thread>

#include "runtime/forks.hpp"

namespace tobiuo::poisson {

/// A value for each thread. Any thread may call it at any time.
template <typename Value>
class ByThread {
public:
    void remember(const Value& value)
    {
        const std::scoped_lock lock{mutex_};
        of_thread_[std::this_thread::get_id()] = value;
    }

    /// What the calling thread has remembered last; Value{} if it never has.
    [[nodiscard]] Value last() const
    {
        const std::scoped_lock lock{mutex_};
        const auto found = of_thread_.find(std::this_thread::get_id());
        return found == of_thread_.end() ? Value{} : found->second;
    }

private:
    mutable ForkMutex mutex_;
    std::map<std::thread::id, Value> of_thread_;
};

}  // namespace tobiuo::poisson
