// SPDX-License-Identifier: BSD-3-Clause
// How ranks divide the arrays of a transform: in slabs, or in pencils by a grid of ranks.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/fft/problem.hpp"
#include "kernels/fft/ranks/slab_division.hpp"
#include "runtime/ranks/group.hpp"
#include "runtime/ranks/slice.hpp"

namespace tobiuo::fft {

/// Ranks in rows and columns: rank number p along_y + q divides z as number p of `along_z` and y as
/// number q of `along_y`.
struct RankGrid {
    int along_z = 1;
    int along_y = 1;

    [[nodiscard]] bool operator==(const RankGrid&) const = default;
};

/// All grids of so many ranks, those with the fewest along z first.
[[nodiscard]] std::vector<RankGrid> grids_of(int size);

/// The grid of pencils in which the ranks with the largest parts have the least to transform along
/// the three axes together; of several such grids the one with the fewest partners of a rank. The
/// problem has three axes.
[[nodiscard]] RankGrid balanced_grid(const Problem& problem, int size);

/// Whether slabs leave ranks without planes or without columns.
[[nodiscard]] bool exceeds_slabs(const Problem& problem, int size);

/// A part of an array [z][y][x]. A problem of two axes has a single z.
struct Box {
    ranks::Slice z;
    ranks::Slice y;
    ranks::Slice x;

    [[nodiscard]] std::int64_t volume() const { return z.count * y.count * x.count; }
};

/// The place of one rank. With (z, y, x) of a problem of three axes:
///
///           samples, and a spectrum     columns                   transposed spectrum
///           that is not transposed
///   slabs   [z of the rank][y][x]       [z][y of the rank][x]     the columns
///   pencils [z of p][y of q][x]         [z][y of q][x of p]       [z of q][y][x of p]
///
/// Each of these is a Transposition of the one before: the first one among all ranks, or the ranks
/// of a column of the grid; the second one, backward, among the ranks of a row. So x, z and y are
/// whole by turns.
class RankLayout {
public:
    /// Pencils if there is a grid, for which the problem has three axes.
    RankLayout(Problem problem, int rank, int size, const std::optional<RankGrid>& grid);

    /// A SlabDivision and the ranks that share it.
    struct Shared {
        SlabDivision division;
        ranks::Group group;
    };
    [[nodiscard]] Shared planes_to_columns() const;
    /// For pencils: between the transposed spectrum, which has the planes, and the columns.
    [[nodiscard]] Shared transposed_to_columns() const;

    /// The part of the spectrum that this rank has, in complex values. Not transposed it is that of
    /// the samples, which have all reals along x.
    [[nodiscard]] Box part(bool transposed) const;

private:
    [[nodiscard]] Box slab(bool transposed) const;
    [[nodiscard]] Box pencil(bool transposed) const;

    Problem problem_;
    int rank_;
    int size_;
    std::optional<RankGrid> grid_;
    int p_ = 0;  ///< the place in the grid
    int q_ = 0;
};

}  // namespace tobiuo::fft
