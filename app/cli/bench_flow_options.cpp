// The options of `tobiuo bench flow`.
#include "app/bench/flow/bench_flow.hpp"
#include "app/bench/flow/flow_example.hpp"
#include "app/cli/bench_options.hpp"

namespace tobiuo {

void add_bench_flow(CLI::App& bench, BenchFlowOptions& options, std::function<ExitCode()>& chosen)
{
    CLI::App* flow = bench.add_subcommand(
        "flow",
        "Time steps of flows beside the same steps written straight: ms, ns/point, percent");
    flow->footer("Example: tobiuo bench flow --sizes 256^3 --cases box --json flow.json");
    add_sizes(*flow, options, "cells per axis, x first: 256x128x64, 256^3");
    flow->add_option(
            "--cases", options.cases,
            "box (periodic), channel (walls across z, which is stretched), channel-implicit "
            "(with implicit diffusion along z), cavity (walls all around)")
        ->delimiter(',')
        ->check(CLI::IsMember(flow_bench::example_names()))
        ->capture_default_str();
    flow->add_option("--precisions", options.precisions, "single, double")
        ->delimiter(',')
        ->check(CLI::IsMember({"single", "double"}))
        ->capture_default_str();
    add_backends(*flow, options.backends, "cuda where there is a device, else cpu");
    flow->add_flag("--no-straight{false}", options.straight,
                   "leave out the straight steps with cuFFT");
    add_bench_options(*flow, options);
    flow->callback(
        [&options, &chosen] { chosen = [&options] { return bench_flow_command(options); }; });
}

}  // namespace tobiuo
