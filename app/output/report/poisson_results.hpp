// The files of a poisson run: fields, picture, report, ParaView collection.
#pragma once

#include <map>
#include <string>

#include "app/output/field/vti.hpp"
#include "app/output/report/poisson_report.hpp"
#include "app/output/run_folder.hpp"

namespace tobiuo {

struct PoissonOutcome {
    const PoissonReport& report;
    /// Values of the whole grid by name: p, and every other field of output.fields.
    const std::map<std::string, Values>& fields;
};

/// Writes every file of the run, the small ones first so that a full disk costs only the fields:
/// case.resolved.yaml, report.json, summary.txt, p.png, p.vti (p.vtr for a stretched grid; all
/// requested fields), results.pvd and the manifest. Throws OutputError.
void write_poisson_results(RunFolder& folder, const PoissonOutcome& outcome);

}  // namespace tobiuo
