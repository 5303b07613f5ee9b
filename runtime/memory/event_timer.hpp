// SPDX-License-Identifier: BSD-3-Clause
// Two events around the work of a stream.
#pragma once

#include "runtime/device/stream.hpp"

namespace tobiuo::memory {

/// Times work on a stream by two events. It belongs to the device that is current when it is made.
class EventTimer {
public:
    /// Seconds that the work which `enqueue()` puts on `stream` takes. Waits for its end.
    template <typename Enqueue>
    [[nodiscard]] double time_and_wait(cudaStream_t stream, const Enqueue& enqueue) const
    {
        device::check(cudaEventRecord(start_.get(), stream), "start a measurement");
        enqueue();
        device::check(cudaEventRecord(stop_.get(), stream), "stop a measurement");
        return device::seconds_between(start_, stop_);
    }

private:
    device::Event start_ = device::make_event();
    device::Event stop_ = device::make_event();
};

}  // namespace tobiuo::memory
