// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/out_of_card/division.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "runtime/memory/link.hpp"

namespace tobiuo::fft {
namespace {

/// The rounds; a refusal names the transform as its user knows it.
Rounds rounds_within(const Problem& problem, std::int64_t chunk_bytes, std::int64_t device_bytes,
                     const TunedTable* table)
{
    try {
        return make_rounds(problem, chunk_bytes, table);
    } catch (const std::invalid_argument& error) {
        Problem by_axis = problem;
        std::ranges::reverse(by_axis.lengths);  // x first
        throw std::invalid_argument{"no plan of " + describe(by_axis) +
                                    " with its arrays in host memory takes " +
                                    std::to_string(device_bytes) + " bytes of device memory (" +
                                    error.what() + "): allow it more, or choose other lengths"};
    }
}

}  // namespace

Schedule schedule_of(const ChunkTask& task, const DeviceLimits& limits, const Choices& choices)
{
    switch (task.task) {
        case Task::all_axes:
            return make_schedule(task.problem, limits, choices);
        case Task::slowest_axis:
        case Task::first_factor:
            return make_slowest_axis_schedule(task.problem, limits, choices);
        case Task::fold:
            break;
    }
    return {};
}

std::int64_t behind_chunk(const ChunkTask& task)
{
    constexpr std::int64_t alignment = 256;  // as cudaMalloc aligns
    const std::int64_t bytes = std::max(input_bytes(task.problem), output_bytes(task.problem));
    return (bytes + alignment - 1) / alignment * alignment;
}

WorkPlace work_place(const ChunkTask& task, std::int64_t work_bytes, std::int64_t slot_bytes)
{
    const bool has_two_slots = task.task == Task::slowest_axis || task.task == Task::first_factor;
    if (has_two_slots && work_bytes <= slot_bytes) {
        return WorkPlace::other_slot;
    }
    return behind_chunk(task) + work_bytes <= slot_bytes ? WorkPlace::behind : WorkPlace::own;
}

Division divided(const Problem& problem, std::int64_t device_bytes, const DeviceLimits& limits,
                 const Choices& choices)
{
    const std::int64_t value_bytes = complex_bytes(problem.precision);
    // Work arrays of passes beside the slots make chunks smaller.
    for (std::int64_t chunk = device_bytes / memory::slots_in_flight;; chunk -= chunk / 8 + 1) {
        Division division{.rounds = rounds_within(problem, chunk, device_bytes, choices.table),
                          .schedules = {}};
        for (const Round& round : division.rounds.rounds) {
            std::vector<Schedule>& schedules = division.schedules.emplace_back();
            for (const ChunkTask& task : round.tasks) {
                schedules.push_back(schedule_of(task, limits, choices));
                const std::int64_t work = schedules.back().work_values * value_bytes;
                if (work_place(task, work, division.rounds.chunk_bytes) == WorkPlace::own) {
                    division.work_bytes = std::max(division.work_bytes, work);
                }
            }
        }
        if (division.device_bytes() <= device_bytes) {
            return division;
        }
    }
}

}  // namespace tobiuo::fft
