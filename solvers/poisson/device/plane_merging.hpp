// SPDX-License-Identifier: BSD-3-Clause
// The merging of the passes along x and y of a solve on the GPU.
#pragma once

#include <cstddef>

#include "kernels/fft/choose/pass_blocks.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "solvers/poisson/device/solve_lines.hpp"

namespace tobiuo::poisson {

/// Merges passes of one solve. The arguments must outlive it.
class PlaneMerging {
public:
    PlaneMerging(const SolveLines& lines, const fft::PassBlocks& blocks, Precision precision)
        : lines_{lines}, blocks_{blocks}, precision_{precision}
    {
    }

    /// Merges the passes at `at` and after it, plane by plane, if that is faster. These are those
    /// along x and y of three axes; `role` is forward or inverse.
    void merge(fft::Schedule& schedule, std::size_t at, PassRole role) const;

private:
    /// The bytes of a pair of rows in the work array, which is not read again after the inverse
    /// pass, see fft::MergedForm; 0 if pairs or planes share a cache line.
    [[nodiscard]] long long discard_bytes(long long plane_bytes) const;

    const SolveLines& lines_;
    const fft::PassBlocks& blocks_;
    Precision precision_;
};

}  // namespace tobiuo::poisson
