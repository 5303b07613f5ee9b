// The files of a himeno run: fields, picture, history, report, summary, ParaView collection.
#pragma once

#include <cstdint>
#include <string>

#include "app/output/report/himeno_report.hpp"
#include "app/output/run_folder.hpp"
#include "app/ranks/world.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/himeno/history.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo {

struct HimenoOutcome {
    const stencil::SweepPlan& plan;  ///< on several ranks that of this one
    const stencil::ArraySource& source;
    const himeno::History& history;
    const HimenoReport& report;
    ranks::Slice own{};  ///< on several ranks the planes of p that this one has
};

/// Writes case.resolved.yaml, history.csv, report.json, summary.txt and the rest by
/// write_final_results().
void write_himeno_results(RunFolder* folder, const World* world, const HimenoOutcome& outcome);

/// The text "sweep,gosa" and one line for each kept sweep; sweeps are counted from
/// `earlier_sweeps`.
[[nodiscard]] std::string history_csv(const himeno::History& history,
                                      std::int64_t earlier_sweeps = 0);

}  // namespace tobiuo
