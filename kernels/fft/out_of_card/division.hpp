// SPDX-License-Identifier: BSD-3-Clause
// Rounds whose chunks fit into the memory of a device, with the passes of their tasks.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/out_of_card/rounds.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/schedule/schedule.hpp"

namespace tobiuo::fft {

struct Division {
    Rounds rounds;
    std::vector<std::vector<Schedule>> schedules;  ///< of the tasks of each round; empty of a fold
    std::int64_t work_bytes{};  ///< of the work array in device memory beside the slots

    [[nodiscard]] std::int64_t device_bytes() const
    {
        return rounds.slots * rounds.chunk_bytes + work_bytes;
    }
};

/// The passes of a task on a device.
[[nodiscard]] Schedule schedule_of(const ChunkTask& task, const DeviceLimits& limits,
                                   const Choices& choices);

/// Where the passes of a task have their work array.
enum class WorkPlace {
    other_slot,  ///< columns of one array have two slots, and passes leave one for the other
    behind,      ///< behind the chunk in its slot
    own          ///< beside the slots
};

[[nodiscard]] WorkPlace work_place(const ChunkTask& task, std::int64_t work_bytes,
                                   std::int64_t slot_bytes);

/// Bytes from the start of a slot to a work array behind a chunk of the task.
[[nodiscard]] std::int64_t behind_chunk(const ChunkTask& task);

/// Divides a valid problem into rounds that take `device_bytes` of device memory at most. Throws
/// std::invalid_argument with one sentence if there are none.
[[nodiscard]] Division divided(const Problem& problem, std::int64_t device_bytes,
                               const DeviceLimits& limits, const Choices& choices);

}  // namespace tobiuo::fft
