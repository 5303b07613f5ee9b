// SPDX-License-Identifier: BSD-3-Clause
// The problems of a batch, or a single one, in their units of length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/poisson/solver.hpp>

#include "runtime/machine/machine.hpp"
#include "solvers/poisson/engine/in_unit.hpp"
#include "solvers/poisson/engine/walled_solver.hpp"
#include "solvers/poisson/program/by_thread.hpp"

namespace tobiuo::poisson {

/// The number of problems of the options.
[[nodiscard]] std::int64_t problems_of(const SolverOptions& options);

/// The problem with the lambda of one of the batch.
[[nodiscard]] Problem problem_of_batch(const Problem& problem, const SolverOptions& options,
                                       std::int64_t number);

/// Throws std::invalid_argument if the options have a batch that cannot be; the problem is valid.
void validate_batch(const Problem& problem, const SolverOptions& options);

/// One solver for all problems, where a step solves a batch or there is only one; else a solver for
/// each lambda, which solve the problems one by one: on a CPU small ones side by side.
template <typename T>
class BatchSolver {
public:
    /// What a solver with SolverOptions::walls_in_f takes.
    [[nodiscard]] static SolverNeeds needs(const Problem& problem, Backend backend,
                                           const SolverOptions& options);

    /// The problem and the options are valid.
    BatchSolver(const Problem& problem, Backend backend, const SolverOptions& options);

    /// As WalledSolver::solve(), for the arrays of all problems.
    void solve(const T* f, const walls::GivenFaces<T>& given, T* u, Stream stream) const;
    void solve_on_machine(const void* f, void* u, Stream stream) const
    {
        first().solve_on_machine(f, u, stream);
    }

    /// The reports of the last solve, as WalledSolver::solved().
    [[nodiscard]] std::vector<Solved> solved(Stream stream) const;

    [[nodiscard]] std::size_t workspace_bytes() const;
    [[nodiscard]] std::int64_t copied_bytes() const;
    [[nodiscard]] int passes() const { return first().passes(); }
    [[nodiscard]] std::string describe() const;
    [[nodiscard]] std::vector<fft::PassChoice> choices() const
    {
        return fft::told_choices(first().placed().choices());
    }
    /// The machine that f, u and the values on the walls are on.
    [[nodiscard]] const runtime::Machine& machine() const { return first().machine(); }

private:
    using One = SolverInUnit<T, WalledSolver>;

    [[nodiscard]] const WalledSolver<T>& first() const { return *solvers_.front().solver; }
    [[nodiscard]] const One& solver_of(std::int64_t number) const
    {
        return solvers_.at(of_problem_.empty() ? 0
                                               : of_problem_.at(static_cast<std::size_t>(number)));
    }
    /// Bytes of a problem on a device whose arrays, one after the other, begin at other addresses than a
    /// device reads pieces at; else 0.
    [[nodiscard]] static std::size_t aligned_bytes(const Problem& problem);
    [[nodiscard]] walls::GivenFaces<T> faces_of(walls::GivenFaces<T> given,
                                                std::int64_t number) const;
    /// Solves one problem; on a device, keeps what it removed.
    void solve_one(std::int64_t number, const T* f, const walls::GivenFaces<T>& given, T* u,
                   Stream stream) const;
    [[nodiscard]] std::vector<Solved> kept_reports(Stream stream) const;

    std::int64_t points_;  ///< of a problem
    std::int64_t problems_;
    bool together_ = true;  ///< one solver solves all problems in one call
    int side_by_side_ = 1;  ///< threads, each of which solves a problem by itself
    std::int64_t face_values_[walls::face_count] = {};
    std::vector<One> solvers_;
    std::vector<std::size_t> of_problem_;  ///< the number of its solver; empty for the first one
    runtime::Array kept_;                  ///< two values of each problem, on a device
    runtime::Array aligned_;               ///< a problem, see aligned_bytes()
    std::unique_ptr<ByThread<std::vector<Solved>>> by_thread_;  ///< reports of solves on the CPU
    mutable std::vector<Solved> reports_;  ///< of solves that the device has done when they return
};

extern template class BatchSolver<float>;
extern template class BatchSolver<double>;

}  // namespace tobiuo::poisson
