// The options of `tobiuo tune himeno`.
#include "app/cli/bench_options.hpp"
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
    add_backends(himeno, options.backends, "the case's, or cpu, and cuda where there is a GPU",
                 {"cpu", "cuda", "opencl"});
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
