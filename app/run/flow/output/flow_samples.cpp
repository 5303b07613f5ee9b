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
#include "solvers/flow/problem.hpp"
#include "solvers/flow/state_observer.hpp"

namespace tobiuo {

namespace {

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
    if (setting.flow.probes) {
        const std::string probes = probes_head(setting.problem);
        record.probes = record.probes.empty() ? probes : with_head(record.probes, probes);
    }
    if (!setting.the_case.output.lines.empty()) {
        const std::string lines = lines_head(setting.problem);
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

/// What is found at points, as cells of a table: "u,v,w,p" and the scalar. Empty if a value is not
/// finite.
template <typename Real>
std::vector<std::string> texts_at(const FlowSetting& setting, FlowCopies<Real>& copies,
                                  std::span<const std::array<double, 3>> places)
{
    std::vector<std::string> texts;
    for (const FlowPoint& point : copies.points_and_wait(places)) {
        if (!all_finite(point.flow) || !all_finite(point.scalars)) {
            return {};
        }
        texts.push_back(fmt::format("{}", fmt::join(point.flow, ",")));
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
        record.probes += fmt::format("{},{},{},", record.now.step, record.now.time, points[n].name);
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
        record.lines += fmt::format("{},{},{},{},{},", record.now.step, record.now.time, line.name,
                                    part * line.length(), fmt::join(places[n], ","));
        record.lines += texts[n];
    }
    return !texts.empty();
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
    if (!averages && !watches) {
        return true;
    }
    const TimedPart observe{TimePart::observe};
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

std::string obstacle_row(const ObstacleSection& obstacle, const flow::ObstacleForce& on,
                         const std::optional<flow::Scalar>& scalar)
{
    std::string row = fmt::format(",{},{}", fmt::join(on.force, ","), fmt::join(on.torque, ","));
    row += obstacle.is_closed() ? fmt::format(",{}", fmt::join(on.pressure, ",")) : "";
    row += obstacle.scalar_value ? fmt::format(",{}", on.scalar) : "";
    if (const auto nusselt =
            obstacle.nusselt_number(on.scalar, scalar ? scalar->diffusivity : 0.0)) {
        row += fmt::format(",{}", *nusselt);
    }
    if (obstacle.reference) {
        const auto [speed, area] = *obstacle.reference;
        for (const double force : on.force) {
            row += fmt::format(",{}", force / (0.5 * speed * speed * area));
        }
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
    std::string head =
        "step,time,time_step,kinetic_energy,largest_divergence,courant,mean_u,mean_v,mean_w,"
        "dissipation,enstrophy";
    for (const auto& [face, component] : flow::sheared(setting.problem)) {
        head += fmt::format(",shear_{}_{}", face_text(face), "uvw"[component]);
    }
    head += scalars_head(setting.problem);
    head += setting.flow.bulk_velocity ? ",force_x,force_y,force_z" : "";
    for (const ObstacleSection& obstacle : setting.flow.obstacles) {
        for (const std::string_view quantity :
             {"force_x", "force_y", "force_z", "torque_x", "torque_y", "torque_z"}) {
            head += fmt::format(",{}_{}", obstacle.name, quantity);
        }
        for (const std::string_view axis : casefile::axis_words) {
            head += obstacle.is_closed() ? fmt::format(",{}_pressure_{}", obstacle.name, axis) : "";
        }
        head += obstacle.scalar_value ? fmt::format(",{}_scalar", obstacle.name) : "";
        head += obstacle.nusselt ? fmt::format(",{}_nusselt", obstacle.name) : "";
        for (const std::string_view axis : casefile::axis_words) {
            head += obstacle.reference ? fmt::format(",{}_c{}", obstacle.name, axis) : "";
        }
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
    const auto& [u, v, w] = observed.mean_velocity;
    std::string row = fmt::format("{},{},{},{},{},{},{},{},{}", at.step, at.time, at.time_step,
                                  observed.kinetic_energy, observed.largest_divergence,
                                  observed.largest_rate * at.time_step, u, v, w);
    row += gradients ? fmt::format(",{},{}", gradients->dissipation, gradients->enstrophy) : ",,";
    for (const auto& [face, component] : flow::sheared(problem)) {
        const auto of_face = static_cast<std::size_t>(face);
        const auto of_component = static_cast<std::size_t>(component);
        row += gradients ? fmt::format(",{}", gradients->shear.at(of_face).at(of_component)) : ",";
    }
    row += scalars_row(problem, gradients);
    if (setting.flow.bulk_velocity) {
        const auto& [x, y, z] = record.bulk_force.force;
        row += fmt::format(",{},{},{}", x, y, z);
    }
    for (std::size_t number = 0; number < setting.flow.obstacles.size(); ++number) {
        row += obstacle_row(setting.flow.obstacles[number], record.obstacle_forces.at(number),
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

namespace {

/// The names of the scalars, each behind a comma.
std::string names_of_scalars(const flow::Problem& problem)
{
    std::string names;
    for (const std::string& name : scalar_names(problem)) {
        names += "," + name;
    }
    return names;
}

}  // namespace

std::string lines_head(const flow::Problem& problem)
{
    return "step,time,line,position,x,y,z,u,v,w,p" + names_of_scalars(problem) + "\n";
}

std::string probes_head(const flow::Problem& problem)
{
    return "step,time,probe,u,v,w,p" + names_of_scalars(problem) + "\n";
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
