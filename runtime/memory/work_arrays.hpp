// SPDX-License-Identifier: BSD-3-Clause
// Work arrays of a plan, which its executions borrow and which are kept for the next ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/forks.hpp"
#include "runtime/memory/host_array.hpp"
#include "runtime/rounding.hpp"

namespace tobiuo::memory {

/// An array of `values` values for each of `threads` threads, not initialised. An execution borrows
/// all of them; executions at the same time get arrays of their own. No two threads share a page,
/// so that the pages of an array lie near the thread that uses it first.
///
/// Sharing   borrow() may be called by any number of threads at a time.
template <typename T>
class WorkArrays {
    struct Unused {
        ForkMutex mutex;
        std::vector<HostArray<T>> arrays;
        std::size_t made = 0;  ///< arrays, borrowed or unused
    };

public:
    WorkArrays() : WorkArrays{0, 0} {}
    WorkArrays(int threads, std::int64_t values)
        : threads_{threads}, step_{step_of(values)}, unused_{std::make_unique<Unused>()}
    {
    }

    /// What an execution borrows until the end of its life.
    class Borrowed {
    public:
        Borrowed(HostArray<T> array, std::int64_t step, Unused& unused)
            : array_{std::move(array)}, step_{step}, unused_{unused}
        {
        }
        Borrowed(const Borrowed&) = delete;
        Borrowed& operator=(const Borrowed&) = delete;
        ~Borrowed()
        {
            const std::lock_guard lock{unused_.mutex};
            unused_.arrays.push_back(std::move(array_));  // there is room: see borrow()
        }

        /// The array of a thread, which begins at a page.
        [[nodiscard]] T* of(int thread) { return array_.data() + thread * step_; }

    private:
        HostArray<T> array_;
        std::int64_t step_;
        Unused& unused_;
    };

    /// Throws std::bad_alloc.
    [[nodiscard]] Borrowed borrow() const
    {
        {
            const std::lock_guard lock{unused_->mutex};
            if (!unused_->arrays.empty()) {
                HostArray<T> array = std::move(unused_->arrays.back());
                unused_->arrays.pop_back();
                return {std::move(array), step_, *unused_};
            }
            unused_->arrays.reserve(++unused_->made);
        }
        return {HostArray<T>{static_cast<std::size_t>(threads_ * step_)}, step_, *unused_};
    }

    /// The bytes of one execution.
    [[nodiscard]] std::int64_t bytes() const
    {
        return threads_ * step_ * static_cast<std::int64_t>(sizeof(T));
    }

private:
    static std::int64_t step_of(std::int64_t values)
    {
        constexpr auto page = static_cast<std::int64_t>(4096 / sizeof(T));
        return rounded_up(values, page);
    }

    std::int64_t threads_;
    std::int64_t step_;
    std::unique_ptr<Unused> unused_;
};

}  // namespace tobiuo::memory
