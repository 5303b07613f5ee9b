// SPDX-License-Identifier: BSD-3-Clause
// The record of a himeno run: report.json, whose keys docs/report.md documents, the summary, and
// the files of the run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/case/case.hpp"
#include "app/output/report/record.hpp"
#include "app/output/run_folder.hpp"
#include "app/ranks/ranks_report.hpp"
#include "app/ranks/world.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "runtime/memory/ceiling.hpp"
#include "runtime/ranks/slice.hpp"
#include "runtime/tuning/wisdom.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/history.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo {

struct HimenoReport {
    const Case& the_case;
    const HimenoCase& himeno;
    Grid grid;
    const stencil::SweepKind& kind;
    stencil::SweepRequest request;
    std::string where;
    std::string reason;
    std::string started;  ///< UTC
    std::string plan;
    std::string choice{};                      ///< why this kernel with these parameters
    std::optional<tuning::Decision> wisdom{};  ///< the wisdom that the choice follows
    RunTime run_time{};                        ///< up to the report
    memory::Ceiling ceiling;                   ///< bytes per second are 0 if there is none
    std::string ceiling_date{};                ///< UTC, when it was measured
    bool ceiling_kept = false;                 ///< whether an earlier run measured it
    himeno::Result result;
    int exit_code{};
    std::int64_t earlier_sweeps{};  ///< done on p before this run, from a coefficient file
    RanksReport ranks{};            ///< empty on one rank
    std::optional<std::string> restarted_from{};  ///< the name of the checkpoint
};

/// All sweeps that p has seen: the TimeValue of the fields.
[[nodiscard]] std::int64_t sweeps_of(const HimenoReport& report);

[[nodiscard]] std::string report_json(const HimenoReport& report);

/// The official lines, then the case, the machine, the kernel and the results, for people.
[[nodiscard]] std::string summary_text(const HimenoReport& report);

/// The value of "status" in a report.
[[nodiscard]] std::string status_text(himeno::Status status);

struct HimenoOutcome {
    const stencil::SweepPlan& plan;  ///< on several ranks that of this one
    const stencil::ArraySource& source;
    const himeno::History& history;
    HimenoReport& report;  ///< whose time is filled in
    ranks::Slice own{};    ///< on several ranks the planes of p that this one has
};

/// Writes case.resolved.yaml, history.csv, report.json, summary.txt and the rest by
/// write_final_results().
void write_himeno_results(RunFolder* folder, const World* world, const HimenoOutcome& outcome);

}  // namespace tobiuo
