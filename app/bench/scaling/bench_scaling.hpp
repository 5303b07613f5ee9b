// `tobiuo bench scaling`: solves, transforms and sweeps on one rank and on several.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/bench/options.hpp"
#include "app/errors.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library is called so
namespace CLI {
class App;
}

namespace tobiuo {

struct BenchScalingOptions : BenchOptions {
    BenchScalingOptions() { repetitions = 5; }

    std::vector<std::string> jobs{"poisson", "weak", "fft", "himeno"};
    std::vector<std::string> precisions;  ///< empty: both; of himeno single
    std::vector<std::string> boundaries{"periodic", "mixed"};
    std::vector<std::string> spectra{"transposed"};
    std::vector<std::string> divisions{"slabs"};  ///< of transforms
    std::vector<int> chunks{0};                   ///< of transforms; 0: as the plan chooses
    std::vector<std::string> backends;            ///< empty: cuda where there is a device, else cpu
    std::optional<std::string> weak_size;         ///< of a rank
    std::string kernel = "auto";                  ///< of himeno
    bool tune = false;                            ///< whether the chunks of transforms are measured
    bool peer = true;                             ///< whether cuFFTXt is measured, too
    double seconds = 0.2;                         ///< time of each repetition
    std::optional<int> gpus = {};                 ///< ranks to be started
    std::optional<double> link_gbps = {};         ///< of the curves; without it the measured link
    double latency_us = 5.0;                      ///< of that link
};

/// Measures on the ranks of the launcher, prints the table, and writes the JSON after each row.
/// Throws InputError, device::DeviceError, OutputError.
[[nodiscard]] ExitCode bench_scaling_command(const BenchScalingOptions& options);

/// Adds the command below `bench`; its callback sets `chosen`.
void add_bench_scaling(CLI::App& bench, BenchScalingOptions& options,
                       std::function<ExitCode()>& chosen);

}  // namespace tobiuo
