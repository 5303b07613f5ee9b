// SPDX-License-Identifier: BSD-3-Clause
// Launches of kernels that are noted down instead of enqueued, so that they can become a CUDA graph.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <span>
#include <vector>

#include "runtime/device/compile/module.hpp"

namespace tobiuo::device {

/// Launches in the order of a stream, with copies of their arguments, and events that are recorded
/// between them. The kernels and events outlive it.
class RecordedWork {
public:
    /// Adds a launch, whose stream does not matter. `arguments` and `bytes` are the address and the
    /// size of each.
    void add(const Kernel& kernel, const Launch& how, std::span<void* const> arguments,
             std::span<const std::size_t> bytes);
    /// Adds the record of an event behind the last launch, which there must be and which has none
    /// yet: it throws std::logic_error otherwise.
    void add(cudaEvent_t event);
    /// Forgets everything but keeps its memory.
    void clear();

    [[nodiscard]] std::size_t size() const { return launches_.size(); }
    /// Whether both are the same but for the values of arguments.
    [[nodiscard]] bool is_like(const RecordedWork& other) const;
    /// Whether a launch of work that is like this one has the same arguments, byte by byte. Bytes
    /// between the members of a struct may differ where nothing else does.
    [[nodiscard]] bool has_same_arguments(const RecordedWork& other, std::size_t launch) const;

    [[nodiscard]] const Kernel& kernel(std::size_t launch) const
    {
        return *launches_.at(launch).kernel;
    }
    [[nodiscard]] const Launch& how(std::size_t launch) const { return launches_.at(launch).how; }
    /// The event that is recorded behind the launch, or null.
    [[nodiscard]] cudaEvent_t event(std::size_t launch) const { return launches_.at(launch).event; }
    /// The addresses of a launch's arguments, valid until this object changes.
    [[nodiscard]] std::vector<void*> arguments(std::size_t launch) const;

private:
    struct Recorded {
        const Kernel* kernel{};
        Launch how;
        cudaEvent_t event{};
        std::size_t first_size{};  ///< in sizes_
        std::size_t arguments{};
        std::size_t first_byte{};  ///< in bytes_
        std::size_t bytes{};
    };

    [[nodiscard]] std::span<const std::byte> bytes_of(const Recorded& one) const
    {
        return std::span{bytes_}.subspan(one.first_byte, one.bytes);
    }

    std::vector<Recorded> launches_;
    std::vector<std::size_t> sizes_;
    std::vector<std::byte> bytes_;
};

/// While it lives, kernels that this thread launches are added to `work` and not enqueued. Only
/// launches are: copies and the like are enqueued at once.
class Recording {
public:
    /// Throws std::logic_error if this thread records already.
    explicit Recording(RecordedWork& work);
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;
    ~Recording();

    /// What this thread records, or null.
    [[nodiscard]] static RecordedWork* current();
};

}  // namespace tobiuo::device
