#include "app/run/flow/flow_tables.hpp"

#include <spdlog/spdlog.h>

#include <cstddef>
#include <string>

#include "app/case/yaml/keys.hpp"
#include "app/run/flow/flow_statistics.hpp"

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

void write_statistics_picture(RunFolder& folder, const FlowSetting& setting,
                              const FlowRecord& record)
{
    const FlowMoments& moments = record.moments;
    if (moments.samples > 0) {
        const ProfilesText text{
            .name = setting.the_case.name,
            .details = samples_text(moments),
            .axis = std::string{casefile::axis_words.at(static_cast<std::size_t>(moments.axis))}};
        folder.add_text("statistics.png", profiles_png(profiles_of(setting.problem, moments),
                                                       setting.reference, text));
    } else if (setting.flow.statistics) {
        spdlog::warn(
            "there are no statistics: the run ended at time {:.6g} without a sample, which are "
            "taken from time {:.6g} on every {} steps",
            record.now.time, setting.flow.statistics->from, setting.flow.statistics->every);
    }
}

}  // namespace tobiuo
