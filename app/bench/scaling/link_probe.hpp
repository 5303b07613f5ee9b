// The link between ranks, measured by messages alone.
#pragma once

#include <tobiuo/backend.hpp>
#include <tobiuo/communicator.hpp>

#include "app/scaling/model.hpp"

namespace tobiuo::scaling_bench {

/// Measures the bandwidth with which each rank sends to the next one of a ring and receives from
/// the one before, and the latency of empty messages to all others, by each of them. Collective, of
/// at least two ranks on the devices that are current; the same on all ranks. Throws DeviceError.
[[nodiscard]] scaling::Link measured_link(const Communicator& ranks, Backend backend);

}  // namespace tobiuo::scaling_bench
