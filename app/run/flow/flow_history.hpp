// The history of a flow: what is known of its velocity every some steps.
#pragma once

#include <string>
#include <string_view>

#include <tobiuo/flow/solver.hpp>

#include "app/run/flow/flow_times.hpp"

namespace tobiuo {

inline constexpr std::string_view flow_history_head =
    "step,time,time_step,kinetic_energy,largest_divergence,courant,mean_u,mean_v,mean_w\n";

/// A row of history.csv about the velocity at a time: `courant` is that of the step that led there.
[[nodiscard]] std::string flow_history_row(const FlowTime& at, const flow::Observed& observed);

}  // namespace tobiuo
