// SPDX-License-Identifier: BSD-3-Clause
// The walls of a problem whose planes are divided among ranks, for every operator with a stencil.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/machine/machine.hpp"
#include "runtime/ranks/exchange.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/ranks/rank_messages.hpp"
#include "solvers/poisson/walls/wall_box.hpp"
#include "solvers/poisson/walls/wall_corrections.hpp"

namespace tobiuo::poisson {

/// The planes of one rank. Where a wall's curvature enters (fourth order, see WallBox), ranks tell
/// each other what it depends on: the values on walls across x and y, which each then has beside all
/// planes, and f in the three planes beside a wall across z, which those ranks need that have one of
/// the first two without having all three.
template <typename T>
class RankWalls {
public:
    /// `walls` are those of the whole problem.
    RankWalls(const WallBox& walls, std::vector<ranks::Slice> slabs, int rank,
              const runtime::Machine& machine,
              std::unique_ptr<const WallCorrections<T>> corrections);

    /// Collective. Subtracts from f what the walls contribute. Returns f if that is nothing;
    /// otherwise u, which then has the difference.
    [[nodiscard]] const T* without_walls(const T* f, const walls::GivenFaces<T>& given, T* u,
                                         ranks::Exchange& exchange, Stream stream) const;

    [[nodiscard]] std::size_t bytes() const { return bytes_ + corrections_->bytes(); }

private:
    [[nodiscard]] std::int64_t plane() const { return box_.counts[0] * box_.counts[1]; }
    /// Plane `row` beside the wall across z at an end, from the wall inwards.
    [[nodiscard]] std::int64_t plane_beside(int end, int row) const
    {
        return end == 0 ? row : box_.counts[2] - 1 - row;
    }
    [[nodiscard]] bool has_plane(int rank, std::int64_t plane) const;
    /// Whether a rank needs planes beside that wall from others.
    [[nodiscard]] bool lacks_planes(int rank, int end) const;
    void add_values(const walls::GivenFaces<T>& given, Messages& messages) const;
    void add_planes(const T* f, Messages& messages) const;

    walls::Box box_;  ///< the whole one
    bool needs_curvatures_;
    std::vector<ranks::Slice> slabs_;
    int rank_;
    std::unique_ptr<const WallCorrections<T>> corrections_;
    std::size_t bytes_ = 0;
    std::array<runtime::Array, 4> values_;  ///< of the walls across x and y, beside all planes
    std::array<runtime::Array, 2> beside_;  ///< planes of f beside the walls across z
};

extern template class RankWalls<float>;
extern template class RankWalls<double>;

}  // namespace tobiuo::poisson
