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

/// The last lines that the official C program prints, for scripts that parse them.
[[nodiscard]] std::string official_closing_lines(const himeno::Measurement& run,
                                                 const stencil::Shape& shape);

/// The official lines, then the case, the machine, the kernel and the results, for people.
[[nodiscard]] std::string summary_text(const HimenoReport& report);

struct HimenoOutcome {
    const stencil::SweepPlan& plan;  ///< on several ranks that of this one
    const stencil::ArraySource& source;
    const himeno::History& history;
    const HimenoReport& report;
    ranks::Slice own{};  ///< on several ranks the planes of p that this one has
};

/// Writes every file of the run, on several ranks together with all of them: only rank 0 has a
/// `folder`, and `world` is null on one rank. The small files come first,
/// so that a full disk costs only the fields:
/// case.resolved.yaml, history.csv, report.json, summary.txt, p.png, p.vti (all requested fields; on
/// several ranks a piece of each, and their index), results.pvd and the manifest. Throws
/// OutputError.
void write_himeno_results(RunFolder* folder, const World* world, const HimenoOutcome& outcome);

/// The text "sweep,gosa" and one line for each kept sweep; sweeps are counted from
/// `earlier_sweeps`.
[[nodiscard]] std::string history_csv(const himeno::History& history,
                                      std::int64_t earlier_sweeps = 0);

}  // namespace tobiuo
