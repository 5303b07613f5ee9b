// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/output/flow_samples.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <ranges>
#include <string_view>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/machine/time_split.hpp"
#include "app/run/flow/output/flow_statistics.hpp"
#include "runtime/all_finite.hpp"
#include "solvers/flow/point_places.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/spectra.hpp"
#include "solvers/flow/state_observer.hpp"

namespace tobiuo {

namespace {

/// What the tables of a flow tell about velocities: of all axes, or of x and y alone, about whose
/// plane nothing turns then.
struct ToldAxes {
    explicit ToldAxes(const FlowCase& flow) : count{flow.moves_along_z() ? 3U : 2U} {}

    /// The components of a vector, or of one such as a torque, each behind a comma.
    [[nodiscard]] std::string row(const std::array<double, 3>& vector) const
    {
        return fmt::format(",{}", fmt::join(std::span{vector}.first(count), ","));
    }
    [[nodiscard]] std::string axial_row(const std::array<double, 3>& vector) const
    {
        return count == 3 ? row(vector) : fmt::format(",{}", vector[2]);
    }
    /// Their names behind a text.
    [[nodiscard]] std::string head(const std::string& before,
                                   std::string_view letters = "xyz") const
    {
        std::string names;
        for (const char letter : letters.substr(0, count)) {
            names += "," + before + letter;
        }
        return names;
    }
    [[nodiscard]] std::string axial_head(const std::string& before) const
    {
        return count == 3 ? head(before) : "," + before + "z";
    }

