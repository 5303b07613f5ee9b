// The series of fields that a flow run writes.
#pragma once

#include "app/output/run_folder.hpp"
#include "app/run/flow/flow_fields.hpp"
#include "app/run/flow/flow_record.hpp"
#include "app/run/flow/flow_setting.hpp"

namespace tobiuo {

/// Writes the fields that the case wants as the next file of the series, and results.pvd. Throws
/// OutputError.
template <typename Real>
void add_to_series(RunFolder& folder, const FlowSetting& setting, const FlowArrays<Real>& arrays,
                   FlowRecord& record);

/// Takes files of the series that are no longer in the folder out of it, with a warning for each.
void forget_lost_files(const RunFolder& folder, FlowRecord& record);

}  // namespace tobiuo
