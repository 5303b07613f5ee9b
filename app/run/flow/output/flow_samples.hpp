// What a flow run notes of its velocity between two steps: histories, statistics and probes.
#pragma once

#include <optional>

#include <tobiuo/backend.hpp>

#include "app/run/flow/flow_copies.hpp"
#include "app/run/flow/flow_setting.hpp"
#include "app/run/flow/output/flow_record.hpp"
#include "solvers/flow/gradients.hpp"

namespace tobiuo {

/// Begins the tables of a run of the case; those that a checkpoint has brought go on.
void begin_samples(const FlowSetting& setting, FlowRecord& record);

/// What the gradients of the velocity tell where the next row of the history has it.
template <typename Real>
[[nodiscard]] std::optional<flow::Gradients> gradients_if_due(const FlowSetting& setting,
                                                              const FlowTime& now, Backend backend,
                                                              FlowCopies<Real>& copies);

/// Adds what is known of the velocity before the step that has just begun to the history, where it
/// has a row.
void add_to_history(const FlowSetting& setting, const flow::Observed& observed,
                    const std::optional<flow::Gradients>& gradients, FlowRecord& record);

/// Adds the velocity and the pressure after a step to the statistics and to what the probes tell,
/// where the case wants it. False if a value is not finite.
template <typename Real>
[[nodiscard]] bool sample_if_due(const FlowSetting& setting, FlowCopies<Real>& copies,
                                 FlowRecord& record);

}  // namespace tobiuo
