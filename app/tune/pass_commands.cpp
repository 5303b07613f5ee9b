// SPDX-License-Identifier: BSD-3-Clause
#include "app/tune/pass_commands.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <variant>

#include "app/bench/fft/rows.hpp"
#include "app/run/poisson/poisson_needs.hpp"
#include "app/tune/tune_passes.hpp"
#include "kernels/fft/tune/tune_device.hpp"
#include "solvers/poisson/tune/tune_subject.hpp"

namespace tobiuo {
namespace {

fft::Problem problem_of(const TuneFftOptions& options)
{
    fft::Problem problem{.lengths = bench::reversed(options.lengths)};
    problem.kind = options.kind == "r2c"   ? fft::Kind::r2c
                   : options.kind == "c2r" ? fft::Kind::c2r
                                           : fft::Kind::c2c;
    const bool inverse = problem.kind == fft::Kind::c2r ||
                         (problem.kind == fft::Kind::c2c && options.direction == "inverse");
    problem.direction = inverse ? fft::Direction::inverse : fft::Direction::forward;
    problem.precision = options.precision == "single" ? Precision::fp32 : Precision::fp64;
    problem.placement =
        options.placement == "in-place" ? fft::Placement::in_place : fft::Placement::out_of_place;
    problem.batch = options.batch;
    try {
        fft::validate(problem);
    } catch (const std::invalid_argument& error) {
        throw InputError{{.source = "tune fft", .line = 0, .column = 0}, error.what()};
    }
    return problem;
}

/// A function that does nothing, so that only the passes around it take time.
fft::Pointwise identity()
{
    return {.source =
                "Complex kept(Complex value, const Index& index, const void* data)"
                "{ return value; }",
            .function = "kept"};
}

/// Refuses with OpenCL what only CUDA has.
void validate(const TuneFftOptions& options, const TuneMachines& machines)
{
    const char* only_of_cuda = options.out_of_card  ? "--out-of-card"
                               : options.function   ? "--function"
                               : options.work_array ? "--work-array"
                                                    : nullptr;
    if (only_of_cuda != nullptr && std::ranges::count(machines, &bench::gpu_kind()) <
                                       static_cast<std::ptrdiff_t>(machines.size())) {
        throw InputError{{.source = "tune fft", .line = 0, .column = 0},
                         std::string{only_of_cuda} +
                             " does not go with --backends opencl (its plans have no such "
                             "choice): leave one of them out"};
    }
}

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

ExitCode tune_fft_command(const TuneFftOptions& options)
{
    const fft::Problem problem = problem_of(options);
    const TuneMachines machines = machines_of(options.passes, "cuda");
    validate(options, machines);
    if (options.out_of_card) {
        return tune_chunks(fft_bench::problem_text(problem) + ", arrays in host memory", problem,
                           options.device_memory, options.passes);
    }
    const auto make = [&](const bench::MachineKind& machine) {
        const fft::Tuner& tuner = fft::tuner_of(machine.backend);
        return options.function ? tuner.pointwise(problem, identity())
                                : tuner.transform(problem, options.work_array);
    };
    const std::string name =
        fft_bench::problem_text(problem) + (options.function ? ", a function, and back" : "");
    return tune_passes(name, machines, make, options.passes);
}

ExitCode tune_poisson_command(const TunePoissonOptions& options)
{
    const Case the_case = read_case(options.file, options.overrides);
    const poisson::Problem problem = poisson_of(the_case).problem;
    TunePassesOptions passes = options.passes;
    passes.device = the_case.device;
    const auto make = [&](const bench::MachineKind& machine) {
        if (const auto unsupported_reason =
                poisson_unsupported_reason(problem, machine.backend, the_case.device)) {
            decline(the_case, *unsupported_reason);
        }
        return poisson::tune_subject(problem, machine.backend);
    };
    const TuneMachines machines =
        machines_of(passes, the_case.backend == BackendChoice::opencl ? "opencl" : "cuda");
    return tune_passes(the_case.name + ": " + poisson::describe(problem), machines, make, passes);
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
