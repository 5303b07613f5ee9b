// The tables that a flow run writes.
#pragma once

#include "app/output/run_folder.hpp"
#include "app/run/flow/flow_setting.hpp"
#include "app/run/flow/output/flow_record.hpp"

namespace tobiuo {

/// Writes history.csv, statistics.csv and probes.csv, as far as the run has noted something. Throws
/// OutputError.
void write_tables(RunFolder& folder, const flow::Problem& problem, const FlowRecord& record);

/// Warns if the case wants statistics and there are none.
void tell_missing_statistics(const FlowSetting& setting, const FlowRecord& record);

}  // namespace tobiuo
