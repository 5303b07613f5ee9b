// SPDX-License-Identifier: BSD-3-Clause
// The finite-difference operator in real space: the independent check of a spectral solve.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include <tobiuo/communicator.hpp>

#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Computes out = laplacian(u) + lambda u by the stencil of second_order or fourth_order (along a
/// stretched axis always second_order), with zeros on the walls.
///
/// Shapes    points(problem) values each, [z][y][x] of the unknowns; two separate arrays.
/// Traffic   one read of u (its neighbours hit cache) and one write for each point.
/// Threads   as many as the size is worth, see threads_for().
/// Throws    std::invalid_argument for a problem that has no stencil (has_stencil()), and for arrays
///           that do not fit.
void apply_stencil(const Problem& problem, std::span<const double> u, std::span<double> out);
void apply_stencil(const Problem& problem, std::span<const float> u, std::span<float> out);

/// A field of unknowns of which each rank has planes of z, as ranks::slices_of() divides them, with
/// the planes of other ranks that the stencil of the own ones reads.
template <typename Real>
class StencilPlanes {
public:
    /// `own`: the planes of this rank, [z][y][x]; they must outlive this object. Those of other
    /// ranks are copied, one or two on either side. Collective. Throws std::invalid_argument for
    /// the spectral operator, and if `own` does not fit.
    StencilPlanes(const Problem& problem, const Communicator& ranks, std::span<const Real> own);

    [[nodiscard]] ranks::Slice own() const { return own_; }

    /// The planes by their index in the whole field; null for those that no own one reads.
    [[nodiscard]] const Real* const* all() const { return planes_.data(); }

private:
    ranks::Slice own_;
    std::int64_t values_;  ///< of a plane
    std::vector<const Real*> planes_;
    std::map<std::int64_t, std::vector<Real>> others_;
};

extern template class StencilPlanes<float>;
extern template class StencilPlanes<double>;

}  // namespace tobiuo::poisson
