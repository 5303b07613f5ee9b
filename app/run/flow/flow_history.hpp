// The history of a flow: what is known of its velocity every some steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tobiuo/backend.hpp>
#include <tobiuo/flow/solver.hpp>

#include "app/case/case.hpp"
#include "app/run/flow/flow_times.hpp"
#include "solvers/flow/gradients.hpp"

namespace tobiuo {

/// Whether the row about the velocity after a step has what its gradients tell: where the case does
/// not say, each row has on a CPU, and every tenth on a GPU, from which the velocity is copied.
[[nodiscard]] bool history_has_gradients(const OutputSection& output, Backend backend,
                                         std::int64_t step);

/// The first line of history.csv: the names of the columns, among them two for each no-slip face.
[[nodiscard]] std::string flow_history_head(const flow::Problem& problem);

/// A row of history.csv about the velocity at a time: `courant` is that of the step that led there.
/// Without gradients their columns are empty.
[[nodiscard]] std::string flow_history_row(const FlowTime& at, const flow::Observed& observed,
                                           const flow::Problem& problem,
                                           const std::optional<flow::Gradients>& gradients);

}  // namespace tobiuo
