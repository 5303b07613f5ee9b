// SPDX-License-Identifier: BSD-3-Clause
// What a flow run is about, and what it knows of itself between two steps.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "app/case/case.hpp"
#include "app/output/report/flow_report.hpp"
#include "app/output/run_folder.hpp"
#include "app/run/bodies/solid_cells.hpp"
#include "app/run/checkpoint_file.hpp"
#include "app/run/flow/bulk_force.hpp"
#include "app/run/flow/time/flow_times.hpp"
#include "app/run/place.hpp"
#include "kernels/flow/mean_items.hpp"
#include "solvers/cell_box.hpp"

namespace tobiuo {

/// The sums of the samples of profiles along an axis, taken since a time.
struct FlowMoments {
    int axis = 1;
    double from = 0.0;
    double last = 0.0;  ///< the time of the last sample
    std::int64_t samples = 0;
    std::vector<double> sums = {};  ///< [cell][quantity], see flow::layer_means(); empty at first
};

/// How many samples the means of each cell are of, which are where the steps are.
struct FlowMeans {
    flow::MeanForm form{};
    std::int64_t cells = 0;  ///< of the box
    double from = 0.0;       ///< the case's
    double last = 0.0;       ///< the time of the last sample
    std::int64_t samples = 0;
};

/// How fast a flow changes, of a case with `run.steady`. Over a step that leads to a row of the
/// history: the root of the mean square of the change for each unit of time, by the largest one that
/// the velocity has had so far in such steps; or that of the scalar, by its distance from the
/// reference, if that is more.
struct FlowChange {
    double largest_velocity = 0.0;
    double largest_scalar = 0.0;
    std::optional<double> last = {};
    std::optional<double> before_last = {};  ///< an oscillation rests for a moment, but not for two
};

/// Whether the flow is steady where the run ends by that.
[[nodiscard]] inline bool is_steady(const FlowRun& run, const FlowChange& change)
{
    return run.steady && change.before_last && *change.last <= *run.steady &&
           *change.before_last <= *run.steady;
}

/// A series of files that a run writes.
struct FlowSeries {
    std::string name = {};             ///< empty for the one of all cells
    std::optional<double> every = {};  ///< the time between files; absent: only at the end
    std::vector<std::string> fields = {};
    CellBox cells = {};
    bool is_flat = false;  ///< see is_flat()
};

/// The series of all cells, and then those of parts of the grid.
[[nodiscard]] std::vector<FlowSeries> series_of(const Case& the_case, const FlowCase& flow);

/// All that a run goes on from, beside the state of its velocity.
struct FlowRecord {
    FlowTime now;
    double rate{};  ///< the largest |u| / dx + |v| / dy + |w| / dz by which the next step is chosen
    double friction{};         ///< flow::Observed::largest_friction, by which it is chosen, too
    double buoyancy_rate{};    ///< that buoyancy adds to it at least, see rate_of_buoyancy()
    std::string history;       ///< the rows of history.csv about times before this one
    FlowSeriesFiles series{};  ///< also those that the case had before a restart
    FlowMoments moments{};     ///< of a case with statistics
    FlowMeans means{};         ///< of a case with means
    std::string spectra{};     ///< spectra.csv so far; empty without spectra
    std::string probes;        ///< probes.csv so far; empty without probes
    std::string lines{};       ///< lines.csv so far, likewise
    BulkForce bulk_force{};    ///< of a case with a bulk velocity
    /// On the obstacles, over the step to this time, as far as a row or a checkpoint needs it.
    std::vector<flow::ObstacleForce> obstacle_forces{};
    flow::ClosingUse closing{};  ///< of that step
    FlowChange change{};
};

/// What a run is about, all of which outlives it.
struct FlowSetting {
    const Case& the_case;
    const FlowCase& flow;
    const flow::Problem& problem;  ///< its faces and obstacles are those at the time of the run
    const Place& place;
    CheckpointIdentity identity;  ///< of checkpoints
    FlowProfiles reference{};     ///< to be drawn beside the statistics
    /// The cells in obstacles at a time, of a case that has some; several threads ask.
    std::function<std::shared_ptr<const SolidCells>(double time)> solid_at = {};
    double start_time = 0.0;  ///< of a run that begins anew
};

}  // namespace tobiuo
