// SPDX-License-Identifier: BSD-3-Clause
// A kernel in a benchmark: whether it can be measured, how its sweeps are timed, and its figures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/bench/harness.hpp"
#include "app/bench/himeno/bench_himeno.hpp"
#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/sweep.hpp"

namespace tobiuo::himeno_bench {

/// The bytes that the kernel needs of its machine's memory.
[[nodiscard]] std::int64_t bytes_of(const stencil::SweepKind& kind,
                                    const stencil::SweepRequest& request);

/// The reason why the kernel cannot be measured now, as a clause: it declines the request, or its
/// arrays do not fit. Nothing if it can.
[[nodiscard]] std::optional<std::string> unsupported_reason(const stencil::SweepKind& kind,
                                                            const stencil::SweepRequest& request);

/// One loaded kernel at one size, whose execution is a sweep.
[[nodiscard]] bench::Implementation make_implementation(const stencil::SweepKind& kind,
                                                        const stencil::SweepRequest& request,
                                                        const stencil::ArraySource& source);

/// The pace with repetitions of about the time in the options.
[[nodiscard]] bench::Pace pace_of(const BenchHimenoOptions& options);

/// Adds the figures of a measurement under the keys of the JSON: gflops, nominal_gbps,
/// ceiling_gbps, percent_of_ceiling, seconds_per_sweep with _min and _max, repetitions,
/// sweeps_per_repetition, gosa, plan.
void put_figures(bench::Json& row, const bench::Implementation& one, const stencil::Shape& shape,
                 Precision precision, double ceiling_bytes_per_second);

}  // namespace tobiuo::himeno_bench
