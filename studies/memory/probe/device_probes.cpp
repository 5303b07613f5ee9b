// SPDX-License-Identifier: BSD-3-Clause
// The probes of the memory study on a CUDA device.
#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/device/buffer.hpp"
#include "runtime/device/capacity.hpp"
#include "runtime/device/compile/module.hpp"
#include "studies/memory/probe/probe.hpp"
#include "studies/memory/probe/study_kernels.hpp"
#include "studies/memory/probe/timed_probe.hpp"

namespace tobiuo::memory {
namespace {

/// The least time of one launch: starting it takes about 3 microseconds, so the start counts a
/// percent.
constexpr double least_seconds_per_launch = 300e-6;

/// Doubles `passes`, the passes of one launch of `probe`, until a launch is long enough. The
/// launches also load the kernel and touch the buffers.
void lengthen_launches(Probe& probe, int& passes)
{
    constexpr int most_passes = 1 << 16;
    static_cast<void>(probe.time_and_wait(1));
    while (passes < most_passes && probe.time_and_wait(1) < least_seconds_per_launch) {
        passes *= 2;
    }
}

/// Two buffers of the same size, filled.
class BufferPair {
public:
    BufferPair(std::int64_t bytes, cudaStream_t stream) : memory_{static_cast<std::size_t>(bytes)}
    {
        device::check(cudaMemsetAsync(memory_.data(), 1, memory_.size(), stream),
                      "fill the buffers of a copy");
    }

    [[nodiscard]] const std::byte* from() const { return memory_.data(); }
    [[nodiscard]] std::byte* to() const { return memory_.data() + size(); }
    [[nodiscard]] std::size_t size() const { return memory_.size() / 2; }

private:
    device::DeviceBuffer<std::byte> memory_;
};

class CopyProbe final : public TimedProbe {
public:
    CopyProbe(int device, const CopyShape& shape)
        : TimedProbe{device},
          element_bytes_{shape.element_bytes},
          kernel_{stream_copy_specialisation(shape)},
          map_{stream_map_of(shape, kernel_)},
          buffers_{bytes_per_pass(), stream()}
    {
        lengthen_launches(*this, passes_);
    }

    [[nodiscard]] double bytes_per_unit() const override
    {
        return static_cast<double>(passes_) * static_cast<double>(bytes_per_pass());
    }
    [[nodiscard]] std::int64_t threads() const override { return map_.step(); }

private:
    void enqueue(std::int64_t units) override
    {
        for (std::int64_t unit = 0; unit < units; ++unit) {
            launch_stream_copy(kernel_, map_, buffers_.from(), buffers_.to(), passes_, stream());
        }
    }

    [[nodiscard]] std::int64_t bytes_per_pass() const { return 2 * map_.size() * element_bytes_; }

    int element_bytes_;
    device::Kernel kernel_;
    StreamMap map_;
    int passes_ = 1;
    BufferPair buffers_;
};

class DriverCopyProbe final : public TimedProbe {
public:
    DriverCopyProbe(int device, std::int64_t bytes) : TimedProbe{device}, buffers_{bytes, stream()}
    {
        static_cast<void>(time_and_wait(1));
    }

    [[nodiscard]] double bytes_per_unit() const override
    {
        return 2.0 * static_cast<double>(buffers_.size());
    }
    [[nodiscard]] std::int64_t threads() const override { return 0; }

private:
    void enqueue(std::int64_t units) override
    {
        for (std::int64_t unit = 0; unit < units; ++unit) {
            device::check(cudaMemcpyAsync(buffers_.to(), buffers_.from(), buffers_.size(),
                                          cudaMemcpyDeviceToDevice, stream()),
                          "copy on the device");
        }
    }

    BufferPair buffers_;
};

class PatternProbe final : public TimedProbe {
public:
    PatternProbe(int device, const PatternMap& map)
        : TimedProbe{device}, map_{map}, buffers_{pattern_bytes, stream()}
    {
        lengthen_launches(*this, passes_);
    }

