// SPDX-License-Identifier: BSD-3-Clause
// The contribution of walls to a right-hand side that comes some planes of z at a time.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/walls/wall_box.hpp"
#include "runtime/memory/host_array.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/walls/wall_box.hpp"

namespace tobiuo::poisson {

/// Subtracts from planes of f what WallCorrections<double> subtracts from the whole array; the bits
/// are the same.
class WallPlanes {
public:
    /// What `given` points at must outlive this object.
    WallPlanes(WallBox walls, const walls::GivenFaces<double>& given);

    /// Corrects `planes`, the unknowns of planes of z from plane `first` on. Throws
    /// std::invalid_argument if they include the first or the last plane without the next two, from
    /// which f on a wall is extrapolated where the operator needs it there (fourth order).
    void subtract_from(std::int64_t first, std::span<double> planes);

private:
    template <typename Visit>
    void for_each_item(std::int64_t first, std::int64_t count, const Visit& visit) const;

    WallBox walls_;
    walls::GivenFaces<double> given_;
    walls::Box box_;
    memory::HostArray<double> curvatures_;
};

/// The planes of unknowns whose source has to be known for the right-hand side in `own`: more than
/// those only beside walls of an operator that extrapolates f there.
[[nodiscard]] ranks::Slice source_planes(const Problem& problem, const ranks::Slice& own);

}  // namespace tobiuo::poisson
