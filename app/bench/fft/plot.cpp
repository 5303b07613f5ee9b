#include "app/bench/fft/plot.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "app/output/chart/chart_page.hpp"
#include "app/wording.hpp"

namespace tobiuo::fft_bench {
namespace {

struct Look {
    std::string_view library;
    std::string_view label;
    Rgb colour;  ///< from M. Okabe and K. Ito's palette, which colour-blind readers can tell apart
    Mark mark;
};

constexpr std::array looks{
    Look{"ours", "tobiuo", {.red = 213, .green = 94, .blue = 0}, Mark::disc},
    Look{"cufft", "cuFFT", {.red = 0, .green = 114, .blue = 178}, Mark::square},
    Look{"vkfft", "VkFFT", {.red = 0, .green = 158, .blue = 115}, Mark::diamond},
    Look{"fftw", "FFTW (host)", {.red = 90, .green = 90, .blue = 90}, Mark::ring}};

double points_of(const Json& row)
{
    double points = 1.0;
    for (const Json& length : row["lengths"]) {
        points *= length.get<double>();
    }
    return points;
}

/// The distinct sizes of `rows`, in the order of their points.
std::vector<std::string> sizes_of(std::vector<Json> rows)
{
    std::ranges::stable_sort(rows, {}, points_of);
    std::vector<std::string> sizes;
    for (const Json& row : rows) {
        if (std::ranges::find(sizes, row["size"].get<std::string>()) == sizes.end()) {
            sizes.push_back(row["size"]);
        }
    }
    return sizes;
}

Chart chart_of(const std::vector<Json>& rows)
{
    const auto sizes = sizes_of(rows);
    const auto word = [&](const char* key) { return rows.front()[key].get<std::string>(); };
    Chart chart{.title = fmt::format("{}, {} precision", word("kind"), word("precision")),
                .subtitle = fmt::format("{}, batch {}", word("placement"),
                                        rows.front()["batch"].get<std::int64_t>()),
                .x = {.label = "size",
                      .lower = -0.5,
                      .upper = static_cast<double>(sizes.size()) - 0.5,
                      .tick_text =
                          [sizes](double x) {
                              const double whole = std::round(x);
                              const bool at_size = std::abs(x - whole) < 1e-6 && whole >= 0.0 &&
                                                   whole < static_cast<double>(sizes.size());
                              return at_size ? sizes[static_cast<std::size_t>(whole)] : "";
                          }},
                .y = {.label = "speed [GFLOPS]", .lower = 0.0, .upper = {}, .tick_text = {}},
                .lines = {},
                .guides = {}};
    for (const Look& look : looks) {
        ChartLine line{.label = std::string{look.label},
                       .points = {},
                       .colour = look.colour,
                       .stroke = Stroke::solid,
                       .mark = look.mark};
        for (const Json& row : rows) {
            if (row["contestant"] == look.library) {
                const auto at =
                    std::ranges::find(sizes, row["size"].get<std::string>()) - sizes.begin();
                line.points.push_back({.x = static_cast<double>(at), .y = row["gflops"]});
            }
        }
        std::ranges::sort(line.points, {}, &ChartPoint::x);
        if (!line.points.empty()) {
            chart.lines.push_back(std::move(line));
        }
    }
    return chart;
}

}  // namespace

std::vector<Chart> charts_of(const std::vector<Json>& rows)
{
    std::vector<Chart> charts;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const fft::Kind kind : {fft::Kind::c2c, fft::Kind::r2c, fft::Kind::c2r}) {
            std::vector<Json> those;
            std::ranges::copy_if(rows, std::back_inserter(those), [&](const Json& row) {
                return row["kind"] == word_of(kind) && row["precision"] == word_of(precision);
            });
            if (!those.empty()) {
                charts.push_back(chart_of(those));
            }
        }
    }
    return charts;
}

std::string plot_png(const Machine& machine, const std::vector<Json>& rows,
                     const std::string& caption)
{
    const std::vector<Chart> charts = charts_of(rows);
    return page_png({.title = "Fourier transforms on " +
                              (machine.device.empty() ? machine.host : machine.device),
                     .caption = caption,
                     .panel_width = 900,
                     .panel_height = 560,
                     .columns = charts.size() > 4 ? 3 : 2},
                    charts);
}

}  // namespace tobiuo::fft_bench
