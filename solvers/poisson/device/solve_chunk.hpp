// SPDX-License-Identifier: BSD-3-Clause
// A part of an array that is solved in rounds, because not all of it is on a device at a time.
#pragma once

#include <cstdint>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Neighbouring points of one axis, and all points of the others, of a problem of several axes. The
/// first of three rounds and the last one transform along axes of which their chunks have whole
/// lines; the middle round has whole lines of the others, and divides by eigenvalues or eliminates.
struct SolveChunk {
    bool is_middle{};      ///< whether it belongs to the middle round
    std::int64_t first{};  ///< of the points along the axis of its cuts; of the reals in a row of
    std::int64_t count{};  ///< modes, with padding, if that is the fastest axis
};

/// The axes across which chunks are cut.
struct ChunkCuts {
    int outer = 2;  ///< of the first round and the last one
    int middle = 1;

    [[nodiscard]] int of(bool is_middle) const { return is_middle ? middle : outer; }
};

/// The cuts of rounds between host and device, in three axes: z, and y in the middle round, so that
/// chunks consist of whole rows of x; the other way round if y is stretched.
[[nodiscard]] inline ChunkCuts cuts_of_rounds(const Problem& problem)
{
    return stretched_axis(problem) == 1 ? ChunkCuts{.outer = 1, .middle = 2} : ChunkCuts{};
}

}  // namespace tobiuo::poisson
