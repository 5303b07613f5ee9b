// What a flow run knows of itself between two steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/output/run_folder.hpp"
#include "app/run/flow/flow_times.hpp"

namespace tobiuo {

/// All that a run goes on from, beside the state of its velocity.
struct FlowRecord {
    FlowTime now;
    double rate{};  ///< the largest |u| / dx + |v| / dy + |w| / dz by which the next step is chosen
    std::string history;              ///< the rows of history.csv about times before this one
    std::int64_t files{};             ///< of the series that were written, for their numbers
    std::vector<TimedFile> series{};  ///< those that are still there
};

}  // namespace tobiuo