    [[nodiscard]] double bytes_per_unit() const override
    {
        return static_cast<double>(passes_) * static_cast<double>(pattern_bytes);
    }
    [[nodiscard]] std::int64_t threads() const override { return pattern_copy_threads(kernel_); }

private:
    void enqueue(std::int64_t units) override
    {
        for (std::int64_t unit = 0; unit < units; ++unit) {
            launch_pattern_copy(kernel_, map_, buffers_.from(), buffers_.to(), passes_, stream());
        }
    }

    PatternMap map_;
    int passes_ = 1;
    device::Kernel kernel_{pattern_copy_specialisation()};
    BufferPair buffers_;
};

class ChaseProbe final : public TimedProbe {
public:
    ChaseProbe(int device, std::int64_t bytes, int ways)
        : TimedProbe{device},
          map_{.bits = std::countr_zero(static_cast<std::uint64_t>(bytes)) -
                       std::countr_zero(static_cast<std::uint64_t>(ChaseMap::line_bytes))},
          ways_{ways},
          lines_{std::size_t{map_.lines()} * ChaseMap::line_words},
          at_{warp}
    {
        const device::Kernel fill{fill_chain_specialisation()};
        launch_fill_chain(fill, map_, lines_.data(), stream());
        std::vector<unsigned> starts;
        for (unsigned thread = 0; thread < warp; ++thread) {
            starts.push_back(map_.place(ways == 1 ? 0U : map_.start(thread, warp)));
        }
        device::copy_to_device(at_.data(), std::span<const unsigned>{starts}, stream());
        device::synchronize(stream());
        // A small buffer is chased once before it counts, so that caches and address translation
        // have seen all of it.
        constexpr std::int64_t most_warm_steps = 1 << 16;
        static_cast<void>(time_and_wait(std::min<std::int64_t>(map_.lines(), most_warm_steps)));
    }

    [[nodiscard]] double bytes_per_unit() const override
    {
        return static_cast<double>(sizeof(unsigned)) * ways_;
    }
    [[nodiscard]] std::int64_t threads() const override { return warp; }

private:
    static constexpr unsigned warp = 32;

    void enqueue(std::int64_t units) override
    {
        launch_chase(kernel_, lines_.data(), at_.data(), units, stream());
    }

    ChaseMap map_;
    int ways_;
    device::Kernel kernel_{chase_specialisation()};
    device::DeviceBuffer<unsigned> lines_;
    device::DeviceBuffer<unsigned> at_;
};

}  // namespace

std::unique_ptr<Probe> make_copy_probe(int device, const CopyShape& shape)
{
    return std::make_unique<CopyProbe>(device, shape);
}

std::unique_ptr<Probe> make_driver_copy_probe(int device, std::int64_t bytes)
{
    return std::make_unique<DriverCopyProbe>(device, bytes / 2 * 2);
}

std::unique_ptr<Probe> make_pattern_probe(int device, int input, int output)
{
    return std::make_unique<PatternProbe>(device, PatternMap{.input = input, .output = output});
}

std::unique_ptr<Probe> make_chase_probe(int device, std::int64_t bytes, int ways)
{
    const bool fits =
        bytes >= ChaseMap::line_bytes && bytes >> ChaseMap::most_bits <= ChaseMap::line_bytes;
    if (!fits || !std::has_single_bit(static_cast<std::uint64_t>(bytes))) {
        throw std::invalid_argument{"a chase goes over a power of two of bytes from 128 on, not " +
                                    std::to_string(bytes)};
    }
    return std::make_unique<ChaseProbe>(device, bytes, ways);
}

DeviceLimits device_limits(int device)
{
    using device::attribute_of;
    const double clock = 1e3 * attribute_of(device, cudaDevAttrMemoryClockRate);  // from kHz
    const double width = attribute_of(device, cudaDevAttrGlobalMemoryBusWidth) / 8.0;
    return {.peak_bytes_per_second = 2.0 * clock * width,
            .threads = std::int64_t{device::multiprocessors_of(device)} *
                       attribute_of(device, cudaDevAttrMaxThreadsPerMultiProcessor)};
}

}  // namespace tobiuo::memory
