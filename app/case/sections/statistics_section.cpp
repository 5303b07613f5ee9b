#include "app/case/sections/statistics_section.hpp"

#include <algorithm>
#include <cstddef>

#include "app/case/grid/box_grid_reader.hpp"
#include "app/case/yaml/bound_key.hpp"
#include "app/case/yaml/yaml_text.hpp"
#include "app/wording.hpp"

namespace tobiuo::casefile {
namespace {

const Table& statistics_table()
{
    static const Table table{
        .path = "statistics",
        .keys = {
            {.name = "axis",
             .summary = "The axis along which the profiles are; means are over the others",
             .required = true,
             .choices = {axis_words.begin(), axis_words.end()}},
            bound<StatisticsSection>(&StatisticsSection::from,
                                     {.name = "from",
                                      .summary = "The time of the first sample, when the flow no "
                                                 "longer knows how it began"}),
            bound<StatisticsSection>(&StatisticsSection::every,
                                     {.name = "every",
                                      .summary = "Steps between samples",
                                      .integers = {.least = 1, .most = 1'000'000'000}}),
            {.name = "reference",
             .summary = "A .csv file, relative to the case, with a column 'position' and some of "
                        "u, v, w, p, uu, vv, ww, uv, uw, vw, s, ss, us, vs, ws, which are drawn "
                        "beside the profiles",
             .pattern = {.expression = ".+[.]csv", .words = "a file whose name ends in .csv"}}}};
    return table;
}

}  // namespace

Key statistics_key()
{
    return section_key(statistics_table(),
                       "Means of velocity, pressure, scalar and their products along an axis");
}

std::optional<StatisticsSection> read_statistics(const Section& root, const CaseFolder& folder,
                                                 int dimensions)
{
    if (!root.has("statistics")) {
        return std::nullopt;
    }
    const Section section = root.section("statistics");
    section.finish();
    StatisticsSection statistics;
    read_bound(section, statistics);
    if (const auto word = section.given<std::string>("axis")) {
        statistics.axis =
            static_cast<int>(std::ranges::find(axis_words, *word) - axis_words.begin());
        if (statistics.axis >= dimensions) {
            section.report("axis", absent_sentence(*word, dimensions));
        }
    }
    statistics.reference = folder.given_file(section, "reference");
    statistics.reference_at = section.position_of("reference");
    return statistics;
}

std::string statistics_yaml(const std::optional<StatisticsSection>& statistics,
                            const std::filesystem::path& case_file)
{
    if (!statistics) {
        return {};
    }
    std::string yaml = "statistics:\n  axis: " +
                       std::string{axis_words.at(static_cast<std::size_t>(statistics->axis))} +
                       "\n" + bound_lines(statistics_table(), *statistics);
    if (statistics->reference) {
        yaml += "  reference: " + yaml_scalar(relative_to_case(*statistics->reference, case_file)) +
                "\n";
    }
    return yaml;
}

}  // namespace tobiuo::casefile
