// SPDX-License-Identifier: BSD-3-Clause
#include "studies/memory/table.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tobiuo::memory_study {
namespace {

constexpr int label_width = 10;
constexpr int cell_width = 8;

bool in_table(const PublishedSeries& series, const Study& study)
{
    return std::ranges::any_of(study.xs, [&](double x) { return series.at(x).has_value(); });
}

std::string heading_of(const PublishedSeries& series)
{
    return series.output.empty() ? series.device : series.device + " " + series.output;
}

int width_of(const std::string& heading)
{
    return std::max(cell_width, static_cast<int>(heading.size()) + 2);
}

bool has_barriers(const Study& study)
{
    return std::ranges::any_of(study.forms,
                               [](const Form& form) { return form.barrier.value_or(false); });
}

}  // namespace

std::string binary_bytes_text(double bytes)
{
    constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    std::size_t unit = 0;
    while (bytes >= 1024.0 && unit + 1 < units.size()) {
        bytes /= 1024.0;
        ++unit;
    }
    return fmt::format("{:.4g} {}", bytes, units.at(unit));
}

std::string cell_of(double value)
{
    // Four digits, without "%.4g", which writes 12345 as 1.234e+04.
    const int decimals = value >= 1000.0 ? 0 : value >= 100.0 ? 1 : value >= 10.0 ? 2 : 3;
    return fmt::format("{:.{}f}", value, decimals);
}

std::string table_head(const Study& study)
{
    std::string text = fmt::format("\n{}: {}\n  {}\n", study.name, study.title, study.conditions);
    if (has_barriers(study)) {
        text += "  +b: a barrier after every element\n";
    }
    text += fmt::format("{:<{}}", study.x, label_width);
    for (const Form& form : study.forms) {
        text += fmt::format("{:>{}}", form.heading, width_of(form.heading));
    }
    bool first = true;
    for (const PublishedSeries& series : study.published) {
        if (in_table(series, study)) {
            text += first ? " |" : "";
            text += fmt::format("{:>{}}", heading_of(series), width_of(heading_of(series)));
            first = false;
        }
    }
    return text + fmt::format("  [{}]\n", unit_of(study.quantity));
}

std::string table_row(const Study& study, double x, const std::vector<std::string>& cells)
{
    std::string text = fmt::format("{:<{}}", study.row_label(x), label_width);
    for (std::size_t n = 0; n < study.forms.size(); ++n) {
        text += fmt::format("{:>{}}", n < cells.size() ? cells[n] : "-",
                            width_of(study.forms[n].heading));
    }
    bool first = true;
    for (const PublishedSeries& series : study.published) {
        if (in_table(series, study)) {
            const auto value = series.at(x);
            text += first ? " |" : "";
            text +=
                fmt::format("{:>{}}", value ? cell_of(*value) : "-", width_of(heading_of(series)));
            first = false;
        }
    }
    return text + "\n";
}

std::string table_foot(const Study& study)
{
    std::string text;
    for (const PublishedSeries& series : study.published) {
        for (const PublishedPoint& point : series.points) {
            if (!series.levels && std::ranges::find(study.xs, point.x) == study.xs.end()) {
                const std::string place = study.x == "bytes"
                                              ? study.row_label(point.x)
                                              : fmt::format("{:.0f} {}", point.x, study.x);
                text += fmt::format(
                    "  {}, {}{}: {} {} at {} ({:.0f} % of its peak)\n", series.paper, series.device,
                    series.barrier ? " with barriers" : "", cell_of(point.y),
                    unit_of(study.quantity), place, 100.0 * point.y / series.peak_gbps);
            }
        }
    }
    return text;
}

}  // namespace tobiuo::memory_study
