// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench scaling`: solves, transforms and sweeps on one rank and on several.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tobiuo/fft/distributed_plan.hpp>

#include "app/bench/options.hpp"
#include "app/bench/poisson/bench_problem.hpp"
#include "app/errors.hpp"

namespace tobiuo {

struct BenchScalingOptions : BenchOptions {
    BenchScalingOptions();

    bench::Words jobs;
    bench::Axis<Precision> precisions = bench::precision_axis("; default: both, of himeno single");
    bench::Axis<poisson_bench::Boundary> boundaries;
    bench::Axis<fft::SpectrumLayout> spectra;
    bench::Axis<fft::RankDivision> divisions;  ///< of transforms
    bench::Words flows;
    std::vector<int> chunks{0};            ///< of transforms; 0: as the plan chooses
    std::optional<std::string> weak_size;  ///< of a rank
    std::string kernel = "auto";           ///< of himeno
    bool tune = false;                     ///< whether the chunks of transforms are measured
    bool peer = true;                      ///< whether cuFFTXt is measured, too
    double seconds = 0.2;                  ///< time of each repetition
    std::optional<int> gpus = {};          ///< ranks to be started
    std::optional<double> link_gbps = {};  ///< of the curves; without it the measured link
    double latency_us = 5.0;               ///< of that link
};

/// Measures on the ranks of the launcher, prints the table, and writes the JSON after each row.
/// Throws InputError, device::DeviceError, OutputError.
[[nodiscard]] ExitCode bench_scaling_command(const BenchScalingOptions& options);

}  // namespace tobiuo
