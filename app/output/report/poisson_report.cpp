// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/report/poisson_report.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <variant>

#include "app/case/yaml/keys.hpp"
#include "app/json_text.hpp"
#include "app/output/picture/plane.hpp"
#include "app/output/report/record.hpp"
#include "app/output/report/result_files.hpp"
#include "app/output/run_folder.hpp"
#include "app/output/views.hpp"
#include "app/wording.hpp"
#include "kernels/fft/problem.hpp"
#include "runtime/median.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {
namespace {

/// The most times of single solves in a report, so that it stays readable.
constexpr std::size_t most_times = 1000;

template <typename Enumeration>
const std::string& word_of(Enumeration value, const std::vector<std::string>& words)
{
    return words.at(static_cast<std::size_t>(value));
}

Record grid_json(const PoissonCase& poisson)
{
    const Grid& grid = poisson.problem.grid;
    Record json;
    add_axes(json, grid, poisson.dimensions);
    std::string stretched;
    for (std::size_t axis = 0; axis < grid.axes.size(); ++axis) {
        if (grid.axes.at(axis).stretched()) {
            stretched +=
                (stretched.empty() ? "" : ", ") + std::string{casefile::axis_words.at(axis)};
        }
    }
    json["stretched"] = stretched.empty() ? Record(nullptr) : Record(stretched);
    json["location"] = word_of(grid.location, casefile::location_words);
    json["values"] = shape_of(written_grid(poisson)).values();
    json["unknowns"] = poisson::points(poisson.problem);
    return json;
}

Record end_json(poisson::Condition condition, const poisson::Robin& robin,
                const FieldExpression& value)
{
    const bool has_value = poisson::is_wall(condition);
    Record json{{"condition", word_of(condition, casefile::condition_words)},
                {"value", has_value ? Record(value.text) : Record(nullptr)}};
    if (condition == poisson::Condition::robin) {
        json["factors"] = std::array{robin.a, robin.b};
    }
    return json;
}

/// A wall that changes its kind: the value of u `where` the expression is not 0, or is 0 with `not`.
Record mixed_end_json(const MixedEnd& end, const FieldExpression& slope)
{
    return {{"condition", "mixed"},
            {"value", end.value.text},
            {"slope", slope.text},
            {"where", end.where.text},
            {"where_is", end.names_neumann ? "neumann" : "dirichlet"}};
}

Record boundary_json(const PoissonCase& poisson)
{
    Record json;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(poisson.dimensions); ++axis) {
        const poisson::Sides& sides = poisson.problem.sides.at(axis);
        const auto& values = poisson.boundary.at(axis);
        const auto& mixed = poisson.mixed.at(axis);
        json[std::string{casefile::axis_words.at(axis)}] = {
            {"lower", mixed[0] ? mixed_end_json(*mixed[0], values[0])
                               : end_json(sides.lower, sides.robin[0], values[0])},
            {"upper", mixed[1] ? mixed_end_json(*mixed[1], values[1])
                               : end_json(sides.upper, sides.robin[1], values[1])}};
    }
    return json;
}

Record field_json(const FieldSource& source)
{
    if (const auto* file = std::get_if<FieldFile>(&source)) {
        return {{"kind", "file"},
                {"file", file->path.filename().string()},
                {"field", file->field},
                {"sha256", sha256_of_file(file->path)}};
    }
    return {{"kind", "expression"}, {"text", std::get<FieldExpression>(source).text}};
}

Record run_json(const PoissonReport& report)
{
    const PoissonRates rates = rates_of(report);
    const std::size_t kept = std::min(report.seconds.size(), most_times);
    return {{"solves", report.seconds.size()},
            {"seconds", rates.median_seconds},
            {"best_seconds", rates.best_seconds},
            {"seconds_each", std::span{report.seconds}.first(kept)},
            {"points_per_second", rates.points_per_second},
            {"bytes_per_point",
             bytes_per_point(report.poisson.problem.precision, report.memory_passes)},
            {"nominal_gbps", rates.bytes_per_second * giga},
            {"percent_of_ceiling", or_null(rates.percent_of_ceiling)}};
}

