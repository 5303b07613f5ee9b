// SPDX-License-Identifier: BSD-3-Clause
// Solves a problem whose right-hand side is 0 but in some planes, where alone the solution is wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <tobiuo/backend.hpp>
#include <tobiuo/stream.hpp>

#include "runtime/machine/machine.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/ranks/rank_rows.hpp"
#include "solvers/poisson/ranks/rank_steps.hpp"

namespace tobiuo::poisson {

/// The most bytes of memory that a NearSolver of the problem takes.
[[nodiscard]] std::int64_t near_solver_bytes(const Problem& problem);

/// Solves in neighbouring planes of z, those of all bodies for example, see ClosedCells.
///
/// Method    that of one of several ranks which solve by slabs, whose planes are these: ranks with other
///           planes would tell it zeros, and so need not be there.
/// Traffic   that of a solve of so many planes.
/// Sharing   one solve at a time.
template <typename T>
class NearSolver {
public:
    /// A solver where ranks would solve the problem by slabs, and so few planes are faster than all;
    /// else null. Throws as DistributedSolver does.
    [[nodiscard]] static std::unique_ptr<const NearSolver> made(const Problem& problem,
                                                                Backend backend,
                                                                const ranks::Slice& planes,
                                                                int threads = 0);

    /// Solves in place in the planes of an array of the problem's, and leaves the others alone.
    void solve(T* values, Stream stream) const;
    /// Fills the planes with zeros.
    void clear(T* values, Stream stream) const;

    [[nodiscard]] std::size_t bytes() const { return steps_.bytes; }

private:
    NearSolver(const Problem& problem, Backend backend, const ranks::Slice& planes, int threads);

    std::unique_ptr<const runtime::Machine> machine_;
    RankRows rows_;
    std::int64_t first_value_;
    std::size_t bytes_of_planes_;
    RankSteps<T> steps_;
};

extern template class NearSolver<float>;
extern template class NearSolver<double>;

}  // namespace tobiuo::poisson