    std::size_t count;
};

/// Where walls are sheared along these axes.
std::vector<flow::Sheared> told_shear(const flow::Problem& problem, const ToldAxes& axes)
{
    std::vector<flow::Sheared> told;
    for (const auto& [face, component] : flow::sheared(problem)) {
        if (static_cast<std::size_t>(component) < axes.count) {
            told.push_back({.face = face, .component = component});
        }
    }
    return told;
}

/// The cells of a line of a table.
std::vector<std::string_view> cells_of(std::string_view line)
{
    std::vector<std::string_view> cells;
    for (const auto cell : line | std::views::split(',')) {
        cells.emplace_back(cell.begin(), cell.end());
    }
    return cells;
}

/// The rows of a table below another line of names: what it has no column for stays empty.
std::string with_head(std::string_view table, const std::string& head)
{
    const std::string_view names = table.substr(0, table.find('\n'));
    if (head.starts_with(names) && head.size() == names.size() + 1) {
        return std::string{table};
    }
    const std::vector<std::string_view> old = cells_of(names);
    std::vector<std::size_t> places;
    for (const std::string_view name :
         cells_of(std::string_view{head}.substr(0, head.size() - 1))) {
        places.push_back(static_cast<std::size_t>(std::ranges::find(old, name) - old.begin()));
    }
    std::string text = head;
    std::size_t at = names.size() + 1;
    for (std::size_t end = 0; (end = table.find('\n', at)) != std::string_view::npos;
         at = end + 1) {
        const std::vector<std::string_view> cells = cells_of(table.substr(at, end - at));
        for (const std::size_t place : places) {
            text += place < cells.size() ? cells[place] : "";
            text += ",";
        }
        text.back() = '\n';
    }
    return text;
}

}  // namespace

void begin_samples(const FlowSetting& setting, FlowRecord& record)
{
    const std::string head = flow_history_head(setting);
    record.history = record.history.empty() ? head : with_head(record.history, head);
    record.moments = moments_to_go_on(setting.flow.statistics, record.moments);
    record.means = means_to_go_on(setting.flow.means, record.means);
    record.means.cells = setting.flow.means ? flow::points(setting.problem) : 0;
    if (setting.flow.probes) {
        const std::string probes = probes_head(setting);
        record.probes = record.probes.empty() ? probes : with_head(record.probes, probes);
    }
    if (setting.flow.spectra) {
        const std::string spectra = spectra_head(setting);
        record.spectra = record.spectra.empty() ? spectra : with_head(record.spectra, spectra);
    }
    if (!setting.the_case.output.lines.empty()) {
        const std::string lines = lines_head(setting);
        record.lines = record.lines.empty() ? lines : with_head(record.lines, lines);
    }
}

template <typename Real>
std::optional<flow::Gradients> gradients_if_due(const FlowSetting& setting, const FlowTime& now,
                                                FlowCopies<Real>& copies)
{
    if (!history_has_gradients(setting.the_case.output, setting.place, now.step)) {
        return std::nullopt;
    }
    const TimedPart observe{TimePart::observe};
    return copies.gradients_and_wait();
}

void add_to_history(const FlowSetting& setting, const flow::Observed& observed,
                    const std::optional<flow::Gradients>& gradients, FlowRecord& record)
{
    if (record.now.step % setting.the_case.output.history_every == 0) {
        const TimedPart observe{TimePart::observe};
        record.history += flow_history_row(record, observed, setting, gradients);
    }
}

bool is_change_due(const FlowSetting& setting, std::int64_t step)
{
    return setting.flow.run.steady && step % setting.the_case.output.history_every == 0;
}

void note_change(const flow::StateChange& change, FlowRecord& record)
{
    FlowChange& known = record.change;
    known.largest_velocity = std::max(known.largest_velocity, change.velocity);
    known.largest_scalar = std::max(known.largest_scalar, change.scalar);
    const auto rate = [&](double changed, double largest) {
        return changed > 0.0 ? changed / (largest * record.now.time_step) : 0.0;
    };
    known.before_last = known.last;
    known.last = std::max({rate(change.velocity_change, known.largest_velocity),
                           rate(change.scalar_change, known.largest_scalar),
                           change.further_change / record.now.time_step});
}

namespace {

/// The names of what is found at points, behind those of the points.
std::string values_head(const FlowSetting& setting)
{
    std::string head = ToldAxes{setting.flow}.head("", "uvw") + ",p";
    for (const std::string& name : scalar_names(setting.problem)) {
        head += "," + name;
    }
    return head + "\n";
}

/// What is found at points, as cells of a table: ",u,v,w,p" and the scalars. Empty if a value is not
/// finite.
template <typename Real>
std::vector<std::string> texts_at(const FlowSetting& setting, FlowCopies<Real>& copies,
                                  std::span<const std::array<double, 3>> places)
{
    const ToldAxes axes{setting.flow};
    std::vector<std::string> texts;
    for (const FlowPoint& point : copies.points_and_wait(places)) {
        if (!all_finite(point.flow) || !all_finite(point.scalars)) {
            return {};
        }
        const auto& [u, v, w, p] = point.flow;
        texts.push_back(axes.row({u, v, w}) + fmt::format(",{}", p));
        texts.back() +=
            setting.problem.scalar ? fmt::format(",{}\n", fmt::join(point.scalars, ",")) : "\n";
    }
    return texts;
}

/// Adds a row of probes.csv for each point. False if a value is not finite; then nothing is added.
template <typename Real>
bool add_probes(const FlowSetting& setting, FlowCopies<Real>& copies, FlowRecord& record)
{
    const std::vector<Probe>& points = setting.flow.probes->points;
    std::vector<std::array<double, 3>> places;
    for (const Probe& probe : points) {
        places.push_back(probe.at);
    }
    const std::vector<std::string> texts = texts_at(setting, copies, places);
    for (std::size_t n = 0; n < texts.size(); ++n) {
        record.probes += fmt::format("{},{},{}", record.now.step, record.now.time, points[n].name);
        record.probes += texts[n];
    }
    return !texts.empty();
}

/// Adds a row of lines.csv for each point of a line. False as above.
template <typename Real>
bool add_line(const FlowSetting& setting, const LineSection& line, FlowCopies<Real>& copies,
              FlowRecord& record)
{
    std::vector<std::array<double, 3>> places;
    for (std::int64_t point = 0; point < line.points; ++point) {
        places.push_back(line.place(point, setting.problem.grid));
    }
    const std::vector<std::string> texts = texts_at(setting, copies, places);
    for (std::size_t n = 0; n < texts.size(); ++n) {
        const double part = static_cast<double>(n) / static_cast<double>(line.points - 1);
        record.lines += fmt::format("{},{},{},{},{}", record.now.step, record.now.time, line.name,
                                    part * line.length(), fmt::join(places[n], ","));
        record.lines += texts[n];
    }
    return !texts.empty();
}

/// Adds a row of spectra.csv for each mode of a spectrum. False as above.
bool add_spectrum(const FlowSetting& setting, std::string_view along, const std::string& position,
                  const std::vector<double>& waves, const std::vector<std::vector<double>>& of,
                  FlowRecord& record)
{
    const ToldAxes axes{setting.flow};
    for (std::size_t mode = 0; mode < waves.size(); ++mode) {
        record.spectra += fmt::format("{},{},{},{},{},{}", record.now.step, record.now.time, along,
                                      position, mode, waves[mode]);
        for (std::size_t quantity = 0; quantity < of.size(); ++quantity) {
            const double value = of[quantity].at(mode);
            if (!std::isfinite(value)) {
                return false;
            }
            record.spectra +=
                quantity < axes.count || quantity > 2 ? fmt::format(",{}", value) : "";
        }
        record.spectra += "\n";
    }
    return true;
}

/// Adds all spectra of the case. False as above.
template <typename Real>
bool add_spectra(const FlowSetting& setting, FlowCopies<Real>& copies, FlowRecord& record)
{
    const SpectraSection& spectra = *setting.flow.spectra;
    const flow::Problem& problem = setting.problem;
    for (const std::string& name : spectra.axes) {
        const auto axis = static_cast<int>(std::ranges::find(casefile::axis_words, name) -
                                           casefile::axis_words.begin());
        const std::vector<double> waves = flow::wave_numbers(problem, axis);
        if (!spectra.across || *spectra.across == axis) {
            if (!add_spectrum(setting, name, "", waves, copies.spectra_and_wait(axis, {}),
                              record)) {
                return false;
            }
            continue;
        }
        const Axis& across = problem.grid.axes.at(static_cast<std::size_t>(*spectra.across));
        for (const double at : spectra.at) {
            const flow::LayerOfCells layer{.across = *spectra.across,
                                           .index = flow::cell_at(across, at)};
            if (!add_spectrum(setting, name, fmt::format("{}", across.centre(layer.index)), waves,
                              copies.spectra_and_wait(axis, layer), record)) {
                return false;
            }
        }
    }
    return !spectra.shells || add_spectrum(setting, "shells", "", flow::shell_wave_numbers(problem),
                                           copies.spectra_and_wait(-1, {}), record);
}

/// Whether lines.csv has a profile of the line at the step of the record.
bool has_profile(const LineSection& line, const FlowRecord& record)
{
    const std::string begin =
        fmt::format("\n{},{},{},", record.now.step, record.now.time, line.name);
    return record.lines.find(begin) != std::string::npos;
}

}  // namespace

template <typename Real>
bool add_lines(const FlowSetting& setting, FlowCopies<Real>& copies, Moment moment, double before,
               FlowRecord& record)
{
    return std::ranges::all_of(setting.the_case.output.lines, [&](const LineSection& line) {
        const bool is_due = moment == Moment::end ? !has_profile(line, record)
                            : moment == Moment::start
                                ? line.every.has_value()
                                : line.every && meets_series(*line.every, before, record.now.time,
                                                             setting.flow.run.until);
        const TimedPart observe{TimePart::observe};
        return !is_due || add_line(setting, line, copies, record);
    });
}

template <typename Real>
bool sample_if_due(const FlowSetting& setting, FlowCopies<Real>& copies, FlowRecord& record)
{
    const auto& statistics = setting.flow.statistics;
    const auto& probes = setting.flow.probes;
    const bool averages = statistics && is_sample(*statistics, record.now);
    const bool watches = probes && record.now.step % probes->every == 0;
    const auto& means = setting.flow.means;
    const auto& spectra = setting.flow.spectra;
    const TimedPart observe{TimePart::observe};
    if (means && is_sample(*means, record.now)) {
        copies.add_to_means_and_wait(++record.means.samples);
        record.means.last = record.now.time;
    }
    if (spectra && record.now.step % spectra->every == 0 && !add_spectra(setting, copies, record)) {
        return false;
    }
    if (!averages && !watches) {
        return true;
    }
    return (!averages || add_sample(copies.layer_means_and_wait(record.moments.axis),
                                    record.now.time, record.moments)) &&
           (!watches || add_probes(setting, copies, record));
}

namespace {

std::string face_text(int face)
{
    return fmt::format("{}_{}", casefile::axis_words.at(static_cast<std::size_t>(face / 2)),
                       face % 2 == 0 ? "lower" : "upper");
}

/// The columns of the scalar in front; `name` is that of a further one, else empty.
std::string scalar_head(const flow::Problem& problem, const std::string& name)
{
    const std::string flux = name.empty() ? "scalar_flux_" : name + "_flux_";
    const std::string nusselt = name.empty() ? "nusselt_" : name + "_nusselt_";
    std::string head = ",mean_" + (name.empty() ? "scalar" : name);
    for (const int face : flow::faces_with_scalar(problem)) {
        head += "," + flux + face_text(face);
        head += flow::nusselt_number(problem, face, 0.0) ? "," + nusselt + face_text(face) : "";
    }
    return head;
}

/// What stands in the columns of scalar_head(); they are empty without means.
std::string scalar_row(const flow::Problem& problem, const std::optional<flow::ScalarMeans>& means)
{
    std::string row = means ? fmt::format(",{}", means->mean) : ",";
    for (const int face : flow::faces_with_scalar(problem)) {
        const double flux = means ? means->flux.at(static_cast<std::size_t>(face)) : 0.0;
        row += means ? fmt::format(",{}", flux) : ",";
        if (const auto nusselt = flow::nusselt_number(problem, face, flux)) {
            row += means ? fmt::format(",{}", *nusselt) : ",";
        }
    }
    return row;
}

/// The columns of all scalars. The first one is called "scalar" unless it has another name.
std::string scalars_head(const flow::Problem& problem)
{
    std::string head;
    for (int number = 0; number < flow::scalar_count(problem); ++number) {
        const std::string& name = flow::scalar_of_number(problem, number).name;
        head +=
            scalar_head(flow::with_scalar_in_front(problem, number), name == "scalar" ? "" : name);
    }
    return head;
}

std::string scalars_row(const flow::Problem& problem,
                        const std::optional<flow::Gradients>& gradients)
{
    if (!problem.scalar) {
        return "";
    }
    std::string row = scalar_row(problem, gradients ? gradients->scalar : std::nullopt);
    for (std::size_t at = 0; at < problem.further_scalars.size(); ++at) {
        row +=
            scalar_row(flow::with_scalar_in_front(problem, static_cast<int>(at) + 1),
                       gradients ? std::optional{gradients->further_scalars.at(at)} : std::nullopt);
    }
    return row;
}

std::string obstacle_head(const ObstacleSection& obstacle, const ToldAxes& axes)
{
    const std::string& name = obstacle.name;
    return axes.head(name + "_force_") + axes.axial_head(name + "_torque_") +
           (obstacle.is_closed() ? axes.head(name + "_pressure_") : "") +
           (obstacle.scalar_value ? "," + name + "_scalar" : "") +
           (obstacle.nusselt ? "," + name + "_nusselt" : "") +
           (obstacle.reference ? axes.head(name + "_c") : "");
}

std::string obstacle_row(const ObstacleSection& obstacle, const ToldAxes& axes,
                         const flow::ObstacleForce& on, const std::optional<flow::Scalar>& scalar)
{
    std::string row = axes.row(on.force) + axes.axial_row(on.torque);
    row += obstacle.is_closed() ? axes.row(on.pressure) : "";
    row += obstacle.scalar_value ? fmt::format(",{}", on.scalar) : "";
    if (const auto nusselt =
            obstacle.nusselt_number(on.scalar, scalar ? scalar->diffusivity : 0.0)) {
        row += fmt::format(",{}", *nusselt);
    }
    if (obstacle.reference) {
        const auto [speed, area] = *obstacle.reference;
        std::array<double, 3> coefficients = on.force;
        for (double& force : coefficients) {
            force /= 0.5 * speed * speed * area;
        }
        row += axes.row(coefficients);
    }
    return row;
}

}  // namespace

bool history_has_gradients(const OutputSection& output, const Place& place, std::int64_t step)
{
    const std::int64_t usual = (place.is_gpu() ? 10 : 1) * output.history_every;
    const std::int64_t every = output.gradients_every.value_or(usual);
    return every > 0 && step % every == 0;
}

std::string flow_history_head(const FlowSetting& setting)
{
    const ToldAxes axes{setting.flow};
    std::string head = "step,time,time_step,kinetic_energy,largest_divergence,courant" +
                       axes.head("mean_", "uvw") + ",dissipation,enstrophy";
    for (const auto& [face, component] : told_shear(setting.problem, axes)) {
        head += fmt::format(",shear_{}_{}", face_text(face), "uvw"[component]);
    }
    head += scalars_head(setting.problem);
    head += setting.flow.bulk_velocity ? axes.head("force_") : "";
    for (const ObstacleSection& obstacle : setting.flow.obstacles) {
        head += obstacle_head(obstacle, axes);
    }
    head += flow::has_closed_obstacles(setting.problem) ? ",projections,closed_residual" : "";
    head += setting.flow.run.steady ? ",change" : "";
    return head + "\n";
}

std::string flow_history_row(const FlowRecord& record, const flow::Observed& observed,
                             const FlowSetting& setting,
                             const std::optional<flow::Gradients>& gradients)
{
    const FlowTime& at = record.now;
    const flow::Problem& problem = setting.problem;
    const ToldAxes axes{setting.flow};
    std::string row =
        fmt::format("{},{},{},{},{},{}", at.step, at.time, at.time_step, observed.kinetic_energy,
                    observed.largest_divergence, observed.largest_rate * at.time_step);
    row += axes.row(observed.mean_velocity);
    row += gradients ? fmt::format(",{},{}", gradients->dissipation, gradients->enstrophy) : ",,";
    for (const auto& [face, component] : told_shear(problem, axes)) {
        const auto of_face = static_cast<std::size_t>(face);
        const auto of_component = static_cast<std::size_t>(component);
        row += gradients ? fmt::format(",{}", gradients->shear.at(of_face).at(of_component)) : ",";
    }
    row += scalars_row(problem, gradients);
    if (setting.flow.bulk_velocity) {
        row += axes.row(record.bulk_force.force);
    }
    for (std::size_t number = 0; number < setting.flow.obstacles.size(); ++number) {
        row += obstacle_row(setting.flow.obstacles[number], axes, record.obstacle_forces.at(number),
                            problem.scalar);
    }
    if (flow::has_closed_obstacles(problem)) {
        row += fmt::format(",{},{}", record.closing.projections, record.closing.residual);
    }
    if (setting.flow.run.steady) {
        row += record.change.last ? fmt::format(",{}", *record.change.last) : ",";
    }
    return row + "\n";
}

std::string lines_head(const FlowSetting& setting)
{
    return "step,time,line,position,x,y,z" + values_head(setting);
}

std::string spectra_head(const FlowSetting& setting)
{
    return "step,time,along,position,mode,wave_number" + ToldAxes{setting.flow}.head("", "uvw") +
           (setting.problem.scalar ? "," + setting.problem.scalar->name + "\n" : "\n");
}

std::string probes_head(const FlowSetting& setting)
{
    return "step,time,probe" + values_head(setting);
}

template std::optional<flow::Gradients> gradients_if_due(const FlowSetting&, const FlowTime&,
                                                         FlowCopies<float>&);
template std::optional<flow::Gradients> gradients_if_due(const FlowSetting&, const FlowTime&,
                                                         FlowCopies<double>&);
template bool add_lines(const FlowSetting&, FlowCopies<float>&, Moment, double, FlowRecord&);
template bool add_lines(const FlowSetting&, FlowCopies<double>&, Moment, double, FlowRecord&);
template bool sample_if_due(const FlowSetting&, FlowCopies<float>&, FlowRecord&);
template bool sample_if_due(const FlowSetting&, FlowCopies<double>&, FlowRecord&);

}  // namespace tobiuo
