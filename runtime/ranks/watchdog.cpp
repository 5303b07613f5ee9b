// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/ranks/watchdog.hpp"

#include <utility>

#include <tobiuo/error.hpp>

namespace tobiuo::ranks {

Watchdog::Watchdog(std::function<std::string()> failure, std::function<void()> abort,
                   std::chrono::milliseconds period)
    : ask_{std::move(failure)},
      abort_{std::move(abort)},
      period_{period},
      thread_{[this](const std::stop_token& stop) { watch(stop); }}
{
}

void Watchdog::watch(const std::stop_token& stop)
{
    std::unique_lock lock{mutex_};
    while (!stop.stop_requested()) {
        // Only a request to stop ends this wait before the period is over.
        static_cast<void>(wake_.wait_for(lock, stop, period_, [] { return false; }));
        if (stop.stop_requested()) {
            return;
        }
        failure_ = ask_();
        if (!failure_.empty()) {
            abort_();
            return;
        }
    }
}

void Watchdog::throw_failure() const
{
    if (!failure_.empty()) {
        throw DeviceError{failure_};
    }
}

void Watchdog::check()
{
    guarded([] {});
}

}  // namespace tobiuo::ranks
