// A part of an array that is solved in rounds, because not all of it is on the device at a time.
#pragma once

#include <cstdint>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Neighbouring points of one axis, and all points of the others, of a problem of three axes. The
/// first of three rounds and the last one transform along axes of which their chunks have whole
/// lines; the middle round has whole lines of the others, and divides by eigenvalues or eliminates.
struct SolveChunk {
    bool is_middle{};      ///< whether it belongs to the middle round
    std::int64_t first{};  ///< of the points along cut_axis()
    std::int64_t count{};
};

/// The axis across which the chunks of a round are cut: z, and y in the middle round, so that
/// chunks consist of whole rows of x; the other way round if y is stretched.
[[nodiscard]] inline int cut_axis(const Problem& problem, bool is_middle)
{
    return (stretched_axis(problem) == 1) == is_middle ? 2 : 1;
}

}  // namespace tobiuo::poisson
