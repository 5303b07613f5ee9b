// How many values the steps of a flow take.
#pragma once

#include <cstdint>

#include <tobiuo/flow/problem.hpp>

namespace tobiuo::flow {

/// Values of a state, as Solver::state() writes it. The problem is valid.
[[nodiscard]] std::int64_t state_values(const Problem& problem);

/// Values that the steps own: all of Solver::memory_bytes() but what a back end takes for its
/// kernels and for Poisson's equation. The problem is valid.
[[nodiscard]] std::int64_t step_values(const Problem& problem);

/// Values that the steps of one of several ranks own beside its part of these: the ends of lines of
/// implicit diffusion along z, as long as neighbours alone tell each other.
[[nodiscard]] std::int64_t end_values(const Problem& problem);

}  // namespace tobiuo::flow
