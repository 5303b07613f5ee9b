// `tobiuo bench poisson`: our Poisson solver beside its peers, or its orders beside theory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/errors.hpp"
#include "kernels/fft/host/plan.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library is called so
namespace CLI {
class App;
}

namespace tobiuo {

struct BenchPoissonOptions {
    std::vector<std::string> sizes{"64^3", "128^3", "256^3"};
    std::vector<std::string> boundaries{"periodic", "dirichlet", "neumann", "mixed", "duct"};
    std::vector<std::string> locations;  ///< empty: cell; of the orders both
    std::vector<std::string> operators;  ///< empty: second-order; of the orders all
    std::vector<std::string> precisions{"single", "double"};
    std::vector<std::string> backends;         ///< empty: cpu, and cuda where there is a device
    std::vector<std::string> implementations;  ///< empty: all there are
    int device = 0;
    int repetitions = 9;
    int threads = 0;  ///< of all implementations on the CPU; 0: all
    fft::Effort effort = fft::Effort::measure;
    bool orders = false;           ///< the convergence study instead
    std::int64_t order_cells = 0;  ///< of the coarsest grid of the orders; 0: as each needs
    std::optional<std::filesystem::path> json;
};

/// Measures, prints the table, writes JSON; after a signal or a failure of the device, of what
/// there is so far. Throws InputError, device::DeviceError (no device although one is asked for, or
/// it failed), OutputError.
[[nodiscard]] ExitCode bench_poisson_command(const BenchPoissonOptions& options);

/// The convergence study (`--orders`), likewise.
[[nodiscard]] ExitCode bench_poisson_orders_command(const BenchPoissonOptions& options);

/// Adds the command below `bench`; its callback sets `chosen`.
void add_bench_poisson(CLI::App& bench, BenchPoissonOptions& options,
                       std::function<ExitCode()>& chosen);

}  // namespace tobiuo
