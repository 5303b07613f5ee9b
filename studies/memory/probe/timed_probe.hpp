// SPDX-License-Identifier: BSD-3-Clause
// What the device probes share: a stream, and a timer of the work on it.
#pragma once

#include <cstdint>

#include "runtime/device/stream.hpp"
#include "runtime/memory/event_timer.hpp"
#include "studies/memory/probe/probe.hpp"

namespace tobiuo::memory {

class TimedProbe : public Probe {
public:
    /// Makes `device` the current one. Throws device::DeviceError.
    explicit TimedProbe(int device) : device_{device::select(device)} {}

    double time_and_wait(std::int64_t units) final
    {
        device::select(device_);
        return timer_.time_and_wait(stream(), [&] { enqueue(units); });
    }

protected:
    virtual void enqueue(std::int64_t units) = 0;
    [[nodiscard]] cudaStream_t stream() const { return stream_.get(); }

private:
    int device_;
    device::Stream stream_ = device::make_stream();
    EventTimer timer_;
};

}  // namespace tobiuo::memory
