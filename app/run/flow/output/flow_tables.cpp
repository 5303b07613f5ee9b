#include "app/run/flow/output/flow_tables.hpp"

#include <spdlog/spdlog.h>

#include "app/run/flow/output/flow_statistics.hpp"

namespace tobiuo {

void write_tables(RunFolder& folder, const flow::Problem& problem, const FlowRecord& record)
{
    folder.add_text("history.csv", record.history);
    if (record.moments.samples > 0) {
        folder.add_text("statistics.csv", profiles_csv(profiles_of(problem, record.moments)));
    }
    if (!record.probes.empty()) {
        folder.add_text("probes.csv", record.probes);
    }
}

void tell_missing_statistics(const FlowSetting& setting, const FlowRecord& record)
{
    if (setting.flow.statistics && record.moments.samples == 0) {
        spdlog::warn(
            "there are no statistics: the run ended at time {:.6g} without a sample, which are "
            "taken from time {:.6g} on every {} steps",
            record.now.time, setting.flow.statistics->from, setting.flow.statistics->every);
    }
}

}  // namespace tobiuo
