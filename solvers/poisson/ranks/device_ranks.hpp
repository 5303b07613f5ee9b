// SPDX-License-Identifier: BSD-3-Clause
// What ranks do by kernels of CUDA alone.
#pragma once

#include <cstdint>

#include "runtime/machine/machine.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/ranks/rank_passes.hpp"
#include "solvers/poisson/ranks/rank_rows.hpp"
#include "solvers/poisson/ranks/rank_steps.hpp"

namespace tobiuo::poisson {

/// `problem` is the whole problem; rows and machine must outlive what is made. All throw
/// DeviceError, and std::invalid_argument if the device cannot do it or may give too few bytes.
template <typename T>
struct DeviceRanks {
    /// The steps of planes in device memory, whose f `load` may give.
    RankSteps<T> (*steps)(const Problem& problem, const RankRows& rows,
                          const runtime::Machine& machine, const fft::PlaceFunction& load);
    /// The steps of planes in host memory, which visit the device in chunks, for which it may give
    /// `device_bytes`, or what is free less a tenth if that is 0.
    RankSteps<T> (*steps_in_trips)(const Problem& problem, const RankRows& rows,
                                   std::int64_t device_bytes);
    /// The passes of arrays in host memory, with the host's mode_rows(), which visit the device in
    /// chunks, for which it gives `device_bytes`; the part has all planes in one chunk.
    RankPasses<T> (*passes_in_rounds)(const Problem& problem, const RankPart& part,
                                      std::int64_t device_bytes);
};

/// Has no functions in a build without CUDA, where whoever asks for the back end is refused before.
template <typename T>
[[nodiscard]] const DeviceRanks<T>& device_ranks();

}  // namespace tobiuo::poisson
