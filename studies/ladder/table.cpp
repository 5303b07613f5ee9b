// SPDX-License-Identifier: BSD-3-Clause
#include "studies/ladder/table.hpp"

#include <spdlog/fmt/fmt.h>

namespace tobiuo::ladder {
namespace {

constexpr int name_width = 43;

std::string number_or_dash(std::optional<double> value, int decimals)
{
    return value ? fmt::format("{:.{}f}", *value, decimals) : "-";
}

std::optional<double> ratio(std::optional<double> value, std::optional<double> base)
{
    return value && base ? std::optional{*value / *base} : std::nullopt;
}

}  // namespace

std::vector<PublishedSeries> published_columns()
{
    return published_about("ladder");
}

std::string table_head(const std::string& size, const std::string& device,
                       const std::vector<PublishedSeries>& published)
{
    std::string papers;
    std::string columns;
    for (const PublishedSeries& series : published) {
        papers += fmt::format(" | {:>17}", series.device);
        columns += fmt::format(" | {:>8} {:>8}", "GFLOPS", "x base");
    }
    return fmt::format(
        "\nsize {} on {}{}\n{:<{}} {:>8} {:>8} {:>8}{}\n{:<{}} {:>8} {:>8} {:>8}{}\n", size, device,
        published.empty() ? "" : ", beside " + published.front().paper + ", size M", "",
        name_width + 3, "", "", "", papers, "step", name_width + 3, "GFLOPS", "percent", "x base",
        columns);
}

std::string table_row(const Result& result, std::optional<double> base_gflops,
                      const std::vector<PublishedSeries>& published)
{
    const std::optional<double> ours = result.figure("gflops");
    std::string row = fmt::format("{:>2} {:<{}} {:>8} {:>8} {:>8}", result.step.number,
                                  result.step.name, name_width, number_or_dash(ours, 1),
                                  number_or_dash(result.figure("percent_of_ceiling"), 1),
                                  number_or_dash(ratio(ours, base_gflops), 2));
    for (const PublishedSeries& series : published) {
        const std::optional<double> theirs = series.at(result.step.number);
        row += fmt::format(" | {:>8} {:>8}", number_or_dash(theirs, 1),
                           number_or_dash(ratio(theirs, series.at(base_step)), 2));
    }
    return row + "\n";
}

std::string table_foot()
{
    return "percent: of the bandwidth that 13 arrays read and 1 written reach, measured between "
           "the\n"
           "repetitions. Step 1 is another program of the base's description. Steps 10, 11 and 12\n"
           "are alternatives on top of step 9.\n";
}

}  // namespace tobiuo::ladder
