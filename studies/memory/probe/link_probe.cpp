// SPDX-License-Identifier: BSD-3-Clause
// The probe of copies of rows between host and device memory.
#include <chrono>
#include <cstddef>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>

#include <tobiuo/error.hpp>
#include <tobiuo/page_lock.hpp>

#include "runtime/device/buffer.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/memory/copy_rows.hpp"
#include "runtime/memory/host_array.hpp"
#include "runtime/memory/host_rows.hpp"
#include "runtime/seconds_since.hpp"
#include "studies/memory/probe/probe.hpp"

namespace tobiuo::memory {
namespace {

/// Copies in one direction, each of the next columns of an array in host memory.
class Direction {
public:
    explicit Direction(const LinkShape& shape)
        : columns_{link_array_bytes / link_copy_bytes},
          rows_{.row_bytes = shape.row_bytes,
                .pitch = shape.row_bytes * columns_,
                .rows = link_copy_bytes / shape.row_bytes},
          lock_{array_.data(), array_.size()}
    {
        if (!lock_.refusal().empty()) {
            throw DeviceError{"cannot lock the pages of an array of " +
                              std::to_string(array_.size()) + " bytes (" + lock_.refusal() +
                              "): allow the process to lock more memory, as by ulimit -l"};
        }
        std::memset(array_.data(), 1, array_.size());
        if (shape.way == LinkWay::through_blocks) {
            block_.emplace(static_cast<std::size_t>(link_copy_bytes));
        }
    }

    /// Enqueues the copy of a chunk to the device; threads gather it first if there is a block.
    void to_device()
    {
        const HostRows rows = next();
        if (block_) {
            wait();
            gather({&rows, 1}, array_.data(), block_->span().data());
            copy_to_device({&whole, 1}, block_->span().data(), device_.data(), stream_.get());
        } else {
            copy_to_device({&rows, 1}, array_.data(), device_.data(), stream_.get());
        }
    }

    /// Enqueues the copy of a chunk from the device; threads scatter the one before if there is a
    /// block.
    void to_host()
    {
        const HostRows rows = next();
        if (block_) {
            wait();
            scatter({&rows, 1}, block_->span().data(), array_.data());
            copy_to_host({&whole, 1}, device_.data(), block_->span().data(), stream_.get());
        } else {
            copy_to_host({&rows, 1}, device_.data(), array_.data(), stream_.get());
        }
    }

    void wait() const { device::synchronize(stream_.get()); }

private:
    static constexpr HostRows whole{.row_bytes = link_copy_bytes, .pitch = link_copy_bytes};

    HostRows next()
    {
        HostRows rows = rows_;
        rows.offset = column_ % columns_ * rows.row_bytes;
        ++column_;
        return rows;
    }

    std::int64_t columns_;
    std::int64_t column_ = 0;
    HostRows rows_;
    HostArray<std::byte> array_{static_cast<std::size_t>(link_array_bytes)};
    PageLock lock_;
    std::optional<device::PinnedBuffer<std::byte>> block_;
    device::DeviceBuffer<std::byte> device_{static_cast<std::size_t>(link_copy_bytes)};
    device::Stream stream_ = device::make_stream();
};

class LinkProbe final : public Probe {
public:
    LinkProbe(int device, const LinkShape& shape) : device_{device::select(device)}
    {
        if (shape.way != LinkWay::to_host) {
            up_.emplace(shape);
        }
        if (shape.way != LinkWay::to_device) {
            down_.emplace(shape);
        }
        static_cast<void>(time_and_wait(1));
    }

    double time_and_wait(std::int64_t units) override
    {
        device::select(device_);
        const auto start = std::chrono::steady_clock::now();
        for (std::int64_t unit = 0; unit < units; ++unit) {
            if (up_) {
                up_->to_device();
            }
            if (down_) {
                down_->to_host();
            }
        }
        if (up_) {
            up_->wait();
        }
        if (down_) {
            down_->wait();
        }
        return seconds_since(start);
    }

    [[nodiscard]] double bytes_per_unit() const override
    {
        return (up_ && down_ ? 2.0 : 1.0) * static_cast<double>(link_copy_bytes);
    }
    [[nodiscard]] std::int64_t threads() const override { return 0; }

private:
    int device_;
    std::optional<Direction> up_;
    std::optional<Direction> down_;
};

}  // namespace

std::unique_ptr<Probe> make_link_probe(int device, const LinkShape& shape)
{
    if (shape.row_bytes < 1 || link_copy_bytes % shape.row_bytes != 0) {
        throw std::invalid_argument{
            "rows of " + std::to_string(shape.row_bytes) + " bytes do not divide a copy of " +
            std::to_string(link_copy_bytes) + ": choose a power of two below that"};
    }
    return std::make_unique<LinkProbe>(device, shape);
}

}  // namespace tobiuo::memory
