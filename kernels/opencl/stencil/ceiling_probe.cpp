// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/stencil/ceiling_probe.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <tuple>

#include "runtime/opencl/buffer.hpp"
#include "runtime/opencl/kernel.hpp"
#include "runtime/opencl/sources.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo::opencl {
namespace {

class BufferStreams {
public:
    explicit BufferStreams(std::int64_t bytes)
        : array_bytes_{std::max<std::int64_t>(1, bytes / arrays / granule) * granule}
    {
        for (Buffer& array : arrays_) {
            array = Buffer{array_bytes_};
            clear(array, context().queue());
        }
        static_cast<void>(seconds_and_wait());
    }

    [[nodiscard]] double seconds_and_wait() const
    {
        finish(context().queue());
        const auto start = std::chrono::steady_clock::now();
        std::apply(
            [&](const auto&... all) {
                kernel_.launch({.groups = {static_cast<std::size_t>(array_bytes_ / granule), 1, 1},
                                .items = {items, 1, 1},
                                .queue = context().queue()},
                               all...);
            },
            arrays_);
        finish(context().queue());
        return seconds_since(start);
    }

    [[nodiscard]] std::int64_t bytes() const { return arrays * array_bytes_; }

private:
    static constexpr std::int64_t arrays = 14;
    static constexpr std::size_t items = 128;
    static constexpr std::int64_t granule = 16 * std::int64_t{items};  ///< bytes of a group

    std::int64_t array_bytes_;
    Kernel kernel_{
        {.name = "read-mostly", .source = source_text("kernels/opencl/stencil/read_mostly.cl")},
        "read_mostly"};
    std::array<Buffer, arrays> arrays_;
};

}  // namespace

memory::CeilingProbe make_probe(std::int64_t bytes)
{
    const auto buffers = std::make_shared<const BufferStreams>(bytes);
    return {.seconds_and_wait = [buffers] { return buffers->seconds_and_wait(); },
            .bytes = buffers->bytes()};
}

}  // namespace tobiuo::opencl
