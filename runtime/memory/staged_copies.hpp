// SPDX-License-Identifier: BSD-3-Clause
// Copies between device memory and arrays of the host that are not page-locked.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "runtime/device/buffer.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/memory/host_rows.hpp"
#include "runtime/memory/link.hpp"

namespace tobiuo::memory {

/// Page-locked memory on the way of a piece, and when it has passed.
struct StagingBlock {
    static constexpr std::int64_t bytes = staging_bytes / 4;

    device::PinnedBuffer<std::byte> memory{static_cast<std::size_t>(bytes)};
    device::Event copied = device::make_event();

    [[nodiscard]] std::byte* data() const { return memory.span().data(); }
};

/// The two blocks for copies in one direction, which take turns.
class StagingBlocks {
public:
    [[nodiscard]] const StagingBlock& next() { return blocks_[turn_++ % blocks_.size()]; }

private:
    std::array<StagingBlock, 2> blocks_;
    std::size_t turn_ = 0;
};

/// Copies rows piece by piece through page-locked blocks, two for each direction: while one of them
/// is on its way, threads of the host fill or empty the other one.
class StagedCopies {
public:
    /// Copies rows of `array` to `on_device`. Returns when the host has read all of them; the last
    /// pieces may still be on their way on `stream`. Throws DeviceError.
    void to_device(std::span<const HostRows> rows, const std::byte* array, std::byte* on_device,
                   cudaStream_t stream);

    /// Copies `on_device` to rows of `array`, behind the work on `stream`. The last piece reaches
    /// the array with the next call, or finish(). Throws DeviceError.
    void to_host(std::span<const HostRows> rows, std::byte* on_device, std::byte* array,
                 cudaStream_t stream);

    /// Waits for the last piece of to_host() and writes it to its array.
    void finish();

    /// Forgets that piece, after an error.
    void abandon() noexcept { arriving_.reset(); }

private:
    struct Arriving {
        const StagingBlock* block;
        HostRows rows;
        std::byte* array;
    };

    std::optional<StagingBlocks> to_device_;  ///< made when it is first needed, as the other one
    std::optional<StagingBlocks> to_host_;
    std::optional<Arriving> arriving_;
};

}  // namespace tobiuo::memory
