// SPDX-License-Identifier: BSD-3-Clause
// The options of `tobiuo bench scaling`.
#include "app/cli/bench_options.hpp"

namespace tobiuo {
namespace {

void add_jobs(CLI::App& command, BenchScalingOptions& options)
{
    add_words(command, options.jobs);
    command
        .add_option("--sizes", options.sizes,
                    "points of poisson, fft and flow as 1024^3 or 512x512x256 (x first), sizes of "
                    "himeno as XL; default: 512^3,1024^3 and L,XL on GPUs, 128^3 and S on CPUs")
        ->delimiter(',');
    command
        .add_option("--weak-size", options.weak_size,
                    "points of each rank; default: 1024x1024x512 on GPUs, 128x128x64 on CPUs")
        ->type_name("SIZE");
    add_words(command, options.precisions);
    add_words(command, options.boundaries);
    add_words(command, options.spectra);
    add_words(command, options.divisions);
    add_words(command, options.flows);
    command
        .add_option("--chunks", options.chunks,
                    "of fft: chunks in which planes are sent; 0: on GPUs of one machine passes "
                    "exchange themselves where they can, else as many as suit")
        ->delimiter(',')
        ->check(CLI::Range(0, 1 << 20))
        ->capture_default_str();
    command
        .add_option("--kernel", options.kernel, "of himeno: a kernel that makes passes in parts")
        ->capture_default_str();
}

}  // namespace

void add_bench_scaling(CLI::App& bench, BenchScalingOptions& options,
                       std::function<ExitCode()>& chosen)
{
    CLI::App* scaling = bench.add_subcommand(
        "scaling", "Solves, transforms and sweeps on one rank and on several: ms, speedup");
    scaling->footer(
        "Example: tobiuo bench scaling --gpus 2 --json scaling.json\n"
        "         mpirun -n 4 tobiuo bench scaling --backends cpu --sizes 64^3,S");
    add_jobs(*scaling, options);
    add_words(*scaling, options.backends);
    scaling
        ->add_flag(
            "--tune-chunks", options.tune,
            "of fft: measure first in how many chunks planes are sent, of pencils the grid, too")
        ->excludes("--chunks");
    scaling->add_flag_callback(
        "--no-peer", [&options] { options.peer = false; },
        "of fft: leave out cuFFTXt on as many GPUs");
    scaling->add_option("--seconds", options.seconds, "length of one repetition")
        ->check(CLI::Range(1e-6, 3600.0))
        ->capture_default_str();
    auto* link = scaling
                     ->add_option("--link", options.link_gbps,
                                  "GB/s that a rank sends, for the curves to 4096 ranks; default: "
                                  "as measured between these ranks")
                     ->check(CLI::PositiveNumber)
                     ->type_name("GBPS");
    scaling
        ->add_option("--latency", options.latency_us, "us for each rank to which it sends, of that")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str()
        ->needs(link);
    scaling
        ->add_option("--gpus", options.gpus,
                     "start so many ranks on this machine by mpirun, each with a GPU")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    add_bench_options(*scaling, options);
    scaling->callback(
        [&options, &chosen] { chosen = [&options] { return bench_scaling_command(options); }; });
}

}  // namespace tobiuo
