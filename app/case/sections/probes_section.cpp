#include "app/case/sections/probes_section.hpp"

#include <cstddef>

#include "app/case/sections/picture_reader.hpp"
#include "app/case/yaml/bound_key.hpp"
#include "app/case/yaml/yaml_text.hpp"
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

}  // namespace tobiuo::casefile
