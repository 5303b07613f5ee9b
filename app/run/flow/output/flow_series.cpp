#include "app/run/flow/output/flow_series.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "app/output/report/flow_report.hpp"

namespace tobiuo {

void add_to_series(const Grid& grid, FlowRecord& record)
{
    record.series.push_back({.file = flow_file_name(grid, record.files), .time = record.now.time});
    ++record.files;
}

template <typename Real>
void write_last_of_series(RunFolder& folder, const FlowSetting& setting,
                          const FlowArrays<Real>& arrays, const FlowRecord& record)
{
    std::vector<Real> velocity;
    std::vector<Field> fields;
    for (const std::string& name : setting.the_case.output.fields) {
        if (name == "velocity") {
            velocity.resize(3 * arrays.pressure.size());
            CentredVelocity<Real>{arrays.problem, arrays.state}.read_all(velocity);
            fields.push_back(
                {.name = name, .values = std::span<const Real>{velocity}, .components = 3});
        } else {
            fields.push_back(
                {.name = name, .values = name == "p" ? arrays.pressure : arrays.scalar()});
        }
    }
    write_flow_fields(folder, setting.flow, setting.the_case, record.series.back(), fields);
    folder.add_text("results.pvd", pvd_text(record.series));
}

template void write_last_of_series(RunFolder&, const FlowSetting&, const FlowArrays<float>&,
                                   const FlowRecord&);
template void write_last_of_series(RunFolder&, const FlowSetting&, const FlowArrays<double>&,
                                   const FlowRecord&);

void forget_lost_files(const RunFolder& folder, FlowRecord& record)
{
    const auto lost = std::ranges::stable_partition(
        record.series, [&](const TimedFile& one) { return folder.has(one.file); });
    if (lost.size() == 1) {
        spdlog::warn("'{}' of the series is no longer there: results.pvd goes on without it",
                     lost.front().file);
    } else if (!lost.empty()) {
        spdlog::warn(
            "{} files of the series are no longer there ('{}' to '{}'): results.pvd goes on "
            "without them",
            lost.size(), lost.front().file, lost.back().file);
    }
    record.series.erase(lost.begin(), lost.end());
}

}  // namespace tobiuo
