// What the device probes share: a stream, and two events around the work.
#pragma once

#include <cstdint>

#include "kernels/device/stream.hpp"
#include "kernels/memory/probe.hpp"

namespace tobiuo::memory {

class TimedProbe : public Probe {
public:
    /// Makes `device` the current one. Throws device::DeviceError.
    explicit TimedProbe(int device) : device_{device::select(device)} {}

    double time_and_wait(std::int64_t units) final
    {
        device::select(device_);
        device::check(cudaEventRecord(start_.get(), stream()), "start a measurement");
        enqueue(units);
        device::check(cudaEventRecord(stop_.get(), stream()), "stop a measurement");
        return device::seconds_between(start_, stop_);
    }

protected:
    virtual void enqueue(std::int64_t units) = 0;
    [[nodiscard]] cudaStream_t stream() const { return stream_.get(); }

private:
    int device_;
    device::Stream stream_ = device::make_stream();
    device::Event start_ = device::make_event();
    device::Event stop_ = device::make_event();
};

}  // namespace tobiuo::memory
