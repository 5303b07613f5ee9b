#include "app/output/report/poisson_results.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/machine/host.hpp"
#include "app/machine/version.hpp"
#include "app/output/field/write_fields.hpp"
#include "app/output/html/report_page.hpp"
#include "app/output/picture/plane.hpp"
#include "app/output/report/result_files.hpp"
#include "app/ranks/rank_planes.hpp"
#include "solvers/grid.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {
namespace {

std::string line(std::string_view what, const std::string& value)
{
    return fmt::format("  {:<14} {}\n", what, value);
}

std::string link_words(const PoissonReport& report, double seconds)
{
    const LinkFigures figures = figures_of(*report.link, seconds);
    return fmt::format(
        "{:.4g} GB/s each way, {:.1f} % of both directions at once ({:.4g} GB/s); {:.0f} % "
        "overlap; {:.4g} GFLOPS as of one transform",
        figures.bytes_per_second_each_way * 1e-9, figures.percent_of_both,
        report.link->limit.both * 1e-9, figures.overlap_percent,
        transform_flops(report.poisson.problem, seconds) * 1e-9);
}

std::string time_lines(const PoissonReport& report)
{
    const PoissonRates rates = rates_of(report);
    const double bytes = bytes_per_point(report.poisson.problem.precision, report.memory_passes);
    std::string time = fmt::format("{:.4g} ms", rates.median_seconds * 1e3);
    if (report.seconds.size() > 1) {
        time = fmt::format("{:.4g} ms median, {:.4g} ms best of {}", rates.median_seconds * 1e3,
                           rates.best_seconds * 1e3, report.seconds.size());
    }
    std::string rate =
        fmt::format("{:.4g} Mpoints/s, {:.4g} GB/s nominal ({:.0f} bytes a point)",
                    rates.points_per_second * 1e-6, rates.bytes_per_second * 1e-9, bytes);
    if (rates.percent_of_ceiling) {
        rate +=
            fmt::format(", {:.1f} % of the ceiling of {}", *rates.percent_of_ceiling, report.mix);
    }
    return line("solve", time) + line("rate", rate) +
           line("setup", fmt::format("{:.3g} s", report.setup_seconds)) +
           (report.link ? line("link", link_words(report, rates.median_seconds)) : "") +
           (report.device_bytes ? line("device memory", bytes_text(report.device_bytes)) : "");
}

/// The part of |f| that is missing in the equations, from which on less than one of their digits is
/// left.
constexpr double little_left_of_f = 0.1;

std::string residual_line(const poisson::Residual& residual, bool nearly_singular)
{
    if (!std::isfinite(residual.norms.l2)) {
        return line("residual", "not finite");
    }
    return line("residual",
                fmt::format("{:.3e} l2, {:.3e} max; {:.3e} of |f|, {}", residual.norms.l2,
                            residual.norms.max, residual.relative_l2,
                            !residual.at_rounding_level() ? "ABOVE rounding level"
                            : nearly_singular ? "at rounding level of a nearly singular operator"
                                              : "at rounding level"));
}

std::string balance_line(const Balance& balance)
{
    if (!std::isfinite(balance.removed_mean)) {
        return line("removed mean", "not finite");
    }
    return line("removed mean", fmt::format("{:.3e}, {:.3e} of |f|; the solution has zero mean",
                                            balance.removed_mean, balance.relative));
}

std::string error_line(const ErrorCheck& error)
{
    if (!std::isfinite(error.norms.l2)) {
        return line("error", "not finite");
    }
    return line("error",
                fmt::format("{:.4e} l2, {:.4e} max; {:.3e} and {:.3e} of |exact|{}", error.norms.l2,
                            error.norms.max, error.relative_l2, error.relative_max,
                            error.means_removed ? ", both with zero mean" : ""));
}

std::string order_line(const ObservedOrder& order)
{
    if (!order.value) {
        return line("observed order", "none: " + order.skipped);
    }
    return line("observed order",
                fmt::format("{:.2f}, {} {} (l2 error {:.4e} on {} cells)", *order.value,
                            order.doubt.empty() ? "expected" : "NOT the expected", order.expected,
                            order.l2, fmt::join(order.cells, "x")));
}

ImageDescription describe(const PoissonReport& report)
{
    return {.grid = written_grid(report.poisson),
            .time = 0.0,
            .metadata = {{"case", report.the_case.name},
                         {"solver", "poisson"},
                         {"problem", poisson::describe(report.poisson.problem)},
                         {"program", "tobiuo " + std::string{version().number} + " (" +
                                         std::string{version().revision} + ")"}},
            .encoding = report.the_case.output.encoding};
}

/// The fields to write. The first values of each are written: absent axes are the last ones, and
/// nothing changes along them.
std::vector<Field> fields_to_write(const PoissonOutcome& outcome)
{
    const poisson::Problem& problem = outcome.report.poisson.problem;
    std::vector<Field> fields;
    for (const std::string& name : outcome.report.the_case.output.fields) {
        fields.push_back({.name = name,
                          .values = StreamedValues{.read = outcome.fields.at(name),
                                                   .blocks = poisson::blocks_of(problem.grid),
                                                   .precision = problem.precision}});
    }
    return fields;
}

std::string cells_text(const PoissonCase& poisson)
{
    std::string text;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(poisson.dimensions); ++axis) {
        text += (axis == 0 ? "" : " x ") + std::to_string(poisson.problem.grid.axes.at(axis).cells);
    }
    return text + " cells";
}

