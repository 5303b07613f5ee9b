// SPDX-License-Identifier: BSD-3-Clause
// The device kernels of the memory study: how they are specialised, launched and tried out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/memory_study/chase_map.hpp"
#include "kernels/memory_study/pattern_map.hpp"
#include "kernels/memory_study/stream_map.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "studies/memory/probe/probe.hpp"

namespace tobiuo::memory {

[[nodiscard]] device::Specialisation stream_copy_specialisation(const CopyShape& shape);
[[nodiscard]] device::Specialisation pattern_copy_specialisation();
[[nodiscard]] device::Specialisation fill_chain_specialisation();
[[nodiscard]] device::Specialisation chase_specialisation();

/// Every form that the program may ask for.
[[nodiscard]] std::vector<device::Specialisation> study_specialisations();

/// How `shape` divides its array among the threads of `kernel` on the current device. Throws
/// std::invalid_argument if a stream would be empty.
[[nodiscard]] StreamMap stream_map_of(const CopyShape& shape, const device::Kernel& kernel);

/// Enqueues the copy; the arrays hold map.size() elements of shape.element_bytes each.
void launch_stream_copy(const device::Kernel& kernel, const StreamMap& map, const void* from,
                        void* to, int passes, cudaStream_t stream);

/// Enqueues the copy; the arrays hold PatternMap::size elements of 8 bytes each.
void launch_pattern_copy(const device::Kernel& kernel, const PatternMap& map, const void* from,
                         void* to, int passes, cudaStream_t stream);

/// Threads that launch_pattern_copy() starts.
[[nodiscard]] std::int64_t pattern_copy_threads(const device::Kernel& kernel);

/// Enqueues the writing of the chain; `lines` holds map.lines() lines.
void launch_fill_chain(const device::Kernel& kernel, const ChaseMap& map, unsigned* lines,
                       cudaStream_t stream);

/// Enqueues a chase; `at` holds the lines at which the 32 threads start, and afterwards those at
/// which they end.
void launch_chase(const device::Kernel& kernel, const unsigned* lines, unsigned* at,
                  std::int64_t steps, cudaStream_t stream);

// Runs a kernel once on device `device`, for tests, and returns its output.
[[nodiscard]] std::vector<float> stream_copy_on_device(int device, const CopyShape& shape,
                                                       std::span<const float> in);
[[nodiscard]] std::vector<float> pattern_copy_on_device(int device, const PatternMap& map,
                                                        std::span<const float> in);
/// The lines that the 32 threads starting at `from` reach after `steps` steps.
[[nodiscard]] std::vector<unsigned> chase_on_device(int device, const ChaseMap& map,
                                                    std::span<const unsigned> from,
                                                    std::int64_t steps);

}  // namespace tobiuo::memory
