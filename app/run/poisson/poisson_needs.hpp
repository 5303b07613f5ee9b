// SPDX-License-Identifier: BSD-3-Clause
// What a poisson case takes on a device.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tobiuo/backend.hpp>
#include <tobiuo/communicator.hpp>

#include "app/run/place.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {

/// Why the solver of a back end does not support the problem, as a sentence; nothing if it does.
/// `device` is that of CUDA. Throws device::DeviceError.
[[nodiscard]] std::optional<std::string> poisson_unsupported_reason(const poisson::Problem& problem,
                                                                    Backend backend, int device);

/// Bytes of f and u alone, the least that a solve needs.
[[nodiscard]] std::int64_t poisson_device_array_bytes(const poisson::Problem& problem);
/// Bytes of those of one of several ranks.
[[nodiscard]] std::int64_t poisson_device_array_bytes(const poisson::Problem& problem,
                                                      const Communicator& rank);

/// Throws std::invalid_argument if the solver does not support the problem, and
/// device::DeviceError.
[[nodiscard]] DeviceNeeds poisson_device_needs(const poisson::Problem& problem, Backend backend,
                                               int device);

/// What one of several ranks takes. Plans the solver with lambda 0; compiled kernels are kept for
/// the run. `rank` is a PlannedRank, so that no rank waits for others. Throws device::DeviceError.
[[nodiscard]] DeviceNeeds poisson_rank_needs(const poisson::Problem& problem, const Place& place,
                                             const Communicator& rank);

/// What a solve takes whose arrays stay in host memory, of which one on a GPU takes as many bytes as
/// the place allows; measures the link. On several ranks it is planned as by poisson_rank_needs().
/// Throws device::DeviceError.
[[nodiscard]] FromHostMemory poisson_from_host_memory(const poisson::Problem& problem,
                                                      const Place& place);
[[nodiscard]] FromHostMemory poisson_from_host_memory(const poisson::Problem& problem,
                                                      const Place& place, const Communicator& rank);

}  // namespace tobiuo
