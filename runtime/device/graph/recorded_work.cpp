// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/device/graph/recorded_work.hpp"

#include <algorithm>
#include <stdexcept>

namespace tobiuo::device {
namespace {

thread_local RecordedWork* recorded_by_this_thread = nullptr;

/// The stream is not compared: recorded work has none of its own.
bool is_same(const Launch& a, const Launch& b)
{
    const auto equal = [](const dim3& one, const dim3& other) {
        return one.x == other.x && one.y == other.y && one.z == other.z;
    };
    return equal(a.grid, b.grid) && equal(a.block, b.block) && a.shared_bytes == b.shared_bytes &&
           a.cooperative == b.cooperative && a.overlapping == b.overlapping;
}

}  // namespace

void RecordedWork::add(const Kernel& kernel, const Launch& how, std::span<void* const> arguments,
                       std::span<const std::size_t> bytes)
{
    Recorded& added = launches_.emplace_back();
    added.kernel = &kernel;
    added.how = how;
    added.how.stream = nullptr;
    added.first_size = sizes_.size();
    added.arguments = arguments.size();
    added.first_byte = bytes_.size();
    for (std::size_t which = 0; which < arguments.size(); ++which) {
        const auto* const from = static_cast<const std::byte*>(arguments[which]);
        bytes_.insert(bytes_.end(), from, from + bytes[which]);
        sizes_.push_back(bytes[which]);
    }
    added.bytes = bytes_.size() - added.first_byte;
}

void RecordedWork::add(cudaEvent_t event)
{
    if (launches_.empty() || launches_.back().event != nullptr) {
        throw std::logic_error{
            "an event was recorded before any launch or behind another event: let a launch "
            "come between"};
    }
    launches_.back().event = event;
}

void RecordedWork::clear()
{
    launches_.clear();
    sizes_.clear();
    bytes_.clear();
}

bool RecordedWork::is_like(const RecordedWork& other) const
{
    return sizes_ == other.sizes_ &&
           std::ranges::equal(launches_, other.launches_, [](const Recorded& a, const Recorded& b) {
               return a.kernel == b.kernel && is_same(a.how, b.how) && a.event == b.event &&
                      a.arguments == b.arguments;
           });
}

bool RecordedWork::has_same_arguments(const RecordedWork& other, std::size_t launch) const
{
    return std::ranges::equal(bytes_of(launches_.at(launch)),
                              other.bytes_of(other.launches_.at(launch)));
}

std::vector<void*> RecordedWork::arguments(std::size_t launch) const
{
    const Recorded& one = launches_.at(launch);
    std::vector<void*> addresses;
    std::size_t at = one.first_byte;
    for (const std::size_t bytes : std::span{sizes_}.subspan(one.first_size, one.arguments)) {
        // CUDA takes addresses of what it does not change as void*.
        addresses.push_back(const_cast<std::byte*>(bytes_.data() + at));  // NOLINT(*-const-cast)
        at += bytes;
    }
    return addresses;
}

Recording::Recording(RecordedWork& work)
{
    if (recorded_by_this_thread != nullptr) {
        throw std::logic_error{
            "a recording of launches was begun inside another one: end that one first"};
    }
    recorded_by_this_thread = &work;
}

Recording::~Recording()
{
    recorded_by_this_thread = nullptr;
}

RecordedWork* Recording::current()
{
    return recorded_by_this_thread;
}

}  // namespace tobiuo::device
