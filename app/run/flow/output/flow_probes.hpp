// What a flow run writes about some points on its way.
#pragma once

#include <string>

#include "app/case/flow/flow_case.hpp"
#include "app/run/flow/output/flow_fields.hpp"
#include "app/run/flow/time/flow_times.hpp"

namespace tobiuo {

/// The first line of probes.csv.
[[nodiscard]] std::string probes_head(const flow::Problem& problem);

/// Adds a row of probes.csv for each point to `rows`. False if a value is not finite; then nothing
/// is added.
template <typename Real>
[[nodiscard]] bool add_probes(const ProbesSection& probes, const FlowTime& at,
                              const FlowArrays<Real>& arrays, std::string& rows);

}  // namespace tobiuo
