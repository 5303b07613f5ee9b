// SPDX-License-Identifier: BSD-3-Clause
// A solver with walls at any values, of arrays on any machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/poisson/solver.hpp>

#include "kernels/walls/wall_item.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/poisson/engine/placed_solver.hpp"
#include "solvers/poisson/open/open_faces.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/program/by_thread.hpp"
#include "solvers/poisson/walls/wall_corrections.hpp"
#include "solvers/poisson/walls/wall_share.hpp"

namespace tobiuo::poisson {

/// A PlacedSolver, and what the walls add, where f and u are: corrections of f beside the walls, or
/// for the spectral operator a second solve, whose solution is added to u. With open ends of several
/// axes a solve with walls in their places, and a second one with values on them (OpenFaces).
template <typename T>
class WalledSolver {
public:
    /// What a solver with SolverOptions::walls_in_f takes, see PlacedSolver::needs().
    [[nodiscard]] static SolverNeeds needs(const Problem& problem, Backend backend,
                                           SolverOptions options);

    /// Throws std::invalid_argument or DeviceError as PlacedSolver does.
    /// A batch is one that a step solves, see SolverPlace::lambdas; it has the lambda of each problem.
    WalledSolver(const Problem& problem, Backend backend, const SolverOptions& options);

    /// Solves; f keeps its values unless it is u. f and u are validated (validate_arrays()), and so
    /// are the values on the walls (given_walls()). Throws std::invalid_argument before anything is
    /// computed if the solver accepts only walls at zero and others are given.
    void solve(const T* f, const walls::GivenFaces<T>& given, T* u, Stream stream) const;

    /// Solves for arrays of the machine that solves, with SolverOptions::opencl_buffers.
    void solve_on_machine(const void* f, void* u, Stream stream) const
    {
        solver_.solve_on_machine(f, u, stream);
    }

    /// The report of the last solve: on a CUDA device of that on `stream`, for which it waits; on
    /// the CPU of the calling thread; where arrays are copied, of all.
    [[nodiscard]] Solved solved(Stream stream) const;
    /// That of each problem of a batch.
    [[nodiscard]] std::vector<double> removed_means(Stream stream) const;

    /// Of arrays on a device: enqueues a copy of what the solve before removed, to two values, and
    /// tells what these of a number of solves are, for which it waits.
    void keep_removed(T* to, Stream stream) const;
    [[nodiscard]] std::vector<double> removed_of(const T* from, std::int64_t count,
                                                 Stream stream) const;

    /// Bytes of memory besides f and u that the solver owns, or that a call takes on the CPU.
    [[nodiscard]] std::size_t workspace_bytes() const;
    [[nodiscard]] std::string describe() const;
    /// Passes over the array in memory, each a read and a write.
    [[nodiscard]] int passes() const { return solver_.passes() * (open_ ? 2 : 1); }
    /// Bytes that a solve copies to a device, and as many from it.
    [[nodiscard]] std::int64_t copied_bytes() const
    {
        return solver_.copied_bytes() * (open_ ? 2 : 1);
    }
    /// The solver without what the walls add.
    [[nodiscard]] const PlacedSolver& placed() const { return solver_; }

    /// The machine that f, u and the values on the walls are on.
    [[nodiscard]] const runtime::Machine& machine() const { return *machine_; }

private:
    WalledSolver(const Problem& problem, const SolverPlace& place, const SolverOptions& options);

    [[nodiscard]] std::size_t array_bytes() const
    {
        return static_cast<std::size_t>(points_) * sizeof(T);
    }
    void solve_with_share(const T* f, const walls::GivenFaces<T>& given, T* u, Stream stream) const;
    void solve_at_walls(const T* f, const walls::GivenFaces<T>& given, T* u, Stream stream) const;
    void solve_with_open_ends(const T* f, const walls::GivenFaces<T>& given, T* u,
                              Stream stream) const;

    std::int64_t points_;  ///< of all problems
    bool is_spectral_;
    std::unique_ptr<const runtime::Machine> machine_;  ///< of f and u
    PlacedSolver solver_;
    WallShareSolver<PlacedSolver> share_solver_;
    std::optional<WallCorrections<T>> walls_;
    std::optional<OpenFaces<T>> open_;
    typename OpenFaces<T>::Work open_work_;  ///< on the host each call has its own, as of kept_f_
    ranks::Slice planes_;
    runtime::Array kept_f_;  ///< of solves in place with open ends
    std::optional<runtime::ForEach<walls::AddShare<T>>> add_share_;
    runtime::Array share_;  ///< what the walls add to u; on the host each call has its own
    std::unique_ptr<ByThread<bool>> had_share_by_thread_;  ///< as had_share_, on the CPU
    mutable bool had_share_ = false;                       ///< whether the last solve had one
};

extern template class WalledSolver<float>;
extern template class WalledSolver<double>;

}  // namespace tobiuo::poisson