Record link_json(const PoissonReport& report)
{
    if (!report.link) {
        return nullptr;
    }
    const LinkUse& use = *report.link;
    Record json{{"bytes_each_way", use.bytes_each_way},
                {"to_device_gbps", use.limit.to_device * giga},
                {"from_device_gbps", use.limit.from_device * giga},
                {"both_gbps", use.limit.both * giga},
                {"lock_seconds", use.lock_seconds},
                {"not_locked", use.not_locked.empty() ? Record(nullptr) : Record(use.not_locked)}};
    if (!report.seconds.empty()) {
        const double seconds = rates_of(report).median_seconds;
        const LinkFigures figures = figures_of(use, seconds);
        json["gbps_each_way"] = figures.bytes_per_second_each_way * giga;
        json["percent_of_both"] = figures.percent_of_both;
        json["overlap_percent"] = figures.overlap_percent;
        json["transform_gflops"] = transform_flops(report.poisson.problem, seconds) * giga;
    }
    return json;
}

Record residual_json(const poisson::Residual& residual)
{
    return {{"l2", residual.norms.l2},
            {"max", residual.norms.max},
            {"relative_l2", residual.relative_l2},
            {"relative_max", residual.relative_max},
            {"backward_error", residual.backward_error},
            {"rounding_level", residual.rounding_level},
            {"explained_l2", residual.explained_l2},
            {"balance_error", residual.balance_error},
            {"balance_level", residual.balance_level},
            {"forward_error", or_null(residual.forward_error)},
            {"at_rounding_level", residual.at_rounding_level()}};
}

Record conditioning_json(const std::optional<poisson::Conditioning>& conditioning)
{
    if (!conditioning) {
        return nullptr;
    }
    return {{"nearest_eigenvalue", conditioning->eigenvalue},
            {"distance", conditioning->distance},
            {"condition", conditioning->condition},
            {"nearly_singular", conditioning->nearly_singular}};
}

Record balance_json(const std::optional<Balance>& balance)
{
    if (!balance) {
        return nullptr;
    }
    return {{"removed_mean", balance->removed_mean},
            {"relative", balance->relative},
            {"missing_flux", balance->missing_flux},
            {"balanced", balance->balanced}};
}

Record error_json(const std::optional<ErrorCheck>& error)
{
    if (!error) {
        return nullptr;
    }
    return {{"l2", error->norms.l2},
            {"max", error->norms.max},
            {"relative_l2", error->relative_l2},
            {"relative_max", error->relative_max},
            {"means_removed", error->means_removed}};
}

Record order_json(const std::optional<ObservedOrder>& order)
{
    if (!order) {
        return nullptr;
    }
    if (!order->value) {
        return {{"observed", nullptr}, {"expected", order->expected}, {"skipped", order->skipped}};
    }
    return {{"observed", *order->value},
            {"expected", order->expected},
            {order->refined ? "fine_cells" : "coarse_cells", order->cells},
            {order->refined ? "fine_l2" : "coarse_l2", order->l2},
            {"doubt", order->doubt.empty() ? Record(nullptr) : Record(order->doubt)}};
}

Record bodies_json(const PoissonReport& report)
{
    if (!report.bodies) {
        return nullptr;
    }
    Record all = Record::array();
    for (std::size_t number = 0; number < report.poisson.bodies.size(); ++number) {
        const BodySection& body = report.poisson.bodies[number];
        all.push_back(
            {{"name", body.name},
             {"kind", body.value ? "conductor" : "closed"},
             {"value", or_null(body.value)},
             {"cells", body.cells},
             {"flux", body.value ? Record(report.bodies->fluxes.at(number)) : Record(nullptr)}});
    }
    return {{"solves", report.bodies->use.solves},
            {"residual", report.bodies->use.residual},
            {"all", std::move(all)}};
}

/// What a solve found; what the case gives is null here, because it may be a file.
Record coefficient_json(const PoissonReport& report)
{
    if (!report.coefficient) {
        return nullptr;
    }
    const CoefficientSolved& solved = *report.coefficient;
    return {
        {"given", nullptr},
        {"face_mean", word_of(report.poisson.coefficient_mean.value_or(poisson::FaceMean::harmonic),
                              casefile::face_mean_words)},
        {"scaling", word_of(solved.scaling, casefile::coefficient_scaling_words)},
        {"contrast", solved.contrast},
        {"iterations", solved.use.iterations},
        {"residual", solved.use.residual}};
}

/// "ball at 1, flux -12.3; rock closed".
std::string bodies_words(const PoissonReport& report)
{
    std::string words;
    for (std::size_t number = 0; number < report.poisson.bodies.size(); ++number) {
        const BodySection& body = report.poisson.bodies[number];
        words += words.empty() ? "" : "; ";
        words += body.value ? fmt::format("{} at {:.6g}, flux {:.6g}", body.name, *body.value,
                                          report.bodies->fluxes.at(number))
                            : body.name + " closed";
    }
    return words;
}

