// SPDX-License-Identifier: BSD-3-Clause
// Slots of device memory that parts of arrays in host memory visit in turns.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tobiuo/watch.hpp>

#include "runtime/device/buffer.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/memory/host_rows.hpp"
#include "runtime/memory/staged_copies.hpp"

namespace tobiuo::memory {

/// An array in host memory.
struct HostSide {
    std::byte* data = nullptr;
    bool direct = true;  ///< whether copy engines reach all of it

    /// Looks at the pages of both ends. Throws DeviceError.
    HostSide(std::byte* array, std::int64_t bytes);
};

/// Slots of equal size on the device that is current when they are made. Each function enqueues
/// behind what the calls before it have enqueued for the same slot; copies to the device, the work
/// there and copies back go on at the same time otherwise. Arrays that are not page-locked are
/// copied through blocks, see StagedCopies. Each throws DeviceError.
class LinkSlots {
public:
    LinkSlots(int slots, std::int64_t bytes);

    /// Begins work of so many loads, with which the watch, if it is set, is called: the host is two
    /// loads ahead of the device at most. load() then throws what the watch throws, or Stopped. The
    /// watch lives until the work ends.
    void begin(std::size_t loads, const Watch& watch);

    [[nodiscard]] int count() const { return static_cast<int>(slots_.size()); }
    [[nodiscard]] std::byte* data(int slot) const { return at(slot).memory.data(); }
    [[nodiscard]] std::int64_t device_bytes() const { return count() * bytes_; }

    /// The stream of the work.
    [[nodiscard]] cudaStream_t compute() const { return streams_.compute.get(); }

    /// Copies rows of an array to a slot. Work that is enqueued from now on waits for them.
    void load(std::span<const HostRows> rows, const HostSide& from, int slot);

    /// Lets the work that is enqueued from now on write to a slot.
    void claim(int slot) const;
    /// Says that the work enqueued so far is the last that reads a slot, which is not stored.
    void release(int slot) const;

    /// Copies a slot to rows of an array, behind the work enqueued so far.
    void store(std::span<const HostRows> rows, int slot, const HostSide& to);

    /// Lets host and device see in later loads what stores have written so far.
    void finish_round();
    /// Waits for all stores.
    void finish_and_wait();
    /// Waits for what is under way, after an error.
    void abandon() noexcept;

private:
    struct Slot {
        explicit Slot(std::int64_t bytes) : memory{static_cast<std::size_t>(bytes)} {}

        device::DeviceBuffer<std::byte> memory;
        device::Event filled = device::make_event();  ///< what is needed next lies there
        device::Event free = device::make_event();    ///< what lies there is not needed any more
    };

    [[nodiscard]] const Slot& at(int slot) const { return slots_[static_cast<std::size_t>(slot)]; }

    /// Waits until only one load is under way, and calls the watch.
    void look();

    std::int64_t bytes_;
    const Watch* watch_ = nullptr;
    std::size_t loads_ = 0;  ///< of the work
    std::size_t begun_ = 0;  ///< loads enqueued so far
    std::array<device::Event, 2> loaded_{device::make_event(), device::make_event()};
    device::LinkStreams streams_;
    device::Event stored_ = device::make_event();
    std::vector<Slot> slots_;
    StagedCopies staged_;
};

}  // namespace tobiuo::memory
