// The files of a himeno run: fields, picture, history, ParaView collection.
#pragma once

#include <string>

#include "app/output/himeno_report.hpp"
#include "app/output/run_folder.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/history.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo {

struct HimenoOutcome {
    const stencil::SweepPlan& plan;
    const stencil::ArraySource& source;
    const himeno::History& history;
    const HimenoReport& report;
};

/// Writes every file of the run, the small ones first so that a full disk costs the field only:
/// case.resolved.yaml, history.csv, report.json, p.png, p.vti (all fields asked for), results.pvd
/// and the manifest. Throws OutputError.
void write_himeno_results(RunFolder& folder, const HimenoOutcome& outcome);

/// The lines that the official C program prints last, for scripts that parse them.
[[nodiscard]] std::string official_closing_lines(const himeno::Measurement& run,
                                                 const stencil::Shape& shape);

/// "sweep,gosa" and one line per kept sweep.
[[nodiscard]] std::string history_csv(const himeno::History& history);

}  // namespace tobiuo
