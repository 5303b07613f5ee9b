// `tobiuo bench poisson`: our Poisson solver beside its peers, or its orders beside theory.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/bench/options.hpp"
#include "app/errors.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library is called so
namespace CLI {
class App;
}

namespace tobiuo {

struct BenchPoissonOptions : LibraryBenchOptions {
    BenchPoissonOptions()
    {
        sizes = {"64^3", "128^3", "256^3"};
        host.effort = fft::Effort::measure;
    }

    std::vector<std::string> boundaries{"periodic", "dirichlet", "neumann", "mixed", "duct"};
    std::vector<std::string> locations;  ///< empty: cell; for the orders both
    std::vector<std::string> operators;  ///< empty: second-order; for the orders all
    /// Empty: cpu, and cuda where there is a device; opencl must be named.
    std::vector<std::string> backends;
    bool orders = false;           ///< runs the convergence study instead
    std::int64_t order_cells = 0;  ///< cells of the coarsest grid of the orders; 0: as each needs
};

/// Measures, prints the table, writes JSON; after a signal or a failure of the device, with the
/// rows so far. Throws InputError, device::DeviceError (a device is asked for but missing, or it
/// failed), OutputError.
[[nodiscard]] ExitCode bench_poisson_command(const BenchPoissonOptions& options);

/// Measures solves with the arrays in host memory (`--out-of-card`) beside the link's limit and
/// FFTW's solve; throws as bench_poisson_command() does.
[[nodiscard]] ExitCode bench_poisson_out_of_card_command(const BenchPoissonOptions& options);

/// Runs the convergence study (`--orders`); throws as bench_poisson_command() does.
[[nodiscard]] ExitCode bench_poisson_orders_command(const BenchPoissonOptions& options);

/// Adds the command below `bench`; its callback sets `chosen`.
void add_bench_poisson(CLI::App& bench, BenchPoissonOptions& options,
                       std::function<ExitCode()>& chosen);

}  // namespace tobiuo
