#include "app/studies/memory/plot.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "app/machine/host.hpp"
#include "app/output/chart/chart_page.hpp"

namespace tobiuo::memory_study {
namespace {

constexpr Rgb driver_grey{.red = 120, .green = 125, .blue = 135};
/// The colours of the papers' devices, in the order of the series.
constexpr std::array paper_colours{Rgb{.red = 0, .green = 0, .blue = 0},
                                   Rgb{.red = 213, .green = 94, .blue = 0}};
constexpr std::array paper_marks{Mark::diamond, Mark::square};

/// A colour for form `n` of `count` ordered ones: from dark to light, never too light.
Rgb ordered_colour(std::size_t n, std::size_t count)
{
    constexpr double lightest = 0.82;
    return viridis(count > 1 ? lightest * static_cast<double>(n) / static_cast<double>(count - 1)
                             : 0.25);
}

/// The scale of bandwidths: percent of a peak, or GB/s.
struct Bandwidth {
    double peak_gbps;

    [[nodiscard]] bool relative() const { return peak_gbps > 0.0; }
    [[nodiscard]] double of_machine(double gbps) const
    {
        return relative() ? 100.0 * gbps / peak_gbps : gbps;
    }
    [[nodiscard]] std::string label() const
    {
        return relative() ? "read + written [% of theoretical peak]" : "read + written [GB/s]";
    }
};

std::vector<ChartPoint> points_of(const std::vector<Point>& points, const auto& y_of)
{
    std::vector<ChartPoint> all;
    for (const Point& point : points) {
        all.push_back({.x = point.x, .y = y_of(point.measured.median)});
    }
    return all;
}

std::vector<ChartPoint> points_of(const PublishedSeries& series, const auto& y_of, double first_x)
{
    std::vector<ChartPoint> all;
    for (const PublishedPoint& point : series.points) {
        if (series.levels) {  // a stair: a level begins where the previous one ends
            all.push_back({.x = all.empty() ? first_x : all.back().x, .y = y_of(point.y)});
        }
        all.push_back({.x = point.x, .y = y_of(point.y)});
    }
    return all;
}

/// Adds the papers' series of `study`, as marks or, if they have many points or levels, as lines.
void add_published(Chart& chart, const Study& study, bool as_percent)
{
    const double first_x = study.xs.empty() ? 1.0 : study.xs.front();
    std::size_t n = 0;
    for (const PublishedSeries& series : study.published) {
        const auto y_of = [&](double y) { return as_percent ? 100.0 * y / series.peak_gbps : y; };
        const bool line = series.points.size() > 1;
        chart.lines.push_back(
            {.label = fmt::format("{}{} ({})", series.device, series.barrier ? ", barrier" : "",
                                  series.paper),
             .points = points_of(series, y_of, first_x),
             .colour = paper_colours.at(n % paper_colours.size()),
             .stroke = line ? Stroke::solid : Stroke::none,
             .mark = series.levels ? Mark::none : paper_marks.at(n % paper_marks.size()),
             .width = 2.5});
        ++n;
    }
}

/// The last result of that name: the one under the conditions that fill the device.
const Result* result_of(const std::vector<Result>& results, std::string_view name)
{
    const Result* found = nullptr;
    for (const Result& result : results) {
        const bool measured = std::ranges::any_of(
            result.points, [](const std::vector<Point>& points) { return !points.empty(); });
        if (result.study.name == name && measured) {
            found = &result;
        }
    }
    return found;
}

/// Adds the forms of a copy study: a colour for each element size, solid with a barrier, dashed
/// without.
void add_copies(Chart& chart, const Result& result, const Bandwidth& bandwidth,
                std::optional<int> Form::*number, std::string_view unit)
{
    const std::vector<Form>& forms = result.study.forms;
    const auto half = static_cast<std::size_t>(std::ranges::count(
        forms, std::optional{true}, [](const Form& form) { return form.barrier; }));
    const auto y_of = [&](double gbps) { return bandwidth.of_machine(gbps); };
    for (std::size_t n = 0; n < forms.size(); ++n) {
        const Form& form = forms[n];
        ChartLine line;
        line.points = points_of(result.points[n], y_of);
        if (form.method == "driver") {
            line.label = "driver's own copy";
            line.colour = driver_grey;
            line.stroke = Stroke::dotted;
        } else {
            const bool barrier = form.barrier.value_or(false);
            const int value = (form.*number).value_or(0);
            line.label = fmt::format("{} {}{}{}", value, unit,
                                     value == 1 || unit.ends_with("block") ? "" : "s",
                                     barrier ? ", barrier" : "");
            line.colour = ordered_colour(n % half, half);
            line.stroke = barrier ? Stroke::solid : Stroke::dashed;
            line.mark = barrier ? Mark::disc : Mark::ring;
        }
        chart.lines.push_back(std::move(line));
    }
}

ChartGuide l2_guide(const Machine& machine)
{
    return {.x = static_cast<double>(machine.l2_bytes),
            .label = "L2, " + binary_bytes_text(static_cast<double>(machine.l2_bytes))};
}

Chart size_chart(const Machine& machine, const Result& result)
{
    const Bandwidth bandwidth{machine.peak_gbps};
    Chart chart{.title = "Copy bandwidth against buffer size",
                .subtitle = result.study.conditions,
                .x = {.label = "source and target together",
                      .scale = Scale::powers_of_two,
                      .lower = {},
                      .upper = {},
                      .tick_text = binary_bytes_text},
                .y = {.label = bandwidth.label(), .lower = 0.0, .upper = {}, .tick_text = {}},
                .lines = {},
                .guides = {l2_guide(machine)}};
    add_copies(chart, result, bandwidth, &Form::streams, "stream");
    if (bandwidth.relative()) {
        add_published(chart, result.study, true);
    }
    return chart;
}

Chart threads_chart(const Machine& machine, const Result& result)
{
    const Bandwidth bandwidth{machine.peak_gbps};
    Chart chart{.title = "Copy bandwidth against threads",
                .subtitle = result.study.conditions + ", " +
                            binary_bytes_text(static_cast<double>(result.study.bytes(0))),
                .x = {.label = "threads in all",
                      .scale = Scale::powers_of_two,
                      .lower = {},
                      .upper = {},
                      .tick_text = {}},
                .y = {.label = bandwidth.label(), .lower = 0.0, .upper = {}, .tick_text = {}},
                .lines = {},
                .guides = {{.x = static_cast<double>(machine.threads), .label = "all at a time"}}};
    add_copies(chart, result, bandwidth, &Form::threads_per_block, "a block");
    if (bandwidth.relative()) {
        add_published(chart, result.study, true);
    }
    return chart;
}

Chart latency_chart(const Machine& machine, const Result& result)
{
    Chart chart{.title = "Latency of random access",
                .subtitle = "one block of 32 threads, each load waits for the one before",
                .x = {.label = "buffer",
                      .scale = Scale::powers_of_two,
                      .lower = {},
                      .upper = {},
                      .tick_text = binary_bytes_text},
                .y = {.label = "time of a load [ns]", .lower = 0.0, .upper = {}, .tick_text = {}},
                .lines = {},
                .guides = {l2_guide(machine)}};
    const auto y_of = [](double ns) { return ns; };
    const std::vector<Form>& forms = result.study.forms;
    for (std::size_t n = 0; n < forms.size(); ++n) {
        chart.lines.push_back(
            {.label =
                 fmt::format("{}, {}", machine.name,
                             forms[n].lines_per_step == 1 ? "one line a step" : "32 lines a step"),
             .points = points_of(result.points[n], y_of),
             .colour = ordered_colour(n + 1, forms.size() + 2),
             .stroke = Stroke::solid,
             .mark = n == 0 ? Mark::disc : Mark::ring});
    }
    add_published(chart, result.study, false);
    return chart;
}

Chart streams_chart(const Machine& machine, const Result& result)
{
    const Bandwidth bandwidth{machine.peak_gbps};
    Chart chart{
        .title = "Copy bandwidth of many streams",
        .subtitle = fmt::format("64 threads a block, no barrier, {} in all",
                                binary_bytes_text(static_cast<double>(result.study.bytes(0)))),
        .x = {.label = "streams",
              .scale = Scale::powers_of_two,
              .lower = {},
              .upper = {},
              .tick_text = {}},
        .y = {.label = bandwidth.label(), .lower = 0.0, .upper = {}, .tick_text = {}},
        .lines = {},
        .guides = {}};
    const auto y_of = [&](double gbps) { return bandwidth.of_machine(gbps); };
    const std::vector<Form>& forms = result.study.forms;
    for (std::size_t n = 0; n < forms.size(); ++n) {
        chart.lines.push_back({.label = fmt::format("{}, {} B an element", machine.name,
                                                    forms[n].element_bytes.value_or(0)),
                               .points = points_of(result.points[n], y_of),
                               .colour = ordered_colour(n + 1, forms.size() + 2),
                               .stroke = Stroke::solid,
                               .mark = n == 0 ? Mark::disc : Mark::ring});
    }
    if (bandwidth.relative()) {
        add_published(chart, result.study, true);
    }
    return chart;
}

/// The meaning of percent: "100 % is 4917 GB/s on NVIDIA H200, 141.7 on GTX 280, 86.4 on 8800 GTX";
/// empty without a peak.
std::string meaning_of_percent(const Machine& machine, const std::vector<Result>& results)
{
    if (machine.peak_gbps <= 0.0) {
        return {};
    }
    std::vector<std::pair<std::string, double>> peaks;
    for (const Result& result : results) {
        for (const PublishedSeries& series : result.study.published) {
            if (std::ranges::find(peaks, series.device,
                                  [](const auto& peak) { return peak.first; }) == peaks.end()) {
                peaks.emplace_back(series.device, series.peak_gbps);
            }
        }
    }
    std::ranges::sort(peaks, std::ranges::greater{}, [](const auto& peak) { return peak.second; });
    std::string text = fmt::format("100 % is {:.0f} GB/s on {}", machine.peak_gbps, machine.name);
    for (const auto& [device, peak] : peaks) {
        text += fmt::format(", {} on {}", peak, device);
    }
    return text;
}

}  // namespace

std::vector<Chart> charts_of(const Machine& machine, const std::vector<Result>& results)
{
    std::vector<Chart> charts;
    const std::array<std::pair<std::string_view, Chart (*)(const Machine&, const Result&)>, 4>
        panels{{{"copy-size", size_chart},
                {"copy-threads", threads_chart},
                {"latency", latency_chart},
                {"streams", streams_chart}}};
    for (const auto& [name, make] : panels) {
        if (const Result* result = result_of(results, name)) {
            charts.push_back(make(machine, *result));
        }
    }
    return charts;
}

std::string plot_png(const Machine& machine, const std::vector<Result>& results,
                     const std::string& caption)
{
    const std::string percent = meaning_of_percent(machine, results);
    return page_png({.title = "Memory of " + machine.name,
                     .caption = percent.empty() ? caption : percent + ";  " + caption,
                     .panel_width = 1000,
                     .panel_height = 720},
                    charts_of(machine, results));
}

}  // namespace tobiuo::memory_study