/// `read` reads planes of the field of the picture.
void add_picture(RunFolder& folder, const PoissonOutcome& outcome, const poisson::PlaneReader& read)
{
    const PoissonReport& report = outcome.report;
    const poisson::Problem& problem = report.poisson.problem;
    if (const auto& picture = report.the_case.output.picture) {
        const auto op = static_cast<std::size_t>(problem.op);
        add_picture(folder, report.the_case,
                    {.grid = problem.grid,
                     .read = read,
                     .quantity = picture->field,
                     .details = cells_text(report.poisson) + ", " + casefile::operator_words.at(op),
                     .preferred = poisson_picture_axis});
    }
}

/// Reads planes of the field of the picture; none without a picture.
poisson::PlaneReader picture_planes(const PoissonOutcome& outcome)
{
    const auto& picture = outcome.report.the_case.output.picture;
    return picture ? outcome.fields.at(picture->field) : poisson::PlaneReader{};
}

/// The picture, for which rank 0 reads the planes of all ranks.
void add_picture_on_ranks(RunFolder* folder, const World& world, const PoissonOutcome& outcome)
{
    const poisson::PlaneBlocks blocks = poisson::blocks_of(outcome.report.poisson.problem.grid);
    RemotePlanes planes{world, outcome.own, blocks.values, {picture_planes(outcome)}};
    if (folder == nullptr) {
        planes.serve();
    } else {
        add_picture(*folder, outcome, planes.reader(0));
        planes.end();
    }
}

}  // namespace

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

std::string summary_text(const PoissonReport& report)
{
    std::string text =
        report.the_case.name + ": " + poisson::describe(report.poisson.problem) + "\n";
    if (!report.ranks.places.empty()) {
        text += line("machine", machine_text(report.ranks, report.where));
        text += line("exchange", exchange_text(report.ranks));
    }
    text +=
        time_lines(report) +
        residual_line(report.residual, report.conditioning && report.conditioning->nearly_singular);
    if (const auto digits = digits_text(report.poisson.problem, report.residual); !digits.empty()) {
        text += line("digits", digits);
    }
    if (report.balance) {
        text += balance_line(*report.balance);
    }
    if (report.error) {
        text += error_line(*report.error);
    }
    if (report.order) {
        text += order_line(*report.order);
    }
    if (report.contradiction) {
        text += line("mismatch", *report.contradiction);
    }
    if (report.caveat) {
        text += line("accuracy", *report.caveat);
    }
    if (report.conditioning && report.conditioning->nearly_singular) {
        text +=
            line("conditioning", conditioning_text(report.poisson.problem, *report.conditioning));
    }
    return text;
}

void write_poisson_results(RunFolder* folder, const World* world, const PoissonOutcome& outcome)
{
    const PoissonReport& report = outcome.report;
    const ImageDescription description = describe(report);
    const std::string fields = fields_name(description.grid, world);
    if (folder != nullptr) {
        folder->add_text("case.resolved.yaml", resolved_yaml(report.the_case));
        folder->add_text("report.json", report_json(report));
        folder->add_text("summary.txt", summary_text(report));
    }
    if (world == nullptr) {
        add_picture(*folder, outcome, picture_planes(outcome));
        folder->add(fields, [&](const std::filesystem::path& path) {
            write_fields(path, description, fields_to_write(outcome));
        });
    } else {
        add_picture_on_ranks(folder, *world, outcome);
        write_pieces(folder, *world, description, outcome.own, fields_to_write(outcome));
    }
    if (folder != nullptr) {
        folder->add_text("results.pvd", pvd_text(fields, 0.0));
        add_report_page(*folder);
        folder->finish(status_text(report.status));
    }
}

}  // namespace tobiuo
