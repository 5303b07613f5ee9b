// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/memory/device_ceiling.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "runtime/device/buffer.hpp"
#include "runtime/device/compile/constant.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/memory/ceiling.hpp"
#include "runtime/memory/event_timer.hpp"

namespace tobiuo::memory {
namespace {

constexpr int streams = 13;
constexpr int values_per_thread = 4;
constexpr int threads = 256;

void launch(const device::Kernel& kernel, const float* in, float* out, long long values,
            cudaStream_t stream)
{
    const long long count = values / values_per_thread;
    const auto blocks = static_cast<unsigned>((count + threads - 1) / threads);
    kernel.launch(dim3{blocks}, dim3{threads}, stream, in, count, out, count);
}

class DeviceStreams {
public:
    DeviceStreams(int device, std::int64_t bytes)
        : device_{device::select(device)},
          values_{std::max<std::int64_t>(
                      1, bytes / arrays / static_cast<std::int64_t>(sizeof(float)) / granule) *
                  granule},
          memory_{static_cast<std::size_t>(arrays * values_)}
    {
        device::check(
            cudaMemsetAsync(memory_.data(), 1, memory_.size() * sizeof(float), stream_.get()),
            "fill the arrays of the bandwidth probe");
        static_cast<void>(seconds_and_wait());
    }

    [[nodiscard]] double seconds_and_wait() const
    {
        device::select(device_);
        return timer_.time_and_wait(stream_.get(), [&] {
            launch(kernel_, memory_.data(), memory_.data() + streams * values_, values_,
                   stream_.get());
        });
    }

    [[nodiscard]] std::int64_t bytes() const
    {
        return arrays * values_ * static_cast<std::int64_t>(sizeof(float));
    }

private:
    static constexpr std::int64_t arrays = streams + 1;
    static constexpr std::int64_t granule = std::int64_t{values_per_thread} * threads;

    int device_;
    std::int64_t values_;
    device::Kernel kernel_{probe_specialisations().front()};
    device::Stream stream_ = device::make_stream();
    EventTimer timer_;
    device::DeviceBuffer<float> memory_;
};

}  // namespace

std::vector<device::Specialisation> probe_specialisations()
{
    return {{.source = "runtime/memory/read_mostly.cuh",
             .kernel = "read_mostly",
             .config = {device::constant("int threads", threads)},
             .options = {},
             .name = "read-mostly-13-1-threads" + std::to_string(threads)}};
}

std::vector<float> read_mostly_on_device(int device, std::span<const float> in)
{
    device::select(device);
    const device::Kernel kernel{probe_specialisations().front()};
    const device::Stream stream = device::make_stream();
    const std::size_t values = in.size() / streams;
    const device::DeviceBuffer<float> arrays{in.size()};
    const device::DeviceBuffer<float> sums{values};
    device::copy_to_device(arrays.data(), in, stream.get());
    launch(kernel, arrays.data(), sums.data(), static_cast<long long>(values), stream.get());
    return device::fetch_and_wait(sums, stream.get());
}

CeilingProbe make_device_probe(int device, std::int64_t bytes)
{
    const auto arrays = std::make_shared<const DeviceStreams>(device, bytes);
    return {.seconds_and_wait = [arrays] { return arrays->seconds_and_wait(); },
            .bytes = arrays->bytes()};
}

}  // namespace tobiuo::memory
