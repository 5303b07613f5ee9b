#include "app/output/report/poisson_report.hpp"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <variant>

#include "app/case/yaml/keys.hpp"
#include "app/json_text.hpp"
#include "app/machine/host.hpp"
#include "app/machine/version.hpp"
#include "app/output/report/machine_json.hpp"
#include "app/output/run_folder.hpp"
#include "app/wording.hpp"
#include "kernels/fft/problem.hpp"
#include "runtime/median.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

constexpr double giga = 1e-9;
/// The most times of single solves in a report, so that it stays readable.
constexpr std::size_t most_times = 1000;

template <typename Enumeration>
const std::string& word_of(Enumeration value, const std::vector<std::string>& words)
{
    return words.at(static_cast<std::size_t>(value));
}

Json grid_json(const PoissonCase& poisson)
{
    const Grid& grid = poisson.problem.grid;
    Json json;
    for (int axis = 0; axis < poisson.dimensions; ++axis) {
        const Axis& one = grid.axes.at(static_cast<std::size_t>(axis));
        json["cells"].push_back(one.cells);
        json["lower"].push_back(one.lower);
        json["upper"].push_back(one.upper);
        json["spacing"].push_back(one.spacing());
    }
    const auto stretched = poisson::stretched_axis(poisson.problem);
    json["stretched"] = stretched
                            ? Json(casefile::axis_words.at(static_cast<std::size_t>(*stretched)))
                            : Json(nullptr);
    json["location"] = word_of(grid.location, casefile::location_words);
    json["values"] = shape_of(written_grid(poisson)).values();
    json["unknowns"] = poisson::points(poisson.problem);
    return json;
}

Json end_json(poisson::Condition condition, const FieldExpression& value)
{
    const bool periodic = condition == poisson::Condition::periodic;
    return {{"condition", word_of(condition, casefile::condition_words)},
            {"value", periodic ? Json(nullptr) : Json(value.text)}};
}

Json boundary_json(const PoissonCase& poisson)
{
    Json json;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(poisson.dimensions); ++axis) {
        const poisson::Sides& sides = poisson.problem.sides.at(axis);
        const auto& values = poisson.boundary.at(axis);
        json[std::string{casefile::axis_words.at(axis)}] = {
            {"lower", end_json(sides.lower, values[0])},
            {"upper", end_json(sides.upper, values[1])}};
    }
    return json;
}

Json field_json(const FieldSource& source)
{
    if (const auto* file = std::get_if<FieldFile>(&source)) {
        return {{"kind", "file"},
                {"file", file->path.filename().string()},
                {"field", file->field},
                {"sha256", sha256_of_file(file->path)}};
    }
    return {{"kind", "expression"}, {"text", std::get<FieldExpression>(source).text}};
}

Json run_json(const PoissonReport& report)
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
            {"percent_of_ceiling",
             rates.percent_of_ceiling ? Json(*rates.percent_of_ceiling) : Json(nullptr)}};
}

Json link_json(const PoissonReport& report)
{
    if (!report.link) {
        return nullptr;
    }
    const LinkUse& use = *report.link;
    Json json{{"bytes_each_way", use.bytes_each_way},
              {"to_device_gbps", use.limit.to_device * giga},
              {"from_device_gbps", use.limit.from_device * giga},
              {"both_gbps", use.limit.both * giga},
              {"lock_seconds", use.lock_seconds},
              {"not_locked", use.not_locked.empty() ? Json(nullptr) : Json(use.not_locked)}};
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

Json residual_json(const poisson::Residual& residual)
{
    return {
        {"l2", residual.norms.l2},
        {"max", residual.norms.max},
        {"relative_l2", residual.relative_l2},
        {"relative_max", residual.relative_max},
        {"backward_error", residual.backward_error},
        {"rounding_level", residual.rounding_level},
        {"explained_l2", residual.explained_l2},
        {"balance_error", residual.balance_error},
        {"balance_level", residual.balance_level},
        {"forward_error", residual.forward_error ? Json(*residual.forward_error) : Json(nullptr)},
        {"at_rounding_level", residual.at_rounding_level()}};
}

Json conditioning_json(const std::optional<poisson::Conditioning>& conditioning)
{
    if (!conditioning) {
        return nullptr;
    }
    return {{"nearest_eigenvalue", conditioning->eigenvalue},
            {"distance", conditioning->distance},
            {"condition", conditioning->condition},
            {"nearly_singular", conditioning->nearly_singular}};
}

Json balance_json(const std::optional<Balance>& balance)
{
    if (!balance) {
        return nullptr;
    }
    return {{"removed_mean", balance->removed_mean},
            {"relative", balance->relative},
            {"missing_flux", balance->missing_flux},
            {"balanced", balance->balanced}};
}

Json error_json(const std::optional<ErrorCheck>& error)
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

Json order_json(const std::optional<ObservedOrder>& order)
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
            {"doubt", order->doubt.empty() ? Json(nullptr) : Json(order->doubt)}};
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
    switch (status) {
        case PoissonStatus::done:
            return "done";
        case PoissonStatus::diverged:
            return "diverged";
        case PoissonStatus::interrupted:
            return "interrupted";
    }
    return "unknown";
}

std::string report_json(const PoissonReport& report)
{
    const PoissonCase& poisson = report.poisson;
    Json json;
    json["schema"] = "tobiuo-report-1";
    json["name"] = report.the_case.name;
    json["case"] = report.the_case.file.string();
    json["solver"] = "poisson";
    json["status"] = status_text(report.status);
    json["exit_code"] = report.exit_code;
    json["started"] = report.started;
    json["finished"] = utc_now();
    json["grid"] = grid_json(poisson);
    json["boundary"] = boundary_json(poisson);
    json["source"] = field_json(poisson.source);
    json["exact"] = poisson.exact ? field_json(*poisson.exact) : Json(nullptr);
    json["operator"] = word_of(poisson.problem.op, casefile::operator_words);
    json["precision"] = word_of(poisson.problem.precision, casefile::precision_words);
    json["lambda"] = poisson.problem.lambda;
    json["backend"] = word_of(report.backend);
    json["device"] = report.where;
    json["ranks"] = ranks_json(report.ranks);
    json["backend_reason"] = report.reason;
    json["device_bytes"] = report.device_bytes ? Json(*report.device_bytes) : Json(nullptr);
    json["plan"] = report.plan;
    json["setup_seconds"] = report.setup_seconds;
    json["run"] = run_json(report);
    json["link"] = link_json(report);
    json["ceiling"] =
        ceiling_json(report.ceiling, report.mix, report.ceiling_date, report.ceiling_kept);
    json["residual"] = residual_json(report.residual);
    json["conditioning"] = conditioning_json(report.conditioning);
    json["null_space"] = balance_json(report.balance);
    json["error"] = error_json(report.error);
    json["order"] = order_json(report.order);
    json["caveat"] = report.caveat ? Json(*report.caveat) : Json(nullptr);
    json["contradiction"] = report.contradiction ? Json(*report.contradiction) : Json(nullptr);
    json["versions"] = Json::parse(versions_json(report.backend));
    return json_text(json) + "\n";
}

}  // namespace tobiuo
