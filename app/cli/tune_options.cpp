// SPDX-License-Identifier: BSD-3-Clause
// The options of `tobiuo tune fft` and `tobiuo tune himeno`.
#include <CLI/CLI.hpp>

#include "app/cli/bench_options.hpp"
#include "app/tune/pass_commands.hpp"
#include "app/tune/tune_himeno.hpp"

namespace tobiuo {
namespace {

void add_problem_options(CLI::App& himeno, TuneHimenoOptions& options)
{
    auto* sizes = himeno.add_option("--sizes", options.sizes, "XS, S, M, L, XL")
                      ->delimiter(',')
                      ->capture_default_str();
    auto* file = himeno.add_option("--case", options.case_file,
                                   "the grid, coefficients, precision and kernel of a case");
    file->type_name("FILE")->excludes(sizes);
    himeno
        .add_option("--set", options.overrides.set, "override a key of the case (may be repeated)")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false)
        ->needs(file);
    himeno
        .add_flag("--allow-outside", options.overrides.allow_outside,
                  "let paths in the case leave its folder")
        ->needs(file);
    add_precision(himeno, options.precision, "single or double; a case brings its own")
        ->excludes(file);
    add_words(himeno, options.backends);
    himeno
        .add_option("--kernels", options.kernels,
                    "names from `tobiuo info`; default: the case's, or all")
        ->delimiter(',');
    himeno.add_option("--device", options.device, "CUDA device index; a case brings its own")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str()
        ->each([&options](const std::string&) { options.device_named = true; })
        ->excludes(file);
}

}  // namespace

void add_tune_fft(CLI::App& tune, TuneFftOptions& options, std::function<ExitCode()>& chosen)
{
    CLI::App* fft =
        tune.add_subcommand("fft", "Fourier transforms: every candidate checked, then timed");
    fft->footer(
        "Example: tobiuo tune fft 512 512 256 --kind r2c\n\n"
        "A transform of the same size, kind and precision on the same device then takes what was "
        "found.");
    fft->add_option("lengths", options.lengths, "points per axis: x (contiguous in memory), y, z")
        ->required()
        ->expected(1, 3);
    fft->add_option("--kind", options.kind, "c2c, r2c, c2r")
        ->check(CLI::IsMember({"c2c", "r2c", "c2r"}))
        ->capture_default_str();
    fft->add_option("--direction", options.direction, "of c2c: forward, inverse")
        ->check(CLI::IsMember({"forward", "inverse"}))
        ->capture_default_str();
    fft->add_option("--precision", options.precision, "single or double")
        ->check(CLI::IsMember({"single", "double"}))
        ->capture_default_str();
    fft->add_option("--placement", options.placement, "in-place or out-of-place")
        ->check(CLI::IsMember({"in-place", "out-of-place"}))
        ->capture_default_str();
    fft->add_option("--batch", options.batch, "arrays that follow each other")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    fft->add_option("--device", options.passes.device, "CUDA device index")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    fft->add_flag("--work-array", options.work_array,
                  "let plans have a work array as large as the data (r2c in three dimensions)");
    CLI::Option* out_of_card = fft->add_flag(
        "--out-of-card", options.out_of_card,
        "the chunks in which an array in host memory visits the GPU, instead of the passes");
    fft->add_option("--device-memory", options.device_memory,
                    "memory of the GPU that this may take, as 4GiB")
        ->transform(CLI::AsSizeValue(true))
        ->check(CLI::PositiveNumber)
        ->default_str("4GiB")
        ->needs(out_of_card);
    fft->add_flag("--function", options.function,
                  "the transform, a function of every element and the transform back, as a "
                  "convolution does it (c2c and r2c)")
        ->excludes(out_of_card);
    add_tune_passes_options(*fft, options.passes, "cuda");
    fft->callback(
        [&options, &chosen] { chosen = [&options] { return tune_fft_command(options); }; });
}

void add_tune(CLI::App& app, TuneHimenoOptions& options, std::function<ExitCode()>& chosen)
{
    CLI::App* tune =
        app.add_subcommand("tune", "Find the fastest kernels and keep them for later runs");
    tune->require_subcommand(1);
    tune->footer("Example: tobiuo tune fft 512 512 512 --kind r2c");
    CLI::App* himeno =
        tune->add_subcommand("himeno", "Himeno kernels: every candidate checked, then timed");
    himeno->footer(
        "Example: tobiuo tune himeno --case configs/himeno-l.yaml --budget 60\n\n"
        "A run of the same size, precision and device then takes what was found.");
    add_problem_options(*himeno, options);
    himeno
        ->add_option("--budget", options.budget_seconds,
                     "seconds in all, divided among the sizes and back ends")
        ->check(CLI::Range(1e-3, 1e6))
        ->capture_default_str();
    himeno->add_flag("--exhaustive", options.exhaustive,
                     "every combination of parameters instead of one at a time");
    himeno->add_flag("--dry-run", options.dry_run, "list the candidates and do nothing else");
    himeno
        ->add_option("--wisdom", options.wisdom.file,
                     "where to keep what is found; default: $TOBIUO_WISDOM or the user's cache")
        ->type_name("FILE");
    himeno->add_option("--json", options.json, "write every trial as JSON")->type_name("FILE");
    himeno->callback(
        [&options, &chosen] { chosen = [&options] { return tune_himeno_command(options); }; });
}

}  // namespace tobiuo
