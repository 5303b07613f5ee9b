// Options that several commands about measurements have.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/bench/options.hpp"
#include "runtime/precision.hpp"

namespace tobiuo {

/// --sizes, which `what` explains.
void add_sizes(CLI::App& command, BenchOptions& options, const std::string& what);

/// --repeat, --device, whose naming is noted, and --json.
void add_bench_options(CLI::App& command, BenchOptions& options);

/// --precisions and --contestants, of which "cpu" and "opencl" must be named.
void add_compared(CLI::App& command, LibraryBenchOptions& options,
                  const std::vector<std::string>& contestants);

/// --threads and --fftw-effort: whose `threads` they are, and what FFTW `plans`.
void add_host_settings(CLI::App& command, HostSettings& settings, const std::string& threads,
                       const std::string& plans);

/// --out-of-card and --device-memory; `what` completes "with the arrays in host memory: ". Returns
/// the flag.
CLI::Option* add_out_of_card(CLI::App& command, OutOfCardBenchOptions& options,
                             const std::string& what);

/// --backends, of the words `known`; without it `otherwise`.
void add_backends(CLI::App& command, std::vector<std::string>& backends,
                  const std::string& otherwise,
                  const std::vector<std::string>& known = {"cpu", "cuda"});

/// --precision, of one word.
CLI::Option* add_precision(CLI::App& command, Precision& precision, const std::string& explanation);

}  // namespace tobiuo
