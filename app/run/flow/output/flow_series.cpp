#include "app/run/flow/output/flow_series.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "app/output/report/flow_report.hpp"
#include "app/run/flow/output/flow_statistics.hpp"
#include "runtime/threads.hpp"

namespace tobiuo {

void add_to_series(const Grid& grid, FlowRecord& record)
{
    record.series.push_back({.file = flow_file_name(grid, record.files), .time = record.now.time});
    ++record.files;
}

namespace {

/// The fields of a file in the precision Out, of which `room` has those that `arrays` have not.
template <typename Out, typename Real>
std::vector<Field> fields_in(const std::vector<std::string>& names, const FlowArrays<Real>& arrays,
                             std::vector<Out>& room, int threads)
{
    constexpr bool is_rounded = !std::is_same_v<Out, Real>;
    const std::size_t points = arrays.pressure.size();
    const bool has_velocity = std::ranges::find(names, "velocity") != names.end();
    room.resize((has_velocity ? 3 * points : 0) +
                (is_rounded ? (names.size() - (has_velocity ? 1 : 0)) * points : 0));
    std::span<Out> left{room};
    const auto take = [&](std::size_t count) {
        const std::span<Out> taken = left.first(count);
        left = left.subspan(count);
        return taken;
    };
    std::vector<Field> fields;
    for (const std::string& name : names) {
        if (name == "velocity") {
            const std::span<Out> values = take(3 * points);
            CentredVelocity<Real>{arrays.problem, arrays.state}.read_all(values, threads);
            fields.push_back(
                {.name = name, .values = std::span<const Out>{values}, .components = 3});
            continue;
        }
        const std::span<const Real> values = name == "p" ? arrays.pressure : arrays.scalar();
        if constexpr (is_rounded) {
            const std::span<Out> rounded = take(points);
            std::ranges::transform(values, rounded.begin(),
                                   [](Real value) { return static_cast<Out>(value); });
            fields.push_back({.name = name, .values = std::span<const Out>{rounded}});
        } else {
            fields.push_back({.name = name, .values = values});
        }
    }
    return fields;
}

}  // namespace

template <typename Real>
void write_last_of_series(RunFolder& folder, const FlowSetting& setting,
                          const FlowArrays<Real>& arrays, const FlowRecord& record, FieldRoom& room)
{
    constexpr double nanoseconds = 20.0;  // of one thread for a cell
    // On a CPU the others have steps to compute.
    const int threads =
        setting.place.is_cpu() ? 1 : threads_for(std::ssize(arrays.pressure), nanoseconds);
    const std::vector<std::string>& names = setting.the_case.output.fields;
    std::vector<Field> fields;
    if constexpr (std::is_same_v<Real, double>) {
        fields = written_precision(setting.the_case) == Precision::fp64
                     ? fields_in(names, arrays, room.full, threads)
                     : fields_in(names, arrays, room.single, threads);
    } else {
        fields = fields_in(names, arrays, room.single, threads);
    }
    write_flow_fields(folder, setting.flow, setting.the_case, record.series.back(), fields);
    folder.add_text("results.pvd", pvd_text(record.series));
}

template void write_last_of_series(RunFolder&, const FlowSetting&, const FlowArrays<float>&,
                                   const FlowRecord&, FieldRoom&);
template void write_last_of_series(RunFolder&, const FlowSetting&, const FlowArrays<double>&,
                                   const FlowRecord&, FieldRoom&);

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
