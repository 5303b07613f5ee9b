// SPDX-License-Identifier: BSD-3-Clause
// A solver with homogeneous boundaries of arrays that are where its caller has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/poisson/solver.hpp>
#include <tobiuo/watch.hpp>

#include "runtime/machine/machine.hpp"
#include "solvers/poisson/out_of_card/out_of_card_solver.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/program/machine_solver.hpp"

namespace tobiuo::poisson {

/// Where a solver works, and where its arrays are.
struct SolverPlace {
    Backend backend{};
    int threads = 0;  ///< on the CPU; 0: as many as the size is worth
    bool host_arrays = false;
    /// With host_arrays on a CUDA device, the most bytes of its memory; 0: what is free less a
    /// tenth.
    std::int64_t device_bytes = 0;
    Watch watch = {};  ///< of solves in parts
    /// Of a batch that one step solves (MachineSolver::fuses()), whose arrays a device holds.
    std::vector<double> lambdas = {};

    /// The problems of a solve.
    [[nodiscard]] std::int64_t problems() const
    {
        return lambdas.empty() ? 1 : static_cast<std::int64_t>(lambdas.size());
    }
};

/// Arrays in the memory of the machine that solves are solved there. Others are copied there and
/// back, whole where the device holds them, else in parts.
class PlacedSolver {
public:
    /// What a solver takes, without making it. Throws as the constructor does, but for an eigenvalue.
    [[nodiscard]] static SolverNeeds needs(const Problem& problem, const SolverPlace& place);

    /// `copied` may be the array of another solver of as many values, which solves take in turns.
    /// Throws std::invalid_argument or DeviceError as MachineSolver and OutOfCardSolver do.
    PlacedSolver(const Problem& problem, const SolverPlace& place, runtime::Array copied = {});

    template <typename T>
    void solve(const T* f, T* u, Stream stream) const;
    /// Solves for arrays of the machine, which are not copied.
    void solve_on_machine(const void* f, void* u, Stream stream) const
    {
        whole_->solve(f, u, stream);
    }

    [[nodiscard]] Solved solved(Stream stream) const
    {
        return in_parts_ ? solved_ : whole_->solved(stream);
    }
    /// The solver of a whole array; null where it is solved in parts.
    [[nodiscard]] const MachineSolver* whole() const { return whole_ ? &*whole_ : nullptr; }
    /// Bytes of memory besides f and u that the solver owns, or that a call takes on the CPU; without
    /// those of an array of another solver.
    [[nodiscard]] std::size_t workspace_bytes() const;
    /// Bytes that a solve copies to a device, and as many from it.
    [[nodiscard]] std::int64_t copied_bytes() const
    {
        return in_parts_ ? in_parts_->copied_bytes() : static_cast<std::int64_t>(copied_.bytes());
    }
    [[nodiscard]] int passes() const { return in_parts_ ? in_parts_->passes() : whole_->passes(); }
    [[nodiscard]] std::vector<fft::Chosen> choices() const
    {
        return in_parts_ ? in_parts_->choices() : whole_->choices();
    }
    [[nodiscard]] std::string describe() const;

    [[nodiscard]] bool is_on_host() const { return whole_ && whole_->machine().is_host(); }
    /// The values where they are solved, if they are copied whole.
    [[nodiscard]] const runtime::Array& copied() const { return copied_; }

private:
    std::optional<MachineSolver> whole_;
    std::optional<OutOfCardSolver> in_parts_;
    runtime::Array copied_;
    bool owns_copied_ = false;
    mutable Solved solved_;  ///< by parts
};

extern template void PlacedSolver::solve(const float*, float*, Stream) const;
extern template void PlacedSolver::solve(const double*, double*, Stream) const;

}  // namespace tobiuo::poisson
