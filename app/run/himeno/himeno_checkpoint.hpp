// SPDX-License-Identifier: BSD-3-Clause
// Checkpoints of a Himeno run: p after a number of sweeps, from which the run goes on with the same
// bits by any kernel.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/case/case.hpp"
#include "app/run/checkpoint_file.hpp"
#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/history.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo {

/// What a Himeno run goes on from.
struct HimenoSnapshot {
    std::string name;              ///< of the checkpoint
    himeno::Measurement measured;  ///< of all sweeps so far
    himeno::History::State history;
    std::vector<std::byte> p;  ///< [ni][nj][nk], in the precision of the case
};

/// What a checkpoint of the case has in common with every run that goes on from it: all that p
/// depends on. A file of coefficients is known by its size and the time of its last change.
[[nodiscard]] CheckpointIdentity himeno_identity(const Case& the_case, const HimenoCase& himeno,
                                                 const stencil::Shape& shape);

/// What is noted beside p after `measured` sweeps.
[[nodiscard]] nlohmann::ordered_json himeno_record(const himeno::Measurement& measured,
                                                   const himeno::History& history);

/// Copies p of the plan, [ni][nj][nk] in this precision, to `bytes`, whose size becomes that of p.
void copy_pressure(const stencil::SweepPlan& plan, const stencil::Shape& shape, Precision precision,
                   std::vector<std::byte>& bytes);

/// Reads the newest good checkpoint of a Himeno run, see newest_checkpoint() of any solver.
[[nodiscard]] std::optional<HimenoSnapshot> newest_himeno_checkpoint(
    const std::filesystem::path& folder, const CheckpointIdentity& identity, Restart restart);

/// Throws InputError for the official protocol, which times its sweeps without a break.
void refuse_protocol(const himeno::StopRule& rule);

/// Throws InputError if the rule of the case would end a run that goes on from the snapshot at once.
void refuse_finished(const HimenoSnapshot& snapshot, const himeno::StopRule& rule,
                     const std::filesystem::path& case_file);

/// The arrays of `source`, but p of the snapshot.
[[nodiscard]] std::unique_ptr<stencil::ArraySource> resumed_source(
    std::unique_ptr<stencil::ArraySource> source, const stencil::Shape& shape, Precision precision,
    std::vector<std::byte> p);

}  // namespace tobiuo
