#include "app/tune/tune_poisson.hpp"

#include <CLI/CLI.hpp>
#include <string>
#include <variant>
#include <vector>

#include "app/run/poisson/poisson_needs.hpp"
#include "kernels/device/survey.hpp"
#include "solvers/poisson/program/tune_subject.hpp"

namespace tobiuo {
namespace {

[[noreturn]] void decline(const Case& the_case, const std::string& why)
{
    throw InputError{{.source = the_case.file.string(), .line = 0, .column = 0}, why};
}

const PoissonCase& poisson_of(const Case& the_case)
{
    if (const auto* poisson = std::get_if<PoissonCase>(&the_case.solver)) {
        return *poisson;
    }
    if (std::holds_alternative<FlowCase>(the_case.solver)) {
        decline(the_case,
                "is a case of solver: flow (flows are not tuned): run it as it is, or give a case "
                "of solver: poisson");
    }
    decline(the_case,
            "is no case of solver: poisson (its kernels have no passes of transforms): use `tobiuo "
            "tune himeno --case`");
}

}  // namespace

ExitCode tune_poisson_command(const TunePoissonOptions& options)
{
    const Case the_case = read_case(options.file, options.overrides);
    const poisson::Problem problem = poisson_of(the_case).problem;
    TunePassesOptions passes = options.passes;
    passes.device = the_case.device;
    const auto make = [&](Backend backend) {
        if (const auto unsupported_reason =
                poisson_unsupported_reason(problem, backend, the_case.device)) {
            decline(the_case, *unsupported_reason);
        }
        return poisson::tune_subject(problem, backend);
    };
    const std::vector<Backend> backends = backends_of(
        passes, the_case.backend == BackendChoice::opencl ? Backend::opencl : Backend::cuda);
    return tune_passes(the_case.name + ": " + poisson::describe(problem), backends, make, passes);
}

void add_tune_poisson(CLI::App& tune, TunePoissonOptions& options,
                      std::function<ExitCode()>& chosen)
{
    CLI::App* poisson = tune.add_subcommand(
        "poisson", "the passes of a case's solve: every candidate checked, then timed");
    poisson->footer(
        "Example: tobiuo tune poisson configs/poisson-duct.yaml\n\n"
        "A solve of the same size, walls and precision on the same device then takes what was "
        "found; "
        "other solves and transforms take what they share with it.");
    poisson->add_option("CASE", options.file, "YAML file of a case with solver: poisson")
        ->required();
    poisson
        ->add_option("--set", options.overrides.set, "override a key of the case (may be repeated)")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    poisson->add_flag("--allow-outside", options.overrides.allow_outside,
                      "let paths in the case leave its folder");
    add_tune_passes_options(*poisson, options.passes,
                            "opencl for a case with `backend: opencl`, else cuda");
    poisson->callback(
        [&options, &chosen] { chosen = [&options] { return tune_poisson_command(options); }; });
}

}  // namespace tobiuo
