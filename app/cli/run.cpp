// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo run` and `tobiuo check`.

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/case/case.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/each_case.hpp"
#include "app/cli/guarded.hpp"
#include "app/cli/run_study.hpp"
#include "app/errors.hpp"
#include "app/machine/time_split.hpp"
#include "app/machine/version.hpp"
#include "app/output/manifest.hpp"
#include "app/output/report/result_files.hpp"
#include "app/output/run_folder.hpp"
#include "app/printable.hpp"
#include "app/ranks/launch.hpp"
#include "app/ranks/world.hpp"
#include "app/run/checkpoint_file.hpp"
#include "app/run/job.hpp"
#include "app/run/signals.hpp"
#include "app/run/study/earlier_results.hpp"
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo {
namespace {

void print_estimate(const Case& the_case, const Job& job, const Estimate& estimate)
{
    print(the_case.name + ": " + job.describe() + "\n" + estimate_text(estimate));
}

/// Throws DeviceError if --gpus asks for GPUs, there is none, and the case does not ask for another
/// back end: it would run on the CPU.
void require_gpus(const Case& the_case, const RunOptions& options)
{
    const device::Survey& found = device::survey();
    if (options.gpus && the_case.backend == BackendChoice::automatic && found.devices.empty()) {
        throw device::DeviceError{fmt::format(
            "--gpus {}: there is no GPU to run on ({}): leave it out, or run on as many "
            "ranks of the CPU by --set backend=cpu",
            *options.gpus, found.reason)};
    }
}

/// A job that fits into memory, on all ranks.
std::unique_ptr<Job> ready_job(const Case& the_case, const RunOptions& options, const World& world,
                               Estimate& estimate)
{
    std::unique_ptr<Job> job;
    world.together([&] {
        job = make_job(the_case, {.wisdom = options.wisdom,
                                  .ceiling = options.ceiling,
                                  .world = &world,
                                  .restart = options.restart});
        require_gpus(the_case, options);
        estimate = job->estimate();
        if (estimate.host_free) {  // what ranks on one machine have together
            *estimate.host_free /= world.ranks_on_machine();
        }
        if (options.dry_run) {
            print_estimate(the_case, *job, estimate);
        }
        if (!options.ignore_memory) {
            check_fits(estimate);
        }
    });
    return job;
}

/// What a run with --continue does, the same on all ranks; nothing if the case is done. It begins anew
/// only where nothing is: other results are left to RunFolder, which refuses to replace them, and bad
/// checkpoints to the restart.
std::optional<Restart> restart_by_what_is_there(const Case& the_case, const World& world)
{
    enum class Found { nothing, checkpoints, done };
    Found found = Found::nothing;
    world.together([&] {
        if (!world.is_first()) {
            return;
        }
        const EarlierResults earlier = earlier_results(the_case, version().revision);
        if (earlier == EarlierResults::same || earlier == EarlierResults::unknowable ||
            earlier == EarlierResults::other_version) {
            found = Found::done;
        } else if (!checkpoints_in(the_case.output.directory / the_case.name).empty()) {
            found = Found::checkpoints;
        }
    });
    found = static_cast<Found>(world.from_first(static_cast<double>(found)));
    if (found == Found::done) {
        return std::nullopt;
    }
    return found == Found::checkpoints ? Restart::demanded : Restart::no;
}

ExitCode run_case(const Case& the_case, const RunOptions& given, const World& world)
{
    RunOptions options = given;
    if (options.goes_on) {
        const auto restart = restart_by_what_is_there(the_case, world);
        if (!restart) {
            spdlog::info("{} is done: its results are in {}", the_case.name,
                         (the_case.output.directory / the_case.name).string());
            return ExitCode::done;
        }
        options.restart = *restart;
    }
    Estimate estimate;
    const auto job = ready_job(the_case, options, world, estimate);
    if (options.dry_run) {
        return ExitCode::done;
    }
    install_signal_handlers();
    promise_on_signal("stopping after the set-up and the first sweeps or solve, which are kept");
    spdlog::info("{}", job->describe());
    spdlog::debug("the case, resolved:\n{}", resolved_yaml(the_case));
    spdlog::debug("it will take\n{}", estimate_text(estimate));
    std::unique_ptr<RunFolder> folder;
    world.together([&] {
        if (world.is_first()) {
            folder = std::make_unique<RunFolder>(the_case.output.directory / the_case.name,
                                                 options.force || options.restart != Restart::no,
                                                 job->kept_results());
        }
    });
    if (!world.is_alone()) {
        require_shared(world, folder.get());
    }
    const Verbosity verbosity = world.is_first() ? options.verbosity : Verbosity::quiet;
    const ExitCode code = world.or_end_all([&] { return job->run(folder.get(), verbosity); });
    if (folder) {
        spdlog::info("results are in {}", folder->path().string());
    }
    return code;
}

/// What a study does with its members, on one rank.
MemberActions member_actions(const RunOptions& options, const World& world)
{
    return {.prepare =
                [&](const Case& the_case, Restart restart) {
                    RunOptions of_member = options;
                    of_member.restart = restart;
                    of_member.goes_on = false;
                    Estimate estimate;
                    static_cast<void>(ready_job(the_case, of_member, world, estimate));
                    return estimate;
                },
            .run =
                [&](const Case& the_case, Restart restart) {
                    RunOptions of_member = options;
                    of_member.force = true;
                    of_member.restart = restart;
                    of_member.goes_on = false;
                    TimeSplit::of_this_thread().restart();
                    return run_case(the_case, of_member, world);
                }};
}

ExitCode run_or_list(const Study& study, const RunOptions& options, const World& world)
{
    const MemberActions actions = member_actions(options, world);
    return options.dry_run ? list_study(study, options, world, actions)
                           : run_study(study, options, world, actions);
}

/// Says that the folder of the case has results or checkpoints which a run does not replace unasked.
void print_earlier_results(const Case& the_case)
{
    const std::filesystem::path folder = the_case.output.directory / the_case.name;
    const bool has_checkpoints = !checkpoints_in(folder).empty();
    const std::string cures = has_checkpoints ? "--restart or --force" : "--force";
    if (read_manifest(folder / manifest_name, folder)) {
        print("  earlier results are in the folder: `run` needs " + cures +
              ", or another --output\n");
    } else if (has_checkpoints) {
        print("  a run that did not end left checkpoints in the folder: `run` needs " + cures +
              ", or another --output\n");
    }
}

ExitCode check_case(const Case& the_case, const RunOptions& options)
{
    const auto job = make_job(the_case, {.wisdom = options.wisdom, .ceiling = options.ceiling});
    const Estimate estimate = job->estimate();
    print_estimate(the_case, *job, estimate);
    if (!options.ignore_memory) {
        check_fits(estimate);
    }
    job->validate();
    print("  the case is good\n");
    return ExitCode::done;
}

ExitCode run_cases(const RunOptions& options, const World& world)
{
    require_ranks(options.gpus, world);
    if (!world.is_alone()) {
        if (!world.is_first()) {
            keep_silent_on_signals();
        }
        spdlog::info("{} ranks, {}", world.size(), world.describe());
        world.together([&] { world.require_same("version", std::string{version().revision}); });
    }
    return for_each_case(
        options.case_files, options.overrides, !options.dry_run, world,
        {.on_case =
             [&](const Case& the_case) {
                 if (options.case_files.size() > 1) {
                     TimeSplit::of_this_thread().restart();
                 }
                 return run_case(the_case, options, world);
             },
         .on_study = [&](const Study& study) { return run_or_list(study, options, world); }});
}

/// Acts on all cases and on all members of studies, in a command that writes no results.
ExitCode for_each(const RunOptions& options, const World& world,
                  const std::function<ExitCode(const Case&)>& act)
{
    return for_each_case(options.case_files, options.overrides, false, world,
                         {.on_case = act, .on_study = [&](const Study& study) {
                              return for_each_member(study, world, act);
                          }});
}

ExitCode predict_case(const Case& the_case, const RunOptions& options)
{
    print(prediction_text(the_case, *options.prediction));
    return ExitCode::done;
}

/// Predicts all cases, on one rank.
ExitCode predict_cases(const RunOptions& options, const World& world)
{
    if (!world.is_alone()) {
        throw InputError{{.source = "--ranks", .line = 0, .column = 0},
                         "asks what other ranks would take, and mpirun has started some: leave out "
                         "one of them"};
    }
    return for_each(options, world,
                    [&](const Case& the_case) { return predict_case(the_case, options); });
}

}  // namespace

ExitCode run_command(const RunOptions& options)
{
    if (options.prediction) {
        return predict_cases(options, World{});
    }
    if (asks_to_launch(options.gpus)) {
        return static_cast<ExitCode>(launch_ranks(*options.gpus));
    }
    const World world;
    // All is said before MPI ends, because mpirun kills the others once a rank exits with an error.
    const ExitCode code = guarded([&] { return run_cases(options, world); });
    if (!world.is_alone()) {
        keep_silent_on_signals();
    }
    return code;
}

ExitCode check_command(const RunOptions& options)
{
    const World world;
    if (options.prediction) {
        return predict_cases(options, world);
    }
    const auto check_member = [&](const Case& the_case) { return check_case(the_case, options); };
    return for_each_case(
        options.case_files, options.overrides, false, world,
        {.on_case =
             [&](const Case& the_case) {
                 const ExitCode code = check_case(the_case, options);
                 print_earlier_results(the_case);
                 return code;
             },
         .on_study =
             [&](const Study& study) { return for_each_member(study, world, check_member); }});
}

}  // namespace tobiuo
