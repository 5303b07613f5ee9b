#include "app/output/report/flow_profiles.hpp"

#include <spdlog/fmt/fmt.h>

#include <cmath>
#include <cstddef>
#include <utility>

#include "app/output/chart/chart_page.hpp"

namespace tobiuo {
namespace {

/// From M. Okabe and K. Ito's palette, which colour-blind readers can tell apart.
constexpr std::array component_colours{Rgb{.red = 213, .green = 94, .blue = 0},
                                       Rgb{.red = 0, .green = 114, .blue = 178},
                                       Rgb{.red = 0, .green = 158, .blue = 115}};

/// Neighbouring columns that are drawn in one chart.
struct Panel {
    std::string_view title;
    std::size_t first;
    std::size_t count;
};
constexpr std::array panels{Panel{"mean velocity", 0, 3}, Panel{"mean pressure", 3, 1},
                            Panel{"normal stresses", 4, 3}, Panel{"shear stresses", 7, 3}};

ChartLine line_of(const FlowProfiles& profiles, const Panel& panel, std::size_t n)
{
    ChartLine line{.label = std::string{profile_names.at(panel.first + n)},
                   .points = {},
                   .colour = component_colours.at(n)};
    const std::vector<double>& values = profiles.columns.at(panel.first + n);
    for (std::size_t at = 0; at < values.size(); ++at) {
        if (std::isfinite(values[at])) {
            line.points.push_back({.x = profiles.position[at], .y = values[at]});
        }
    }
    return line;
}

Chart chart_of(const FlowProfiles& profiles, const FlowProfiles& reference, const Panel& panel,
               const std::string& axis)
{
    Chart chart{.title = std::string{panel.title},
                .subtitle = {},
                .x = {.label = axis, .lower = {}, .upper = {}, .tick_text = {}},
                .y = {.label = {}, .lower = {}, .upper = {}, .tick_text = {}},
                .lines = {},
                .guides = {}};
    for (std::size_t n = 0; n < panel.count; ++n) {
        chart.lines.push_back(line_of(profiles, panel, n));
    }
    for (std::size_t n = 0; n < panel.count; ++n) {
        ChartLine line = line_of(reference, panel, n);
        if (!line.points.empty()) {
            line.label += ", reference";
            line.stroke = Stroke::none;
            line.mark = Mark::ring;
            chart.lines.push_back(std::move(line));
        }
    }
    return chart;
}

}  // namespace

std::string profiles_csv(const FlowProfiles& profiles)
{
    std::string text = "position";
    for (std::size_t column = 0; column < profile_names.size(); ++column) {
        if (!profiles.columns.at(column).empty()) {
            text += fmt::format(",{}", profile_names.at(column));
        }
    }
    text += "\n";
    for (std::size_t at = 0; at < profiles.position.size(); ++at) {
        text += fmt::format("{}", profiles.position[at]);
        for (const std::vector<double>& column : profiles.columns) {
            if (!column.empty()) {
                text += std::isfinite(column[at]) ? fmt::format(",{}", column[at]) : ",";
            }
        }
        text += "\n";
    }
    return text;
}

std::string profiles_png(const FlowProfiles& profiles, const FlowProfiles& reference,
                         const ProfilesText& text)
{
    std::vector<Chart> charts;
    for (const Panel& panel : panels) {
        charts.push_back(chart_of(profiles, reference, panel, text.axis));
    }
    return page_png({.title = text.name,
                     .caption = text.details,
                     .panel_width = 760,
                     .panel_height = 480,
                     .columns = 2},
                    charts);
}

}  // namespace tobiuo