/// The part of |f| that is missing in the equations, from which on less than one of their digits is
/// left.
constexpr double little_left_of_f = 0.1;

/// The record but for what is read of files: `source`, `exact` and what the coefficient is are null.
Record record_of(const PoissonReport& report)
{
    const PoissonCase& poisson = report.poisson;
    Record json = begun_record(report.the_case, "poisson", status_text(report.status),
                               report.exit_code, report.started);
    json["grid"] = grid_json(poisson);
    json["boundary"] = boundary_json(poisson);
    json["source"] = nullptr;
    json["exact"] = nullptr;
    json["operator"] = word_of(poisson.problem.op, casefile::operator_words);
    json["precision"] = word_of(poisson.problem.precision, casefile::precision_words);
    json["lambda"] = poisson.problem.lambda;
    if (const auto& rho = poisson.problem.rho) {
        json["rho"] = {{"axis", casefile::axis_words.at(static_cast<std::size_t>(rho->axis))},
                       {"text", poisson.rho.empty() ? Record(nullptr) : Record(poisson.rho)}};
    }
    json["backend"] = word_of(report.backend);
    json["device"] = report.where;
    json["ranks"] = ranks_json(report.ranks);
    json["backend_reason"] = report.reason;
    json["device_bytes"] = or_null(report.device_bytes);
    json["plan"] = report.plan;
    json["time"] = time_json(report.run_time);
    json["run"] = run_json(report);
    json["link"] = link_json(report);
    json["ceiling"] =
        ceiling_json(report.ceiling, report.mix, report.ceiling_date, report.ceiling_kept);
    json["residual"] = residual_json(report.residual);
    json["conditioning"] = conditioning_json(report.conditioning);
    json["null_space"] = balance_json(report.balance);
    json["bodies"] = bodies_json(report);
    json["coefficient"] = coefficient_json(report);
    json["mixed"] = report.mixed ? Record{{"points", report.mixed->points},
                                          {"solves", report.mixed->use.solves},
                                          {"residual", report.mixed->use.residual}}
                                 : Record(nullptr);
    json["error"] = error_json(report.error);
    json["order"] = order_json(report.order);
    json["caveat"] = or_null(report.caveat);
    json["contradiction"] = or_null(report.contradiction);
    return json;
}

}  // namespace

Grid written_grid(const PoissonCase& poisson)
{
    Grid grid = poisson.problem.grid;
    if (grid.location == Location::node) {
        for (auto axis = static_cast<std::size_t>(poisson.dimensions); axis < 3; ++axis) {
            Axis& absent = grid.axes.at(axis);
            absent = {.cells = 0, .lower = absent.lower, .upper = absent.lower};
        }
    }
    return grid;
}

double bytes_per_point(Precision precision, int memory_passes)
{
    constexpr double read_and_written = 2.0;
    return memory_passes * read_and_written * static_cast<double>(bytes_per_value(precision));
}

PoissonRates rates_of(const PoissonReport& report)
{
    PoissonRates rates;
    if (report.seconds.empty()) {
        return rates;
    }
    const poisson::Problem& problem = report.poisson.problem;
    rates.median_seconds = median(report.seconds);
    rates.best_seconds = std::ranges::min(report.seconds);
    rates.points_per_second = static_cast<double>(poisson::points(problem)) / rates.median_seconds;
    rates.bytes_per_second =
        rates.points_per_second * bytes_per_point(problem.precision, report.memory_passes);
    if (report.ceiling.bytes_per_second > 0.0) {
        rates.percent_of_ceiling = 100.0 * rates.bytes_per_second / report.ceiling.bytes_per_second;
    }
    return rates;
}

double transform_flops(const poisson::Problem& problem, double seconds)
{
    return fft::flops({.lengths = {poisson::points(problem)}}) / seconds;
}

std::string status_text(PoissonStatus status)
{
    constexpr std::array words{"done", "diverged", "interrupted"};
    return words.at(static_cast<std::size_t>(status));
}

std::string conditioning_text(const poisson::Problem& problem,
                              const poisson::Conditioning& conditioning)
{
    return fmt::format(
        "lambda = {:.12g} is {:.3g} away from hitting the eigenvalue {:.12g} of the Laplacian on "
        "this grid (condition number {:.2g}), so that rounding decides much of the solution and "
        "of its residual: choose another lambda{}",
        problem.lambda, conditioning.distance, conditioning.eigenvalue + 0.0,
        conditioning.condition,
        problem.precision == Precision::fp32 ? ", or double precision" : "");
}

