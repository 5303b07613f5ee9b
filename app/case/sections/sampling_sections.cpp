#include "app/case/sections/sampling_sections.hpp"

#include <algorithm>
#include <cstddef>

#include "app/case/grid/box_grid_reader.hpp"
#include "app/case/sections/picture_reader.hpp"
#include "app/case/yaml/bound_key.hpp"
#include "app/case/yaml/scalars.hpp"
#include "app/output/picture/plane.hpp"
#include "app/wording.hpp"

namespace tobiuo::casefile {
namespace {

const Table& probes_table()
{
    static const Table table{
        .path = "probes",
        .keys = {bound<ProbesSection>(&ProbesSection::every,
                                      {.name = "every",
                                       .summary = "Steps between rows of probes.csv",
                                       .integers = {.least = 1, .most = 1'000'000'000}}),
                 {.name = "points",
                  .summary = "Names, each with the place [x, y, z] of a point in the box",
                  .type = Type::list,
                  .required = true,
                  .element = Type::real,
                  .lengths = {.least = 1, .most = 3},
                  .named = true}}};
    return table;
}

/// The place of a point, whose bad numbers are reported.
std::array<double, 3> place_of(const Section& section, const std::string& name,
                               const std::vector<double>& given, const BoxGrid& box)
{
    const Node& node = section.node_of("points")->find(name)->value;
    std::array<double, 3> place{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        place.at(axis) = middle_of(box.grid.axes.at(axis));
    }
    if (given.size() != static_cast<std::size_t>(box.dimensions)) {
        section.report_at(node.at, "points." + name,
                          "expected a number for each axis of the case, " +
                              std::to_string(box.dimensions) + " (got " +
                              std::to_string(given.size()) + ")");
        return place;
    }
    for (std::size_t axis = 0; axis < given.size(); ++axis) {
        const std::string objection =
            place_objection(box.grid, static_cast<int>(axis), given[axis]);
        if (!objection.empty()) {
            section.report_at(node.items.at(axis).at, "points." + name, objection);
        }
        place.at(axis) = given[axis];
    }
    return place;
}

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

Key probes_key()
{
    return section_key(probes_table(), "Points at which velocity and pressure are written");
}

std::optional<ProbesSection> read_probes(const Section& root, const BoxGrid& box)
{
    if (!root.has("probes")) {
        return std::nullopt;
    }
    const Section section = root.section("probes");
    section.finish();
    ProbesSection probes;
    read_bound(section, probes);
    for (const auto& [name, given] : section.named<std::vector<double>>("points")) {
        probes.points.push_back({.name = name, .at = place_of(section, name, given, box)});
    }
    return probes;
}

std::string probes_yaml(const std::optional<ProbesSection>& probes, int dimensions)
{
    if (!probes) {
        return {};
    }
    std::string yaml = "probes:\n" + bound_lines(probes_table(), *probes) + "  points:\n";
    for (const Probe& probe : probes->points) {
        yaml += "    " + yaml_scalar(probe.name) + ": [";
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis) {
            yaml += (axis == 0 ? "" : ", ") + yaml_number(probe.at.at(axis));
        }
        yaml += "]\n";
    }
    return yaml;
}

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
