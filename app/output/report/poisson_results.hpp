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

/// Fields by name, as planes of the whole grid that are read when they are needed.
using PoissonFields = std::map<std::string, poisson::PlaneReader>;

struct PoissonOutcome {
    const PoissonReport& report;
    const PoissonFields& fields;  ///< every field of output.fields, and the picture's
    ranks::Slice own{};           ///< on several ranks the planes of the grid that this one has
};

/// Writes case.resolved.yaml, report.json, summary.txt and the rest by write_final_results().
void write_poisson_results(RunFolder* folder, const World* world, const PoissonOutcome& outcome);

}  // namespace tobiuo
