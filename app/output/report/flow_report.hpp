// SPDX-License-Identifier: BSD-3-Clause
// The record of a flow run: report.json, whose keys docs/report.md documents, the summary, the
// table of its profiles, and the files of the run.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tobiuo/flow/solver.hpp>

#include "app/case/case.hpp"
#include "app/output/field/vti.hpp"
#include "app/output/picture/plane.hpp"
#include "app/output/report/obstacle_report.hpp"
#include "app/output/report/record.hpp"
#include "app/output/run_folder.hpp"
#include "solvers/flow/layer_means.hpp"
#include "solvers/flow/scalar_means.hpp"

namespace tobiuo {

/// The columns of a table of profiles behind `position`, in the order of flow::Mean: means, then
/// stresses such as <uv> - <u><v>; in flows that carry a scalar s also its mean, its variance and
/// its turbulent fluxes such as <us> - <u><s>.
inline constexpr std::array<std::string_view, flow::most_means> profile_names{
    "u", "v", "w", "p", "uu", "vv", "ww", "uv", "uw", "vw", "s", "ss", "us", "vs", "ws"};

struct FlowProfiles {
    std::vector<double> position;
    /// A value for each position, not a number where there is none; empty for columns that a table
    /// does not have.
    std::array<std::vector<double>, flow::most_means> columns;
    /// Columns of scalars behind the first one: NAME, NAME_NAME, u_NAME and so on.
    struct Column {
        std::string name;
        std::vector<double> values;
    };
    std::vector<Column> further = {};
};

/// statistics.csv: `position` and the columns that are there, a line for each position.
[[nodiscard]] std::string profiles_csv(const FlowProfiles& profiles);

enum class FlowStatus {
    done,
    diverged,      ///< a velocity is not finite
    interrupted,   ///< by a signal
    out_of_steps,  ///< max_steps came before the time until which the flow was to be computed
    stalled        ///< the time step is too short for time to go on
};

/// What a series has written: how many files, by which they are numbered, and those that are there.
struct SeriesFiles {
    std::int64_t count = 0;
    std::vector<TimedFile> files{};
};

/// By the name of the series; that of all cells has none.
using FlowSeriesFiles = std::map<std::string, SeriesFiles, std::less<>>;

/// How far a flow is from an exact one: the root of the mean square, and that of the exact one.
struct FlowErrorNorms {
    double l2 = 0.0;
    double largest = 0.0;
    double exact_l2 = 0.0;
};
struct FlowError {
    std::optional<FlowErrorNorms> velocity{};
    std::optional<FlowErrorNorms> scalar{};
};

struct FlowReport {
    const Case& the_case;
    const FlowCase& flow;
    const flow::Problem& problem;
    std::string where;
    std::string reason;
    std::string started;  ///< UTC
    Backend backend = Backend::cpu;
    RanksReport ranks{};  ///< empty on one rank
    std::string plan{};
    std::int64_t memory_bytes{};                  ///< that the solver owns, where it computes
    RunTime run_time{};                           ///< up to the report
    bool by_wall_time = false;                    ///< whether run.wall_time has interrupted it
    std::int64_t first_step{};                    ///< of this process: 0, or that of the checkpoint
    std::optional<std::string> restarted_from{};  ///< the name of the checkpoint
    std::vector<std::string> changes{};           ///< from its case to this one, a line each
    std::int64_t steps{};                         ///< of the run, restarts included
    double time{};
    double least_step{};  ///< of the time steps of this process; 0 without any
    double largest_step{};
    double seconds{};                   ///< wall time of the steps of this process
    std::optional<double> steady_at{};  ///< the time at which the flow was steady
    std::optional<double> change{};     ///< for each unit of time, see FlowChange
    flow::Observed last{};
    double courant{};                           ///< of the last step
    std::array<double, 3> force{};              ///< of the last step of a flow with a bulk velocity
    std::optional<flow::ScalarMeans> scalar{};  ///< of the last fields, where the flow carries one
    FlowError error{};                          ///< of a case with an exact solution
    std::vector<flow::ScalarMeans> further_scalars{};  ///< of those behind it
    std::vector<ObstacleReport> obstacles{};
    FlowSeriesFiles series{};
    std::int64_t samples{};     ///< of statistics
    std::string statistics{};   ///< "120 samples from time 10 to 20"; empty without samples
    std::int64_t means{};       ///< samples of the means of each cell
    std::string means_words{};  ///< as of statistics
    FlowProfiles reference{};   ///< of statistics, empty without one
    FlowStatus status = FlowStatus::done;
    int exit_code{};
    std::string trouble{};  ///< where the velocity is not finite, as a clause; else empty

    [[nodiscard]] std::int64_t own_steps() const { return steps - first_step; }
};

/// Wall time of a step for each point of the grid; 0 without steps.
[[nodiscard]] double nanoseconds_a_point(const FlowReport& report);

/// The value of "status" in a report.
[[nodiscard]] std::string status_text(FlowStatus status);

[[nodiscard]] std::string report_json(const FlowReport& report);

/// What the run prints at its end and writes to summary.txt.
[[nodiscard]] std::string summary_text(const FlowReport& report);

/// The name of file `index` of a series: "flow_00012.vti", or "flow_wake_00012.vti" of the series
/// `wake`; a .vtr for a stretched grid.
[[nodiscard]] std::string flow_file_name(const Grid& grid, std::string_view series,
                                         std::int64_t index);

/// What a file of fields on these cells says besides the fields.
[[nodiscard]] ImageDescription description_of_fields(const Case& the_case, const Grid& grid,
                                                     double time);

/// Writes one file of a series, whose cells are all of `grid`. Throws OutputError.
void write_flow_fields(RunFolder& folder, const Grid& grid, const Case& the_case,
                       const TimedFile& file, std::span<const Field> fields);

/// What opens a series: results.pvd, or flow_wake.pvd of the series `wake`.
[[nodiscard]] std::string flow_index_name(std::string_view series);

/// Writes what opens a series. Throws OutputError.
void write_flow_index(RunFolder& folder, std::string_view series, std::span<const TimedFile> files);

/// The name of the file with the means of each cell.
[[nodiscard]] std::string means_file_name(const Grid& grid);

/// Gives what reads layers of a quantity: speed, u, v, w, p, scalar, a mean or solid.
using QuantityReader = std::function<LayerReader(const std::string& quantity)>;

/// Writes all but the series and the tables: the case, the pictures by what reads layers of a
/// quantity (nothing where the velocity is not finite), what opens the series, the report, whose
/// time is filled in, and the manifest. Throws OutputError.
void write_flow_results(RunFolder& folder, FlowReport& report, const QuantityReader& reader_of);

}  // namespace tobiuo
