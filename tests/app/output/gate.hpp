// SPDX-License-Identifier: BSD-3-Clause
// A job of a WriterThread that takes as long as a test wants: a slow disk.
#pragma once

#include <functional>
#include <future>

namespace tobiuo::test {

/// Is closed until open(), or until it goes: declare it after the thread whose jobs wait for it.
class Gate {
public:
    Gate() = default;
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;
    ~Gate() { open(); }

    /// A job that lasts until the gate is open.
    [[nodiscard]] std::function<void()> job() const
    {
        return [passed = passed_] { passed.wait(); };
    }
    void open()
    {
        if (!is_open_) {
            promise_.set_value();
            is_open_ = true;
        }
    }

private:
    std::promise<void> promise_;
    std::shared_future<void> passed_ = promise_.get_future().share();
    bool is_open_ = false;
};

}  // namespace tobiuo::test
