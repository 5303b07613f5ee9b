// The history of a flow: what is known of its velocity every some steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tobiuo/backend.hpp>
#include <tobiuo/flow/solver.hpp>

#include "app/case/case.hpp"
#include "app/run/flow/flow_setting.hpp"
#include "app/run/flow/output/flow_record.hpp"
#include "solvers/flow/gradients.hpp"

namespace tobiuo {

/// Whether the row about the velocity after a step has what its gradients tell: where the case does
/// not say, each row has on a CPU, and every tenth on a GPU, from which the velocity is copied.
[[nodiscard]] bool history_has_gradients(const OutputSection& output, Backend backend,
                                         std::int64_t step);

/// The first line of history.csv: the names of the columns, among them two for each no-slip face,
/// and where the flow carries a scalar its mean and its flux through each face that gives it a
/// value, with the Nusselt number where there is one; and the force that keeps a bulk velocity.
[[nodiscard]] std::string flow_history_head(const FlowSetting& setting);

/// A row of history.csv about the velocity at the time of the record: `courant` is that of the step
/// that led there, as is the force of a flow with a bulk velocity. Without gradients their columns
/// are empty.
[[nodiscard]] std::string flow_history_row(const FlowRecord& record, const flow::Observed& observed,
                                           const FlowSetting& setting,
                                           const std::optional<flow::Gradients>& gradients);

}  // namespace tobiuo
