// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench poisson`: our Poisson solver beside its peers, or its orders beside theory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/bench/options.hpp"
#include "app/bench/poisson/bench_problem.hpp"
#include "app/errors.hpp"

namespace tobiuo {

struct BenchPoissonOptions : LibraryBenchOptions {
    BenchPoissonOptions();

    bench::Axis<poisson_bench::Boundary> boundaries;
    bench::Axis<Location> locations;           ///< empty: cell; for the orders both
    bench::Axis<poisson::Operator> operators;  ///< empty: second-order; for the orders all
    std::vector<std::int64_t> batches;         ///< problems of a solve; empty: one, no batch
    bool orders = false;                       ///< runs the convergence study instead
    std::int64_t order_cells = 0;  ///< cells of the coarsest grid of the orders; 0: as each needs
};

/// The problems of every size with every boundary, location, operator and precision. Throws
/// InputError for a size that is malformed, too large for any memory, or too small for a boundary
/// and an operator.
[[nodiscard]] std::vector<poisson_bench::BenchProblem> chosen_problems(
    const BenchPoissonOptions& options);

/// Measures, prints the table, writes JSON; after a signal or a failure of the device, with the
/// rows so far. Throws InputError, device::DeviceError (a device is asked for but missing, or it
/// failed), OutputError.
[[nodiscard]] ExitCode bench_poisson_command(const BenchPoissonOptions& options);

/// Measures solves with the arrays in host memory (`--out-of-card`) beside the link's limit and
/// FFTW's solve; throws as bench_poisson_command() does.
[[nodiscard]] ExitCode bench_poisson_out_of_card_command(const BenchPoissonOptions& options);

/// Runs the convergence study (`--orders`); throws as bench_poisson_command() does.
[[nodiscard]] ExitCode bench_poisson_orders_command(const BenchPoissonOptions& options);

}  // namespace tobiuo
