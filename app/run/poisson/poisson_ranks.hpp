// SPDX-License-Identifier: BSD-3-Clause
// The ranks among which the planes of a poisson case are divided.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <tobiuo/communicator.hpp>

#include "app/ranks/world.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {

/// The ranks that solve a case together; by default this process alone, which has all planes.
class PoissonRanks {
public:
    PoissonRanks() = default;
    /// `world` may be null, for this process alone; else it must outlive this object.
    explicit PoissonRanks(const World* world);

    /// Null if this process is alone.
    [[nodiscard]] const World* world() const { return world_; }
    [[nodiscard]] bool are_several() const { return world_ != nullptr; }
    [[nodiscard]] const Communicator& communicator() const;

    /// The planes of unknowns that this rank has, as poisson::DistributedSolver divides them.
    [[nodiscard]] ranks::Slice own(const poisson::Problem& problem) const;

    /// Calls act() on all ranks; see World::together(). Collective.
    void together(const std::function<void()>& act) const;
    /// Whether a rank says so. Collective.
    [[nodiscard]] bool any(bool one) const;
    /// The largest of the ranks' values. Collective.
    [[nodiscard]] double largest(double value) const;
    /// Calls timed() on all ranks at the same time, and returns the most of what it returns.
    /// Collective.
    [[nodiscard]] double slowest(const std::function<double()>& timed) const;

private:
    const World* world_ = nullptr;
};

/// Why several ranks do not solve the problem, wherever they run, as a sentence; nothing if they do.
[[nodiscard]] std::optional<std::string> ranks_unsupported_reason(const poisson::Problem& problem);

/// A problem for which one rank or several plan as much memory, but without a lambda, so that no
/// singular modes are looked for. Several solve a positive one by all-to-all exchanges, as the
/// fourth-order operator.
[[nodiscard]] poisson::Problem planned_without_lambda(poisson::Problem problem, bool on_ranks);

/// The planes of the whole grid that belong to planes of unknowns: on nodes those at the ends
/// include what lies beside them, the nodes of a wall or the ones that repeat the first ones. Those
/// of all ranks cover the grid in order.
[[nodiscard]] ranks::Slice grid_planes(const poisson::Problem& problem,
                                       const ranks::Slice& unknowns);

}  // namespace tobiuo
