// SPDX-License-Identifier: BSD-3-Clause
// How many values the steps of a flow take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tobiuo/flow/problem.hpp>

#include "solvers/flow/slab.hpp"

namespace tobiuo::flow {

/// Values of a state, as Solver::state() writes it. The problem is valid.
[[nodiscard]] std::int64_t state_values(const Problem& problem);

/// The values of a state of so many planes that lie behind the scalars.
[[nodiscard]] std::size_t values_behind_scalars(const Problem& problem, std::int64_t planes);

/// A scalar of a state of the problem, which has one, or of `planes` planes of it.
template <typename T>
[[nodiscard]] std::span<const T> scalar_of_state(const Problem& problem, std::span<const T> state,
                                                 std::int64_t planes, int number = 0)
{
    const auto cells = static_cast<std::size_t>(plane_points(problem) * planes);
    const std::size_t behind = values_behind_scalars(problem, planes);
    const auto later = problem.further_scalars.size() - static_cast<std::size_t>(number);
    return state.subspan(state.size() - behind - (later + 1) * cells, cells);
}

/// Values that the steps own: all of Solver::memory_bytes() but what a back end takes for its
/// kernels and for Poisson's equation. The problem is valid.
[[nodiscard]] std::int64_t step_values(const Problem& problem);

/// Values that the steps of one of several ranks own beside its part of these: the ends of lines of
/// implicit diffusion along z, as long as neighbours alone tell each other.
[[nodiscard]] std::int64_t end_values(const Problem& problem);

}  // namespace tobiuo::flow
