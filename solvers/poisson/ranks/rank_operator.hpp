// SPDX-License-Identifier: BSD-3-Clause
// The operator of a problem whose planes are divided among ranks, on the CPU.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <tobiuo/communicator.hpp>

#include "runtime/machine/machine.hpp"
#include "runtime/ranks/exchange.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/ranks/mode_transposition.hpp"
#include "solvers/poisson/ranks/rank_passes.hpp"

namespace tobiuo::poisson {

/// Applies the operator by the transforms and the exchanges of DistributedSolver, for residuals:
/// the spectral operator has no stencil. Walls are at zero.
///
/// Shapes    arrays hold the planes that planes_of_rank() gives to each rank, [z][y][x] of
/// unknowns. Result    that of HostSolver::apply() up to rounding; the same bits for as many ranks.
template <typename T>
class RankOperator {
public:
    /// For a problem without distributed_unsupported_reason() that ranks transpose. The
    /// communicator must live longer. Collective. Throws std::invalid_argument, on all ranks, for a
    /// lambda that is an eigenvalue, which no solution can be checked with.
    RankOperator(const Problem& problem, const Communicator& ranks, int threads = 0);

    /// Computes laplacian(u) + lambda u of this rank's planes. Collective. Throws
    /// std::invalid_argument for arrays that do not fit.
    void apply(std::span<const T> u, std::span<T> out) const;

    /// Bytes of memory besides u and out.
    [[nodiscard]] std::size_t workspace_bytes() const;

private:
    std::unique_ptr<const runtime::Machine> machine_;
    ModeTransposition<T> transposition_;
    RankPasses<T> passes_;
    std::unique_ptr<ranks::Exchange> exchange_;
};

extern template class RankOperator<float>;
extern template class RankOperator<double>;

}  // namespace tobiuo::poisson
