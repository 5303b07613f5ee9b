// The options of `tobiuo bench memory`.
#include <CLI/CLI.hpp>

#include "app/studies/memory/bench_memory.hpp"
#include "app/studies/memory/studies.hpp"

namespace tobiuo {

void add_bench_memory(CLI::App& bench, BenchMemoryOptions& options,
                      std::function<ExitCode()>& chosen)
{
    CLI::App* memory = bench.add_subcommand(
        "memory", "Memory of a GPU as the papers measured theirs: bandwidth, latency, streams");
    memory->footer("Example: tobiuo bench memory --quick --json memory.json");
    memory
        ->add_option("--only", options.only,
                     "copy-size, copy-threads, mix, latency, streams, patterns, link; default: all")
        ->delimiter(',')
        ->check(CLI::IsMember(memory_study::study_names()))
        ->type_name("NAMES");
    memory->add_flag("--quick", options.quick, "fewer sizes and totals of threads");
    memory->add_option("--seconds", options.timing.seconds, "time that one point takes")
        ->check(CLI::Range(1e-3, 3600.0))
        ->capture_default_str();
    memory
        ->add_option("--repeat", options.timing.repetitions,
                     "repetitions in that time; the median counts")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    memory->add_option("--device", options.device, "CUDA device index")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    memory->add_option("--json", options.json, "write all series as JSON")->type_name("FILE");
    memory->callback(
        [&options, &chosen] { chosen = [&options] { return bench_memory_command(options); }; });
}

}  // namespace tobiuo
