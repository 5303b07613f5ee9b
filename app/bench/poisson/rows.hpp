// SPDX-License-Identifier: BSD-3-Clause
// The rows of `tobiuo bench poisson`, their table and their JSON (docs/poisson-bench.md).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/bench/harness.hpp"
#include "app/bench/poisson/bench_problem.hpp"
#include "runtime/precision.hpp"
#include "solvers/poisson/check/residual.hpp"

namespace tobiuo::poisson_bench {

using bench::Json;
using bench::Machine;

/// One problem by one implementation, with the keys of a row of schema tobiuo-bench-poisson-2; keys
/// that do not apply are null. `ceiling_bytes_per_second` is that of the memory of `backend`.
[[nodiscard]] Json row_of(const BenchProblem& problem, const bench::Implementation& one,
                          Backend backend, double ceiling_bytes_per_second);

/// Adds the residual of the solution.
void put_residual(Json& row, const poisson::Residual& residual);

/// Adds to the rows of one problem the times of all that share a memory, and their ratios to cuFFT
/// and FFTW, with OpenCL to our solver on the CPU: values above 1 are faster than these.
void compare(std::span<Json> rows);

/// The properties of the machine: a line for each ceiling that was measured.
[[nodiscard]] std::string machine_text(const Machine& machine);

[[nodiscard]] std::vector<bench::Column> columns();

/// The whole file, schema tobiuo-bench-poisson-2.
[[nodiscard]] Json poisson_json(const Machine& machine, const bench::Results& results,
                                const bench::Origin& origin);

}  // namespace tobiuo::poisson_bench
