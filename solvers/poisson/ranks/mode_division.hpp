// SPDX-License-Identifier: BSD-3-Clause
// How a solve by transposition divides the modes of planes among ranks.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/fft/ranks/slab_division.hpp"
#include "solvers/poisson/device/solve_chunk.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The cuts of a solve by transposition: a rank has planes of z, and in the middle whole lines of z
/// with a part of y; or of x, where y is absent or stretched, so that its lines must stay whole.
[[nodiscard]] inline ChunkCuts cuts_of_ranks(const Problem& problem)
{
    const bool cuts_x =
        !is_absent(problem, 0) && (is_absent(problem, 1) || stretched_axis(problem) == 1);
    return {.outer = 2, .middle = cuts_x ? 0 : 1};
}

/// How a back end stores modes: in rows of the fastest axis, which may be cut between units.
struct ModeRows {
    std::int64_t pitch{};  ///< the distance of two rows in reals
    std::int64_t unit = 1;
    /// Whether they lie in the array of the planes; else chunks of planes take turns in another
    /// one.
    bool in_planes = true;
};

/// The fastest axis that is not absent, x or y.
[[nodiscard]] inline int row_axis(const Problem& problem)
{
    return is_absent(problem, 0) ? 1 : 0;
}

/// The rows of modes in a plane.
[[nodiscard]] inline std::int64_t rows_of_plane(const Problem& problem)
{
    return row_axis(problem) == 0 ? unknowns(problem, 1).count : 1;
}

/// The rows of the passes on a GPU, which cut them between pairs of lines; `of_a_plane` is the
/// schedule of a chunk of one plane.
[[nodiscard]] inline ModeRows rows_of_schedule(const Problem& problem,
                                               const SolveSchedule& of_a_plane)
{
    const std::int64_t work = 2 * of_a_plane.forward.work_values;
    return {.pitch = work > 0 ? work / rows_of_plane(problem)
                              : unknowns(problem, row_axis(problem)).count,
            .unit = 2,
            .in_planes = work == 0};
}

/// The planes and the columns of all ranks.
class ModeDivision {
public:
    ModeDivision(const Problem& problem, const ModeRows& rows, int size)
        : cuts_{cuts_of_ranks(problem)},
          unit_{cuts_.middle == row_axis(problem) ? rows.unit : 1},
          slabs_{array_of(problem, rows), size}
    {
    }

    [[nodiscard]] const ChunkCuts& cuts() const { return cuts_; }
    /// Counts reals.
    [[nodiscard]] const fft::SlabDivision& slabs() const { return slabs_; }

    [[nodiscard]] const ranks::Slice& planes_of(int rank) const { return slabs_.slab_of(rank); }

    /// The columns of a rank as a chunk of the middle.
    [[nodiscard]] SolveChunk columns_of(int rank) const
    {
        const ranks::Slice& columns = slabs_.columns[static_cast<std::size_t>(rank)];
        return {.is_middle = true, .first = columns.first * unit_, .count = columns.count * unit_};
    }

    /// The rank whose columns have this mode of the axis that is divided.
    [[nodiscard]] int rank_with(std::int64_t mode) const
    {
        int rank = 0;
        while (columns_of(rank).first + columns_of(rank).count <= mode) {
            ++rank;
        }
        return rank;
    }

private:
    [[nodiscard]] fft::DividedArray array_of(const Problem& problem, const ModeRows& rows) const
    {
        const std::int64_t planes = unknowns(problem, 2).count;
        const std::int64_t in_plane = rows_of_plane(problem);
        if (cuts_.middle == row_axis(problem)) {
            return {
                .planes = planes, .rows = in_plane, .second = rows.pitch / unit_, .inner = unit_};
        }
        return {.planes = planes, .second = in_plane, .inner = rows.pitch};
    }

    ChunkCuts cuts_;
    std::int64_t unit_;
    fft::SlabDivision slabs_;
};

}  // namespace tobiuo::poisson
