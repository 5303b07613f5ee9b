// SPDX-License-Identifier: BSD-3-Clause
// The transforms of a chunk before and after the middle of a solve, compiled.
#pragma once

#include "kernels/fft/compiled_passes.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"

namespace tobiuo::poisson {

/// The passes of chunks of one size.
template <typename T>
struct ChunkPasses {
    explicit ChunkPasses(const SolveSchedule& chunk)
        : forward{chunk.forward}, inverse{chunk.inverse}
    {
    }

    fft::CompiledPasses<T> forward;
    fft::CompiledPasses<T> inverse;
};

}  // namespace tobiuo::poisson
