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
    /// Values of the whole grid by name: p, and every other one of output.fields.
    const std::map<std::string, Values>& fields;
};

/// Writes every file of the run, the small ones first so that a full disk costs the fields only:
/// case.resolved.yaml, report.json, summary.txt, p.png, p.vti (p.vtr of a stretched grid; all that
/// is asked for), results.pvd and the manifest. Throws OutputError.
void write_poisson_results(RunFolder& folder, const PoissonOutcome& outcome);

}  // namespace tobiuo
