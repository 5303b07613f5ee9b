// SPDX-License-Identifier: BSD-3-Clause
// The options of `tobiuo bench memory`.
#include <CLI/CLI.hpp>
#include <memory>

#include "studies/memory/bench_memory.hpp"
#include "studies/memory/studies.hpp"

namespace tobiuo {

void add_memory_options(CLI::App& memory, std::function<ExitCode()>& chosen)
{
    const auto kept = std::make_shared<BenchMemoryOptions>();  // until the command has run
    BenchMemoryOptions& options = *kept;
    memory
        .add_option("--only", options.only,
                    "copy-size, copy-threads, mix, latency, streams, patterns, link; default: all")
        ->delimiter(',')
        ->check(CLI::IsMember(memory_study::study_names()))
        ->type_name("NAMES");
    memory.add_flag("--quick", options.quick, "fewer sizes and totals of threads");
    memory.add_option("--seconds", options.timing.seconds, "time that one point takes")
        ->check(CLI::Range(1e-3, 3600.0))
        ->capture_default_str();
    memory
        .add_option("--repeat", options.timing.repetitions,
                    "repetitions in that time; the median counts")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    memory.add_option("--device", options.device, "CUDA device index")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    memory.add_option("--json", options.json, "write all series as JSON")->type_name("FILE");
    memory.callback([kept, &chosen] { chosen = [kept] { return bench_memory_command(*kept); }; });
}

}  // namespace tobiuo
