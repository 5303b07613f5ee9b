// SPDX-License-Identifier: BSD-3-Clause
// Recorded launches as a CUDA graph.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>

#include "runtime/device/graph/replays.hpp"
#include "runtime/device/stream.hpp"

namespace tobiuo::device {

/// Whether the caller captures what is enqueued on the stream. Throws DeviceError.
[[nodiscard]] bool is_being_captured(cudaStream_t stream);

/// Records an event behind the work on the stream so that the host can wait for it: if the stream
/// is being captured, each time when the caller's graph gets there.
void record_for_host(const Event& event, cudaStream_t stream);

/// Runs recorded work on the device that is current when it is made, and makes graphs of it on a
/// stream of its own, for the default stream cannot be captured.
///
/// Overlap   kernels of a graph overlap as they do on a stream. No launch waits for an event that
///           is recorded before it.
/// Source    CUDA C++ Programming Guide, CUDA graphs.
[[nodiscard]] std::unique_ptr<const WorkRunner> make_graph_runner();

}  // namespace tobiuo::device
