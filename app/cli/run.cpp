// `tobiuo run` and `tobiuo check`.

#include <spdlog/spdlog.h>

#include "app/case/case.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/each_case.hpp"
#include "app/errors.hpp"
#include "app/output/print.hpp"
#include "app/output/run_folder.hpp"
#include "app/run/job.hpp"
#include "app/run/signals.hpp"

namespace tobiuo {
namespace {

void print_estimate(const Case& the_case, const Job& job, const Estimate& estimate)
{
    print(the_case.name + ": " + job.describe() + "\n" + estimate_text(estimate));
}

ExitCode run_case(const Case& the_case, const RunOptions& options)
{
    const auto job = make_job(the_case, options.wisdom, options.ceiling);
    const Estimate estimate = job->estimate();
    if (options.dry_run) {
        print_estimate(the_case, *job, estimate);
    }
    if (!options.ignore_memory) {
        check_fits(estimate);
    }
    if (options.dry_run) {
        return ExitCode::done;
    }
    install_signal_handlers();
    promise_on_signal("stopping after the set-up and the first sweeps or solve, which are kept");
    spdlog::info("{}", job->describe());
    spdlog::debug("the case, resolved:\n{}", resolved_yaml(the_case));
    spdlog::debug("it will take\n{}", estimate_text(estimate));
    RunFolder folder{the_case.output.directory / the_case.name, options.force};
    const ExitCode code = job->run(folder, options.verbosity);
    spdlog::info("results are in {}", folder.path().string());
    return code;
}

ExitCode check_case(const Case& the_case, const RunOptions& options)
{
    const auto job = make_job(the_case, options.wisdom, options.ceiling);
    const Estimate estimate = job->estimate();
    print_estimate(the_case, *job, estimate);
    if (!options.ignore_memory) {
        check_fits(estimate);
    }
    job->validate();
    print("  the case is good\n");
    return ExitCode::done;
}

}  // namespace

ExitCode run_command(const RunOptions& options)
{
    return for_each_case(options.case_files, options.overrides, !options.dry_run,
                         [&](const Case& the_case) { return run_case(the_case, options); });
}

ExitCode check_command(const RunOptions& options)
{
    return for_each_case(options.case_files, options.overrides, false,
                         [&](const Case& the_case) { return check_case(the_case, options); });
}

}  // namespace tobiuo
