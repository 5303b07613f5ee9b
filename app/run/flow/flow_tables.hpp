// The tables that a flow run writes, and the picture of its statistics.
#pragma once

#include "app/output/run_folder.hpp"
#include "app/run/flow/flow_record.hpp"
#include "app/run/flow/flow_setting.hpp"

namespace tobiuo {

/// Writes history.csv, statistics.csv and probes.csv, as far as the run has noted something. Throws
/// OutputError.
void write_tables(RunFolder& folder, const flow::Problem& problem, const FlowRecord& record);

/// Draws the statistics, or warns that the case wants some and there are none. Throws OutputError.
void write_statistics_picture(RunFolder& folder, const FlowSetting& setting,
                              const FlowRecord& record);

}  // namespace tobiuo
