// SPDX-License-Identifier: BSD-3-Clause
// What a flow run notes between two steps: its history, statistics and points that it watches.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tobiuo/flow/solver.hpp>

#include "app/case/case.hpp"
#include "app/case/flow/flow_case.hpp"
#include "app/run/flow/flow_copies.hpp"
#include "app/run/flow/output/flow_fields.hpp"
#include "app/run/flow/output/flow_record.hpp"
#include "app/run/flow/time/flow_times.hpp"
#include "solvers/flow/gradients.hpp"

namespace tobiuo::flow {
struct StateChange;
}

namespace tobiuo {

/// Begins the tables of a run of the case; those that a checkpoint has brought go on.
void begin_samples(const FlowSetting& setting, FlowRecord& record);

/// What the gradients of the velocity tell where the next row of the history has it.
template <typename Real>
[[nodiscard]] std::optional<flow::Gradients> gradients_if_due(const FlowSetting& setting,
                                                              const FlowTime& now,
                                                              FlowCopies<Real>& copies);

/// Adds what is known of the velocity before the step that has just begun to the history, where it
/// has a row.
void add_to_history(const FlowSetting& setting, const flow::Observed& observed,
                    const std::optional<flow::Gradients>& gradients, FlowRecord& record);

/// Whether the change over the step that ends there is looked at.
[[nodiscard]] bool is_change_due(const FlowSetting& setting, std::int64_t step);

/// Takes account of what has changed over the step to the time of the record.
void note_change(const flow::StateChange& change, FlowRecord& record);

/// Adds the velocity and the pressure after a step to the statistics, to means, to spectra and to what
/// the probes tell, where the case wants it. False if a value is not finite.
template <typename Real>
[[nodiscard]] bool sample_if_due(const FlowSetting& setting, FlowCopies<Real>& copies,
                                 FlowRecord& record);

/// When profiles along the lines of the case are taken: at the start, after a step that has come to
/// the next time of one, and at the end, of those that have none of that time.
enum class Moment { start, step, end };
/// Adds them. `before` is the time before the step. False if a value is not finite.
template <typename Real>
[[nodiscard]] bool add_lines(const FlowSetting& setting, FlowCopies<Real>& copies, Moment moment,
                             double before, FlowRecord& record);

/// Whether the row about the velocity after a step has what its gradients tell: where the case does
/// not say, each row has on a CPU, and every tenth on a GPU, whose steps are short.
[[nodiscard]] bool history_has_gradients(const OutputSection& output, const Place& place,
                                         std::int64_t step);

/// The first line of history.csv: the names of the columns, among them two for each no-slip face
/// (tables have no velocity w and nothing along z where FlowCase::moves_along_z() says so),
/// and where the flow carries a scalar its mean and its flux through each face that gives it a
/// value, with the Nusselt number where there is one; the force that keeps a bulk velocity; and how
/// fast the flow changes where that ends the run.
[[nodiscard]] std::string flow_history_head(const FlowSetting& setting);

/// A row of history.csv about the velocity at the time of the record: `courant` is that of the step
/// that led there, as is the force of a flow with a bulk velocity. Without gradients their columns
/// are empty.
[[nodiscard]] std::string flow_history_row(const FlowRecord& record, const flow::Observed& observed,
                                           const FlowSetting& setting,
                                           const std::optional<flow::Gradients>& gradients);

/// The first lines of lines.csv, of spectra.csv and of probes.csv.
[[nodiscard]] std::string spectra_head(const FlowSetting& setting);
[[nodiscard]] std::string lines_head(const FlowSetting& setting);
[[nodiscard]] std::string probes_head(const FlowSetting& setting);

}  // namespace tobiuo
