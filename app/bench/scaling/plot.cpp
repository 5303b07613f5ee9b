#include "app/bench/scaling/plot.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <utility>

#include "app/errors.hpp"
#include "app/output/chart/chart_page.hpp"
#include "app/output/option_file.hpp"

namespace tobiuo::scaling_bench {
namespace {

using bench::Json;

// From M. Okabe and K. Ito's palette, which colour-blind readers can tell apart.
constexpr std::array method_colours{Rgb{.red = 0, .green = 114, .blue = 178},
                                    Rgb{.red = 213, .green = 94, .blue = 0}};
constexpr Rgb measured_colour{.red = 0, .green = 0, .blue = 0};
constexpr Rgb ideal_colour{.red = 120, .green = 125, .blue = 135};

/// Whether a row or a curve is of a problem, but for its shape, which grows with the ranks of a weak
/// job.
bool is_of(const Json& one, const Json& problem)
{
    for (const char* key : {"job", "scaling", "variant", "precision", "backend"}) {
        if (one.at(key) != problem.at(key)) {
            return false;
        }
    }
    return problem.at("scaling") == "weak" || one.at("shape") == problem.at("shape");
}

/// A curve of the problem that is drawn for each kind of job.
std::vector<Json> drawn_problems(const Json& curves)
{
    std::vector<Json> problems;
    for (const Json& curve : curves) {
        const auto same = std::ranges::find_if(problems, [&](const Json& one) {
            return one.at("job") == curve.at("job") && one.at("scaling") == curve.at("scaling");
        });
        if (same == problems.end()) {
            problems.push_back(curve);
        } else if (curve.at("precision") == "double" || same->at("precision") != "double") {
            *same = curve;
        }
    }
    return problems;
}

ChartLine line_of(const Json& curve, const char* figure, std::string label, Rgb colour)
{
    ChartLine line{.label = std::move(label), .points = {}, .colour = colour};
    for (std::size_t at = 0; at < curve.at("ranks").size(); ++at) {
        const double value = curve.at(figure).at(at).get<double>();
        if (value > 0) {  // one rank exchanges nothing
            line.points.push_back({.x = curve.at("ranks").at(at).get<double>(), .y = value});
        }
    }
    return line;
}

/// What it would take if nothing but the work counted.
ChartLine ideal_line(const Json& curve)
{
    ChartLine line{.label = "ideal",
                   .points = {},
                   .colour = ideal_colour,
                   .stroke = Stroke::dotted,
                   .width = 2.0};
    const double one_rank = curve.at("ms").at(0).get<double>();
    for (const Json& ranks : curve.at("ranks")) {
        const double share = curve.at("scaling") == "weak" ? 1.0 : ranks.get<double>();
        line.points.push_back({.x = ranks.get<double>(), .y = one_rank / share});
    }
    return line;
}

ChartLine measured_line(const Json& rows, const Json& problem)
{
    ChartLine line{.label = "measured",
                   .points = {},
                   .colour = measured_colour,
                   .stroke = Stroke::none,
                   .mark = Mark::disc};
    for (const Json& row : rows) {
        if (is_of(row, problem)) {
            line.points.push_back(
                {.x = row.at("ranks").get<double>(), .y = row.at("ms").get<double>()});
        }
    }
    return line;
}

ChartAxis axis_of(const char* label, Scale scale)
{
    return {.label = label, .scale = scale, .lower = {}, .upper = {}, .tick_text = {}};
}

Chart chart_of(const Json& file, const Json& problem)
{
    const auto word = [&](const char* key) { return problem.at(key).get<std::string>(); };
    Chart chart{.title = fmt::format("{}, {}", word("job"), word("scaling")),
                .subtitle = fmt::format("{}{}, {}, {} precision", word("shape"),
                                        word("scaling") == "weak" ? " a rank" : "", word("variant"),
                                        word("precision")),
                .x = axis_of("ranks", Scale::powers_of_two),
                .y = axis_of("time [ms]", Scale::powers_of_ten),
                .lines = {ideal_line(problem)},
                .guides = {}};
    std::size_t way = 0;
    for (const Json& curve : file.at("curves")) {
        if (!is_of(curve, problem)) {
            continue;
        }
        const Rgb colour = method_colours.at(way++ % method_colours.size());
        const auto method = curve.at("method").get<std::string>();
        chart.lines.push_back(line_of(curve, "ms", method + ", predicted", colour));
        ChartLine messages = line_of(curve, "exchange_ms", method + ", messages alone", colour);
        messages.stroke = Stroke::dashed;
        messages.width = 2.0;
        chart.lines.push_back(std::move(messages));
    }
    chart.lines.push_back(measured_line(file.at("rows"), problem));
    return chart;
}

InputError no_such_file(const std::filesystem::path& path, const std::string& reason)
{
    return InputError{
        {.source = path.string(), .line = 0, .column = 0},
        "is not what tobiuo bench scaling --json writes (" + reason + "): give one of its files"};
}

Json read_file(const std::filesystem::path& path)
{
    std::ifstream stream{path, std::ios::binary};
    if (!stream) {
        throw no_such_file(path, "it cannot be read");
    }
    Json file = Json::parse(stream, nullptr, false);
    if (file.is_discarded() || !file.is_object() ||
        file.value("schema", "") != "tobiuo-bench-scaling-1") {
        throw no_such_file(path, "it has another schema");
    }
    return file;
}

}  // namespace

std::vector<Chart> scaling_charts(const Json& file)
{
    std::vector<Chart> charts;
    for (const Json& problem : drawn_problems(file.at("curves"))) {
        charts.push_back(chart_of(file, problem));
    }
    return charts;
}

void plot_scaling(const std::filesystem::path& json, const std::filesystem::path& png)
{
    const OptionFile picture{png, "--plot"};
    const Json file = read_file(json);
    try {
        const std::vector<Chart> charts = scaling_charts(file);
        if (charts.empty()) {
            throw no_such_file(json, "it has no curves, for which one rank needs --link");
        }
        const Json& device = file.at("device");
        picture.write(page_png(
            {.title = "Ranks, each " + (device.is_null() ? file.at("host").get<std::string>()
                                                         : device.get<std::string>()),
             .caption = fmt::format("tobiuo {}, {}", file.at("git").get<std::string>(),
                                    file.at("date").get<std::string>()),
             .panel_width = 900,
             .panel_height = 560},
            charts));
    } catch (const nlohmann::json::exception& error) {
        throw no_such_file(json, error.what());
    }
}

}  // namespace tobiuo::scaling_bench