std::string digits_text(const poisson::Problem& problem, const poisson::Residual& residual)
{
    const double epsilon = problem.precision == Precision::fp32
                               ? std::numeric_limits<float>::epsilon()
                               : std::numeric_limits<double>::epsilon();
    const int all = poisson::digits_left(epsilon);
    std::string text;
    if (residual.forward_error && *residual.forward_error > std::sqrt(epsilon)) {
        text = fmt::format(
            "about {} of {} are left of the solution (rounding the right-hand side changes it by "
            "{:.2g} of its norm, because an eigenvalue of the operator is small)",
            poisson::digits_left(*residual.forward_error), all, *residual.forward_error);
    }
    if (residual.at_rounding_level() && residual.relative_l2 > little_left_of_f) {
        text += fmt::format(
            "{}about {} of {} are left of the equations (their residual is {:.2g} of the "
            "right-hand "
            "side, as rounding the solution explains, because cells are narrow or the solution is "
            "large beside it)",
            text.empty() ? "" : "; ", poisson::digits_left(residual.relative_l2), all,
            residual.relative_l2);
    }
    return text;
}

std::string report_json(const PoissonReport& report)
{
    const PoissonCase& poisson = report.poisson;
    Record json = record_of(report);
    json["source"] = field_json(poisson.source);
    json["exact"] = poisson.exact ? field_json(*poisson.exact) : Record(nullptr);
    if (report.coefficient) {
        json["coefficient"]["given"] = field_json(*poisson.coefficient);
    }
    return record_text(json, report.backend);
}

std::string summary_text(const PoissonReport& report)
{
    const poisson::Problem& problem = report.poisson.problem;
    const auto& conditioning = report.conditioning;
    Record facts = record_of(report);
    facts["problem"] = poisson::describe(problem);
    if (!report.ranks.places.empty()) {
        facts["machine"] = machine_text(report.ranks, report.where);
        facts["exchange"] = exchange_text(report.ranks);
    }
    if (report.bodies) {
        facts["bodies_words"] = bodies_words(report);
    }
    facts["repeated"] = report.seconds.size() > 1;
    facts["digits"] = digits_text(problem, report.residual);
    if (conditioning && conditioning->nearly_singular) {
        facts["conditioning_words"] = conditioning_text(problem, *conditioning);
    }
    return summary_of(facts);
}

void write_poisson_results(RunFolder* folder, const World* world, const PoissonOutcome& outcome)
{
    PoissonReport& report = outcome.report;
    const Case& the_case = report.the_case;
    const poisson::Problem& problem = report.poisson.problem;
    FinalResults results{
        .the_case = the_case,
        .texts = {},
        .write_report =
            [&](RunFolder& of_run) {
                report.run_time = run_time(of_run);
                of_run.add_text("report.json", report_json(report));
                of_run.add_text("summary.txt", summary_text(report));
            },
        .status = status_text(report.status),
        .description = {.grid = written_grid(report.poisson),
                        .metadata = metadata_of(the_case, "poisson"),
                        .encoding = the_case.output.encoding},
        .picture = {.grid = problem.grid,
                    .solid = report.bodies && the_case.output.picture
                                 ? LayerReader{outcome.fields.at("solid")}
                                 : LayerReader{},
                    .quantity = the_case.output.picture ? the_case.output.picture->field : "",
                    .details = cells_text(problem.grid, report.poisson.dimensions) + ", " +
                               casefile::operator_words.at(static_cast<std::size_t>(problem.op)),
                    .preferred = poisson_picture_axis},
        // The first values of each field are written: absent axes are the last ones, and nothing
        // changes along them.
        .blocks = poisson::blocks_of(problem.grid),
        .precision = written_precision(the_case),
        .planes_of = [&](const std::string& name) { return outcome.fields.at(name); },
        .own = outcome.own};
    results.description.metadata["problem"] = poisson::describe(problem);
    if (folder != nullptr) {
        results.texts = {{"case.resolved.yaml", resolved_yaml(the_case)}};
        if (outcome.surfaces) {
            results.texts.emplace_back("bodies.vtp", *outcome.surfaces);
        }
    }
    write_final_results(folder, world, results);
}

}  // namespace tobiuo
