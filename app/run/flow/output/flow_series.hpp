// SPDX-License-Identifier: BSD-3-Clause
// What a flow run writes on its way: the series of fields, and tables.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/output/field/vti.hpp"
#include "app/output/run_folder.hpp"
#include "app/run/flow/output/flow_fields.hpp"
#include "app/run/flow/output/flow_record.hpp"

namespace tobiuo {

/// Adds the file of the fields at the time of the record to the series, before it is written.
void add_to_series(const Grid& grid, const FlowSeries& series, FlowRecord& record);

/// The numbers in a file of the series that are copied from where the steps are.
[[nodiscard]] std::int64_t values_of(const FlowSeries& series);

/// Whether the series has no file at the time of the record.
[[nodiscard]] bool lacks_file_of_now(const FlowSeries& series, const FlowRecord& record);

/// Memory for what a file has and the run has not, from one file to the next: the velocity at
/// centres, in single precision also the other fields of a run in double.
struct FieldRoom {
    std::vector<float> single;
    std::vector<double> full;
};

/// The fields of a file of these cells at a time, whose values are [field][cell][component] in the order of
/// their names, without those of solid, in the precision that the case wants; `room` has those of
/// another one than Real.
template <typename Real>
[[nodiscard]] std::vector<Field> fields_of_cells(const FlowSetting& setting, const CellBox& cells,
                                                 double time, std::span<const std::string> names,
                                                 std::span<const Real> values, FieldRoom& room);

/// The names of all files of the series, those of pieces too.
[[nodiscard]] std::vector<std::string> names_of(const FlowSeriesFiles& series);

/// Writes the fields of all cells that the case wants as the last file of their series, and what
/// opens it. Throws OutputError.
template <typename Real>
void write_last_of_series(RunFolder& folder, const FlowSetting& setting,
                          const FlowArrays<Real>& arrays, const FlowRecord& record,
                          FieldRoom& room);

/// Writes the last file of a series of a part of the grid, whose fields have these values in their
/// order, see FlowCopies::cells_and_wait(), and what opens the series. Throws OutputError.
template <typename Real>
void write_last_of_part(RunFolder& folder, const FlowSetting& setting, const FlowSeries& series,
                        std::span<const Real> values, std::span<const TimedFile> files,
                        FieldRoom& room);

/// Takes files of the series that are no longer in the folder out of them, with a warning for each
/// series.
void forget_lost_files(const RunFolder& folder, FlowRecord& record);

/// Writes history.csv, statistics.csv, probes.csv, lines.csv and spectra.csv, as far as the run has noted
/// something. Throws OutputError.
void write_tables(RunFolder& folder, const flow::Problem& problem, const FlowRecord& record);

/// Reads a value of the means of the cells in layer k of z.
using MeanReader = std::function<void(int value, std::int64_t k, std::span<double> layer)>;

/// Writes the means of each cell, of which there are samples: mean_velocity, rms_velocity and so on.
/// Throws OutputError.
void write_means(RunFolder& folder, const FlowSetting& setting, const FlowRecord& record,
                 const MeanReader& read);

/// Warns if the case wants statistics or means and there are none.
void tell_missing_statistics(const FlowSetting& setting, const FlowRecord& record);

}  // namespace tobiuo
