// SPDX-License-Identifier: BSD-3-Clause
// The commands that measure, and the options that several of them have.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "app/bench/fft/bench_fft.hpp"
#include "app/bench/flow/bench_flow.hpp"
#include "app/bench/himeno/bench_himeno.hpp"
#include "app/bench/options.hpp"
#include "app/bench/poisson/bench_poisson.hpp"
#include "app/bench/scaling/bench_scaling.hpp"
#include "app/bench/whole/bench_whole.hpp"
#include "app/cli/studies.hpp"
#include "app/errors.hpp"
#include "runtime/precision.hpp"

namespace tobiuo {

/// Each adds a command below `bench`, whose callback sets `chosen`: with --published and --ladder
/// to what `studies` has.
void add_bench_fft(CLI::App& bench, BenchFftOptions& options, const Studies& studies,
                   std::function<ExitCode()>& chosen);
void add_bench_flow(CLI::App& bench, BenchFlowOptions& options, std::function<ExitCode()>& chosen);
void add_bench_himeno(CLI::App& bench, BenchHimenoOptions& options, const Studies& studies,
                      std::function<ExitCode()>& chosen);
void add_bench_poisson(CLI::App& bench, BenchPoissonOptions& options,
                       std::function<ExitCode()>& chosen);
void add_bench_scaling(CLI::App& bench, BenchScalingOptions& options,
                       std::function<ExitCode()>& chosen);
void add_bench_whole(CLI::App& bench, BenchWholeOptions& options,
                     std::function<ExitCode()>& chosen);

/// --sizes, which `what` explains.
void add_sizes(CLI::App& command, BenchOptions& options, const std::string& what);

/// --repeat, --device, whose naming is noted, and --json.
void add_bench_options(CLI::App& command, BenchOptions& options);

/// The option of an axis, of back ends or of contestants, which takes the words that are known.
void add_words(CLI::App& command, bench::Words& words);

/// --threads and --fftw-effort: whose `threads` they are, and what FFTW `plans`.
void add_host_settings(CLI::App& command, HostSettings& settings, const std::string& threads,
                       const std::string& plans);

/// --out-of-card and --device-memory; `what` completes "with the arrays in host memory: ". Returns
/// the flag.
CLI::Option* add_out_of_card(CLI::App& command, OutOfCardBenchOptions& options,
                             const std::string& what);

/// --precision, of one word.
CLI::Option* add_precision(CLI::App& command, Precision& precision, const std::string& explanation);

}  // namespace tobiuo
