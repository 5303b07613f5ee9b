// SPDX-License-Identifier: BSD-3-Clause
// `run` and `check` with a study.
#pragma once

#include <functional>

#include "app/case/study.hpp"
#include "app/cli/commands.hpp"
#include "app/errors.hpp"
#include "app/ranks/world.hpp"
#include "app/run/job.hpp"

namespace tobiuo {

/// What a study asks of the commands for one case.
struct MemberActions {
    /// A job and its estimate, which has been compared with what is free.
    std::function<Estimate(const Case&, Restart)> prepare;
    /// Runs the case, whose earlier results may be replaced.
    std::function<ExitCode(const Case&, Restart)> run;
};

/// Runs the members that have no results of the same case and version, and writes study.json,
/// study.csv and summary.txt into the folder of the study. A member that was interrupted goes on
/// from its newest good checkpoint if that is of the same case. All members are prepared before the
/// first is run, and errors are reported at once; none stops the others. After a signal the rest
/// is not run, and a later call runs it. Returns the first code of a member that is not `done`.
[[nodiscard]] ExitCode run_study(const Study& study, const RunOptions& options, const World& world,
                                 const MemberActions& actions);

/// Prints what each member would take, and whether it is to be run.
[[nodiscard]] ExitCode list_study(const Study& study, const RunOptions& options, const World& world,
                                  const MemberActions& actions);

/// Calls act() for each member and prints their outcomes; for commands that write nothing.
[[nodiscard]] ExitCode for_each_member(const Study& study, const World& world,
                                       const std::function<ExitCode(const Case&)>& act);

}  // namespace tobiuo
