// Solves a problem whose right-hand side is 0 but in some planes, where alone the solution is wanted.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include <tobiuo/backend.hpp>
#include <tobiuo/stream.hpp>

#include "runtime/machine/machine.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/program/executor.hpp"
#include "solvers/poisson/program/ready_step.hpp"

namespace tobiuo::poisson {

/// A solver as MachineSolver is one, for planes of z of a problem of three axes, stretched along z at
/// most: those of all bodies, for example, see ClosedCells.
///
/// Method    lines along x and y are transformed in these planes only, forwards and back; between that
///           all lines along z are solved.
/// Traffic   of an array of N planes, of which n are wanted, 2 N + 4 n planes where MachineSolver has
///           6 N.
/// Sharing   one solve at a time.
class NearSolver {
public:
    /// A solver, if the back end has one for the problem, and if so few planes make it faster. Throws
    /// as MachineSolver does.
    [[nodiscard]] static std::optional<NearSolver> made(const Problem& problem, Backend backend,
                                                        const ranks::Slice& planes,
                                                        int threads = 0);

    /// Solves in place for values [z][y][x] that are 0 beyond the planes, and leaves u in these.
    template <typename T>
    void solve(T* values, Stream stream) const
    {
        executor_.enqueue({.f = values, .u = values}, stream);
    }
    [[nodiscard]] std::size_t bytes() const { return executor_.bytes(); }

private:
    NearSolver(std::unique_ptr<const runtime::Machine> machine, const SolveBackEnd& back_end,
               const SolveProgram& program);

    std::unique_ptr<const runtime::Machine> machine_;
    Executor executor_;
};

}  // namespace tobiuo::poisson
