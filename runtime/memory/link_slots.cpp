// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/memory/link_slots.hpp"

#include <string>

#include "runtime/device/check.hpp"
#include "runtime/memory/copy_rows.hpp"

namespace tobiuo::memory {
namespace {

/// Whether copy engines reach the memory at the address directly.
bool is_page_locked(const std::byte* address)
{
    cudaPointerAttributes attributes{};
    device::check(cudaPointerGetAttributes(&attributes, address), "look at an array");
    return attributes.type != cudaMemoryTypeUnregistered;
}

}  // namespace

HostSide::HostSide(std::byte* array, std::int64_t bytes)
    : data{array},
      direct{bytes == 0 || (is_page_locked(array) && is_page_locked(array + bytes - 1))}
{
}

LinkSlots::LinkSlots(int slots, std::int64_t bytes) : bytes_{bytes}
{
    for (int slot = 0; slot < slots; ++slot) {
        slots_.emplace_back(bytes);
    }
}

void LinkSlots::begin(std::size_t loads, const Watch& watch)
{
    watch_ = watch ? &watch : nullptr;
    loads_ = loads;
    begun_ = 0;
}

void LinkSlots::look()
{
    const device::Event& before_last = loaded_[begun_ % loaded_.size()];
    device::check(cudaEventSynchronize(before_last.get()), "wait for a copy");
    if (!(*watch_)(static_cast<double>(begun_) / static_cast<double>(loads_))) {
        throw Stopped{"stopped by its watch after " + std::to_string(begun_) + " of " +
                      std::to_string(loads_) + " loads"};
    }
}

void LinkSlots::load(std::span<const HostRows> rows, const HostSide& from, int slot)
{
    if (watch_ != nullptr) {
        look();
    }
    const Slot& into = at(slot);
    device::wait_for(into.free, streams_.in.get());
    if (from.direct) {
        copy_to_device(rows, from.data, into.memory.data(), streams_.in.get());
    } else {
        staged_.to_device(rows, from.data, into.memory.data(), streams_.in.get());
    }
    device::record(into.filled, streams_.in.get());
    device::record(loaded_[begun_++ % loaded_.size()], streams_.in.get());
    device::wait_for(into.filled, streams_.compute.get());
}

void LinkSlots::claim(int slot) const
{
    device::wait_for(at(slot).free, streams_.compute.get());
}

void LinkSlots::release(int slot) const
{
    device::record(at(slot).free, streams_.compute.get());
}

void LinkSlots::store(std::span<const HostRows> rows, int slot, const HostSide& to)
{
    const Slot& from = at(slot);
    device::record(from.filled, streams_.compute.get());
    device::wait_for(from.filled, streams_.out.get());
    if (to.direct) {
        copy_to_host(rows, from.memory.data(), to.data, streams_.out.get());
    } else {
        staged_.to_host(rows, from.memory.data(), to.data, streams_.out.get());
    }
    device::record(from.free, streams_.out.get());
}

void LinkSlots::finish_round()
{
    staged_.finish();
    device::record(stored_, streams_.out.get());
    device::wait_for(stored_, streams_.in.get());
}

void LinkSlots::finish_and_wait()
{
    staged_.finish();
    device::synchronize(streams_.out.get());
}

void LinkSlots::abandon() noexcept
{
    streams_.finish();
    staged_.abandon();
}

}  // namespace tobiuo::memory
