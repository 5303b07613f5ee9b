// SPDX-License-Identifier: BSD-3-Clause
// What one rank takes for a case, measured with a part of its planes.
#pragma once

#include <cstdint>

#include <tobiuo/flow/problem.hpp>

#include "app/run/place.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {

/// The seconds of one solve, step or sweep of all planes, of which so many were measured.
struct SampledTime {
    double seconds{};
    std::int64_t planes{};
};

/// The problem with the first planes of z, so many that it takes moments and little memory.
[[nodiscard]] poisson::Problem sample_of(const poisson::Problem& problem, const Place& place);
/// The shape with fewer planes of i.
[[nodiscard]] stencil::Shape sample_of(const stencil::Shape& shape, const Place& place);

/// A box with fewer planes of z, between walls where the problem has other faces than periodic ones:
/// a step takes as long.
[[nodiscard]] flow::Problem sample_of(const flow::Problem& problem, const Place& place);

/// Solves a sample at the place. Throws as poisson::Solver does.
[[nodiscard]] SampledTime sampled_solve(const poisson::Problem& problem, const Place& place);
/// Takes steps in a sample. Throws as flow::Solver does.
[[nodiscard]] SampledTime sampled_step(const flow::Problem& problem, const Place& place);
/// Sweeps a sample of the benchmark's arrays by the kernel. Throws as the kernel does.
[[nodiscard]] SampledTime sampled_sweep(const stencil::SweepKind& kind,
                                        stencil::SweepRequest request);

}  // namespace tobiuo
