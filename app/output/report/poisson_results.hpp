// The files of a poisson run: fields, picture, report, summary, ParaView collection.
#pragma once

#include <map>
#include <string>

#include "app/output/report/poisson_report.hpp"
#include "app/output/run_folder.hpp"
#include "app/ranks/world.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {

/// The summary: a line that names the problem, and one for each result.
[[nodiscard]] std::string summary_text(const PoissonReport& report);

/// Fields by name, as planes of the whole grid that are read when they are needed.
using PoissonFields = std::map<std::string, poisson::PlaneReader>;

struct PoissonOutcome {
    const PoissonReport& report;
    const PoissonFields& fields;  ///< every field of output.fields, and the picture's
    ranks::Slice own{};           ///< on several ranks the planes of the grid that this one has
};

/// Writes every file of the run, on several ranks together with all of them: only rank 0 has a
/// `folder`, and `world` is null on one rank. The small files come first, so that a full disk costs
/// only the fields: case.resolved.yaml, report.json, summary.txt, p.png, p.vti (p.vtr for a
/// stretched grid; all requested fields; on several ranks a piece of each, and their index),
/// results.pvd and the manifest. Throws OutputError.
void write_poisson_results(RunFolder* folder, const World* world, const PoissonOutcome& outcome);

}  // namespace tobiuo
