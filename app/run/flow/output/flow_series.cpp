// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/output/flow_series.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/output/field/write_fields.hpp"
#include "app/output/report/flow_report.hpp"
#include "app/run/flow/output/flow_statistics.hpp"
#include "runtime/threads.hpp"

namespace tobiuo {

std::vector<FlowSeries> series_of(const Case& the_case, const FlowCase& flow)
{
    const OutputSection& output = the_case.output;
    std::vector<FlowSeries> all{{.every = output.every,
                                 .fields = output.fields,
                                 .cells = all_cells(flow.box.grid),
                                 .is_flat = is_flat(flow)}};
    for (const SeriesSection& one : output.series) {
        all.push_back({.name = one.name,
                       .every = one.every,
                       .fields = one.fields,
                       .cells = cells_of(one, flow.box.grid),
                       .is_flat = is_flat(flow)});
    }
    return all;
}

void add_to_series(const Grid& grid, const FlowSeries& series, FlowRecord& record)
{
    SeriesFiles& written = record.series[series.name];
    written.files.push_back(
        {.file = flow_file_name(grid, series.name, written.count), .time = record.now.time});
    ++written.count;
}

std::int64_t values_of(const FlowSeries& series)
{
    return fields_of(series.fields, series.is_flat).of_cell() * series.cells.cells();
}

bool lacks_file_of_now(const FlowSeries& series, const FlowRecord& record)
{
    const auto found = record.series.find(series.name);
    return found == record.series.end() || found->second.files.empty() ||
           found->second.files.back().time < record.now.time;
}

namespace {

/// Values of a run that a file has; without any, the velocity at centres or what is derived from it,
/// which is computed, or those that are read when they are written.
template <typename Real>
struct NamedValues {
    std::string name;
    int components = 1;
    std::span<const Real> values = {};
    std::optional<StreamedValues> streamed = {};
};

/// The numbers of obstacles in these cells.
template <typename Real>
NamedValues<Real> solid_in(const FlowSetting& setting, const CellBox& cells, double time)
{
    struct Found {
        std::once_flag once;
        std::shared_ptr<const SolidCells> cells;
    };
    return {.name = "solid",
            .streamed = StreamedValues{
                .read =
                    [found = std::make_shared<Found>(), solid_at = setting.solid_at, time, cells](
                        std::int64_t first, std::span<double> planes) {
                        // Not where only the name is wanted.
                        std::call_once(found->once, [&] { found->cells = solid_at(time); });
                        found->cells->read(cells, first, planes);
                    },
                .blocks = {.planes = cells.count[2], .values = cells.count[0] * cells.count[1]},
                .precision = Precision::fp32}};
}

/// The fields of a file in the precision Out, of which `room` has those that the run has not.
template <typename Out, typename Real>
std::vector<Field> fields_in(const std::vector<NamedValues<Real>>& all,
                             const FlowArrays<Real>* arrays, std::vector<Out>& room, int threads)
{
    constexpr bool is_rounded = !std::is_same_v<Out, Real>;
    const auto is_computed = [&](const NamedValues<Real>& one) {
        return arrays != nullptr && one.values.empty() && !one.streamed;
    };
    const auto room_of = [&](const NamedValues<Real>& one) {
        return is_computed(one) ? static_cast<std::size_t>(one.components) * arrays->pressure.size()
               : is_rounded     ? one.values.size()
                                : 0;
    };
    std::size_t count = 0;
    for (const NamedValues<Real>& one : all) {
        count += room_of(one);
    }
    room.resize(count);
    std::span<Out> left{room};
    std::vector<Field> fields;
    for (const NamedValues<Real>& one : all) {
        if (one.streamed) {
            fields.push_back({.name = one.name, .values = *one.streamed});
            continue;
        }
        const std::span<Out> own = left.first(room_of(one));
        left = left.subspan(own.size());
        Field field{
            .name = one.name, .values = std::span<const Out>{own}, .components = one.components};
        if (is_computed(one) && one.name != "velocity") {
            derive(arrays->problem, arrays->state, field_of(one.name, one.components == 1), 0, own,
                   threads);
        } else if (is_computed(one)) {
            CentredVelocity<Real>{arrays->problem, arrays->state}.read_all(own, threads);
        } else if constexpr (is_rounded) {
            std::ranges::transform(one.values, own.begin(),
                                   [](Real value) { return static_cast<Out>(value); });
        } else {
            field.values = one.values;
        }
        fields.push_back(std::move(field));
    }
    return fields;
}

/// The fields of a file in the precision that the case wants.
template <typename Real>
std::vector<Field> written_fields(const FlowSetting& setting,
                                  const std::vector<NamedValues<Real>>& all,
                                  const FlowArrays<Real>* arrays, FieldRoom& room)
{
    constexpr double nanoseconds = 20.0;  // of one thread for a cell
    // On a CPU the others have steps to compute.
    const int threads = setting.place.is_cpu() || arrays == nullptr
                            ? 1
                            : threads_for(std::ssize(arrays->pressure), nanoseconds);
    if constexpr (std::is_same_v<Real, double>) {
        if (written_precision(setting.the_case) == Precision::fp64) {
            return fields_in(all, arrays, room.full, threads);
        }
    }
    return fields_in(all, arrays, room.single, threads);
}

}  // namespace

template <typename Real>
void write_last_of_series(RunFolder& folder, const FlowSetting& setting,
                          const FlowArrays<Real>& arrays, const FlowRecord& record, FieldRoom& room)
{
    std::vector<NamedValues<Real>> all;
    const CellBox cells = all_cells(setting.flow.box.grid);
    const std::vector<TimedFile>& files = record.series.find("")->second.files;
    for (const std::string& name : setting.the_case.output.fields) {
        all.push_back(
            name == "solid" ? solid_in<Real>(setting, cells, files.back().time)
            : name == "p"   ? NamedValues<Real>{.name = name, .values = arrays.pressure}
            : scalar_number(setting.problem, name)
                ? NamedValues<Real>{.name = name,
                                    .values = arrays.scalar(*scalar_number(setting.problem, name))}
                : NamedValues<Real>{.name = name,
                                    .components = components_of(name, is_flat(setting.problem))});
    }
    write_flow_fields(folder, setting.flow.box.grid, setting.the_case, files.back(),
                      written_fields(setting, all, &arrays, room));
    write_flow_index(folder, {}, files);
}

template <typename Real>
std::vector<Field> fields_of_cells(const FlowSetting& setting, const CellBox& cells, double time,
                                   std::span<const std::string> names, std::span<const Real> values,
                                   FieldRoom& room)
{
    const std::int64_t numbers =
        std::max<std::int64_t>(fields_of(names, is_flat(setting.problem)).of_cell(), 1);
    const std::size_t given = values.size() / static_cast<std::size_t>(numbers);
    std::vector<NamedValues<Real>> all;
    for (const std::string& name : names) {
        if (name == "solid") {
            all.push_back(solid_in<Real>(setting, cells, time));
            continue;
        }
        const int components = components_of(name, is_flat(setting.problem));
        const std::size_t count = static_cast<std::size_t>(components) * given;
        all.push_back({.name = name, .components = components, .values = values.first(count)});
        values = values.subspan(count);
    }
    return written_fields<Real>(setting, all, nullptr, room);
}

template std::vector<Field> fields_of_cells(const FlowSetting&, const CellBox&, double,
                                            std::span<const std::string>, std::span<const float>,
                                            FieldRoom&);
template std::vector<Field> fields_of_cells(const FlowSetting&, const CellBox&, double,
                                            std::span<const std::string>, std::span<const double>,
                                            FieldRoom&);

template <typename Real>
void write_last_of_part(RunFolder& folder, const FlowSetting& setting, const FlowSeries& series,
                        std::span<const Real> values, std::span<const TimedFile> files,
                        FieldRoom& room)
{
    write_flow_fields(
        folder, part_of(setting.flow.box.grid, series.cells), setting.the_case, files.back(),
        fields_of_cells(setting, series.cells, files.back().time, series.fields, values, room));
    write_flow_index(folder, series.name, files);
}

template void write_last_of_series(RunFolder&, const FlowSetting&, const FlowArrays<float>&,
                                   const FlowRecord&, FieldRoom&);
template void write_last_of_series(RunFolder&, const FlowSetting&, const FlowArrays<double>&,
                                   const FlowRecord&, FieldRoom&);
template void write_last_of_part(RunFolder&, const FlowSetting&, const FlowSeries&,
                                 std::span<const float>, std::span<const TimedFile>, FieldRoom&);
template void write_last_of_part(RunFolder&, const FlowSetting&, const FlowSeries&,
                                 std::span<const double>, std::span<const TimedFile>, FieldRoom&);

namespace {

/// The names of a file and of its pieces.
std::vector<std::string> names_of(const TimedFile& file)
{
    std::vector<std::string> names{file.file};
    for (int rank = 0; rank < file.pieces; ++rank) {
        names.push_back(piece_path(file.file, rank).string());
    }
    return names;
}

void forget_lost_files(const RunFolder& folder, const std::string& index,
                       std::vector<TimedFile>& files)
{
    const auto lost = std::ranges::stable_partition(files, [&](const TimedFile& one) {
        return std::ranges::all_of(names_of(one),
                                   [&](const std::string& name) { return folder.has(name); });
    });
    if (lost.size() == 1) {
        spdlog::warn("'{}' of the series is no longer there: {} goes on without it",
                     lost.front().file, index);
    } else if (!lost.empty()) {
        spdlog::warn(
            "{} files of the series are no longer there ('{}' to '{}'): {} goes on without them",
            lost.size(), lost.front().file, lost.back().file, index);
    }
    files.erase(lost.begin(), lost.end());
}

}  // namespace

std::vector<std::string> names_of(const FlowSeriesFiles& series)
{
    std::vector<std::string> names;
    for (const auto& [name, written] : series) {
        for (const TimedFile& one : written.files) {
            std::ranges::copy(names_of(one), std::back_inserter(names));
        }
    }
    return names;
}

void forget_lost_files(const RunFolder& folder, FlowRecord& record)
{
    for (auto& [name, written] : record.series) {
        forget_lost_files(folder, flow_index_name(name), written.files);
    }
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
    if (!record.lines.empty()) {
        folder.add_text("lines.csv", record.lines);
    }
    if (!record.spectra.empty()) {
        folder.add_text("spectra.csv", record.spectra);
    }
}

namespace {

/// An array of flow_means: its components are so many values of a cell.
struct MeanArray {
    std::string name;
    std::vector<int> values;
    enum class Kind { mean, root, product } kind = Kind::mean;
};

std::vector<MeanArray> arrays_of(const flow::MeanForm& form)
{
    using Kind = MeanArray::Kind;
    std::vector<MeanArray> arrays;
    const auto add = [&](const char* name, std::vector<int> values, Kind kind) {
        arrays.push_back({.name = name, .values = std::move(values), .kind = kind});
    };
    if (form.velocity) {
        add("mean_velocity", {0, 1, 2}, Kind::mean);
        add("rms_velocity", {3, 4, 5}, Kind::root);
    }
    if (form.stresses) {
        add("stresses", {3, 4, 5, 6, 7, 8}, Kind::product);  // xx, yy, zz, xy, yz, xz
    }
    if (form.pressure) {
        const int first = form.first_of(0);
        add("mean_p", {first}, Kind::mean);
        add("rms_p", {first + 1}, Kind::root);
    }
    if (form.scalars > 0) {
        const int first = form.first_of(form.pressure ? 1 : 0);
        add("mean_scalar", {first}, Kind::mean);
        add("rms_scalar", {first + 1}, Kind::root);
        if (form.has_fluxes()) {
            add("scalar_flux", {first + 2, first + 3, first + 4}, Kind::product);
        }
    }
    return arrays;
}

/// Writes the means in the precision Out.
template <typename Out>
void write_means_in(RunFolder& folder, const FlowSetting& setting, const FlowRecord& record,
                    const MeanReader& read)
{
    using Kind = MeanArray::Kind;
    const Grid& grid = setting.flow.box.grid;
    const auto samples = static_cast<double>(record.means.samples);
    std::vector<double> layer(static_cast<std::size_t>(grid.axes[0].cells * grid.axes[1].cells));
    const std::vector<MeanArray> arrays = arrays_of(record.means.form);
    std::vector<std::vector<Out>> all;
    std::vector<Field> fields;
    for (const auto& [name, values, kind] : arrays) {
        const std::size_t components = values.size();
        std::vector<Out>& to = all.emplace_back();
        to.resize(components * layer.size() * static_cast<std::size_t>(grid.axes[2].cells));
        for (std::size_t c = 0; c < components; ++c) {
            std::size_t at = c;
            for (std::int64_t k = 0; k < grid.axes[2].cells; ++k) {
                read(values[c], k, layer);
                for (const double value : layer) {
                    to[at] = static_cast<Out>(kind == Kind::mean ? value
                                              : kind == Kind::root
                                                  ? std::sqrt(std::max(value, 0.0) / samples)
                                                  : value / samples);
                    at += components;
                }
            }
        }
        fields.push_back({.name = name,
                          .values = std::span<const Out>{to},
                          .components = static_cast<int>(components)});
    }
    folder.add(means_file_name(grid), [&](const std::filesystem::path& path) {
        write_fields(path, description_of_fields(setting.the_case, grid, record.now.time), fields);
    });
}

}  // namespace

void write_means(RunFolder& folder, const FlowSetting& setting, const FlowRecord& record,
                 const MeanReader& read)
{
    if (written_precision(setting.the_case) == Precision::fp64) {
        write_means_in<double>(folder, setting, record, read);
    } else {
        write_means_in<float>(folder, setting, record, read);
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
    if (setting.flow.means && record.means.samples == 0) {
        spdlog::warn(
            "there are no means of cells: the run ended at time {:.6g} without a sample, which are "
            "taken from time {:.6g} on every {} steps",
            record.now.time, setting.flow.means->from, setting.flow.means->every);
    }
}

}  // namespace tobiuo
