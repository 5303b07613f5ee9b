// SPDX-License-Identifier: BSD-3-Clause
// Which rows of the systems along z each rank has.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/tridiagonal/unequal/joined_unequal.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The ranks with planes in the order of the rows, which are numbered from the last plane on if
/// `reversed`. These ranks are called devices, as in tridiagonal::JoinedSlabs.
struct RankRows {
    bool reversed = false;
    std::vector<long long> rows;  ///< of each device
    int mine = -1;                ///< the device of this rank; -1 without planes
    ranks::Slice planes;          ///< of this rank

    RankRows(const Problem& problem, int rank, int size)
        : RankRows{problem, ranks::slices_of(unknowns(problem, 2).count, size), rank}
    {
    }
    /// The rows of a rank with these planes, where one rank has all planes before and one all behind.
    RankRows(const Problem& problem, const ranks::Slice& planes)
        : RankRows{problem, around(planes, unknowns(problem, 2).count), planes.first > 0 ? 1 : 0}
    {
    }

    [[nodiscard]] int devices() const { return static_cast<int>(rows.size()); }

    /// The rank that is a device; and, as the order is its own inverse, the device that is a rank.
    [[nodiscard]] int rank_of(int device) const
    {
        return reversed ? devices() - 1 - device : device;
    }

    /// The first row of a device in the whole column.
    [[nodiscard]] long long first_row(int device) const
    {
        long long first = 0;
        for (int before = 0; before < device; ++before) {
            first += rows[static_cast<std::size_t>(before)];
        }
        return first;
    }
    [[nodiscard]] long long all_rows() const { return first_row(devices()); }

    /// Whether a GPU solves unequal rows tile by tile, on each rank if on one.
    [[nodiscard]] bool fit_tiles() const { return std::ranges::max(rows) <= most_tile_rows; }

    /// The layout of what this rank knows of the matrices of unequal rows.
    [[nodiscard]] tridiagonal::PassageLayout passage_layout(long long columns) const
    {
        return {.columns = columns, .rows = planes.count, .devices = devices(), .mine = mine};
    }

private:
    /// Slices with planes come before those without.
    RankRows(const Problem& problem, const std::vector<ranks::Slice>& slices, int rank)
        : reversed{!problem.grid.axes[2].stretched() && row_order_of(problem, 2).reversed},
          planes{slices.at(static_cast<std::size_t>(rank))}
    {
        for (const ranks::Slice& slice : slices) {
            if (slice.count > 0) {
                rows.push_back(slice.count);
            }
        }
        if (planes.count > 0) {
            mine = rank_of(rank);
        }
        if (reversed) {
            std::ranges::reverse(rows);
        }
    }

    [[nodiscard]] static std::vector<ranks::Slice> around(const ranks::Slice& planes,
                                                          std::int64_t all)
    {
        std::vector<ranks::Slice> slices;
        if (planes.first > 0) {
            slices.push_back({.first = 0, .count = planes.first});
        }
        slices.push_back(planes);
        if (planes.end() < all) {
            slices.push_back({.first = planes.end(), .count = all - planes.end()});
        }
        return slices;
    }
};

/// A problem whose unknowns are those of `planes`: at an end that is none of the whole problem it
/// has a Dirichlet wall.
[[nodiscard]] Problem slice_problem(Problem whole, const ranks::Slice& planes);

}  // namespace tobiuo::poisson
