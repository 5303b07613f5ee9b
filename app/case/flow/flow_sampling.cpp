// The sections `statistics` and `probes` of a flow: where and how often it is sampled.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/case/flow/flow_sections.hpp"
#include "app/case/sections/picture_section.hpp"
#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/output/picture/plane.hpp"

namespace tobiuo::casefile {
namespace {

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

std::string points_yaml(const Key& /*key*/, const ProbesSection& probes, const Context& context)
{
    return named_yaml(2, probes.points, [&](const Probe& probe) {
        const std::vector<double> place{probe.at.begin(), probe.at.begin() + context.dimensions};
        return Codec<std::vector<double>>::yaml({}, place, context);
    });
}

}  // namespace

Key statistics_key()
{
    using Statistics = StatisticsSection;
    return bound(
        &FlowCase::statistics,
        section_key(
            {.path = "statistics",
             .keys = {bound(&Statistics::axis,
                            {.name = "axis",
                             .summary = "The axis along which the profiles are; means are over the "
                                        "others",
                             .required = true,
                             .choices = {axis_words.begin(), axis_words.end()}}),
                      bound(&Statistics::from,
                            {.name = "from",
                             .summary = "The time of the first sample, when the flow no longer "
                                        "knows how it began"}),
                      bound(&Statistics::every, {.name = "every",
                                                 .summary = "Steps between samples",
                                                 .integers = {.least = 1, .most = 1'000'000'000}}),
                      bound(&Statistics::reference,
                            {.name = "reference",
                             .summary = "A .csv file, relative to the case, with a column "
                                        "'position' and some of u, v, w, p, uu, vv, ww, uv, uw, "
                                        "vw, s, ss, us, vs, ws, which are drawn beside the "
                                        "profiles",
                             .pattern = {.expression = ".+[.]csv",
                                         .words = "a file whose name ends in .csv"}},
                            &Statistics::reference_at)}},
            "Means of velocity, pressure, scalar and their products along an axis"));
}

void check_statistics(const Section& root, const FlowCase& flow)
{
    if (flow.statistics && flow.statistics->axis >= flow.box.dimensions) {
        const std::string_view axis =
            axis_words.at(static_cast<std::size_t>(flow.statistics->axis));
        root.section("statistics").report("axis", absent_sentence(axis, flow.box.dimensions));
    }
}

Key probes_key()
{
    return bound(
        &FlowCase::probes,
        section_key(
            {.path = "probes",
             .keys = {bound(&ProbesSection::every,
                            {.name = "every",
                             .summary = "Steps between rows of probes.csv",
                             .integers = {.least = 1, .most = 1'000'000'000}}),
                      bound_by<ProbesSection>(
                          nullptr, points_yaml,
                          {.name = "points",
                           .summary = "Names, each with the place [x, y, z] of a point in the box",
                           .type = Type::list,
                           .required = true,
                           .element = Type::real,
                           .lengths = {.least = 1, .most = 3},
                           .named = true})}},
            "Points at which velocity and pressure are written"));
}

void read_points(const Section& root, FlowCase& flow)
{
    if (!flow.probes) {
        return;
    }
    const Section section = root.section("probes");
    for (const auto& [name, given] : section.named<std::vector<double>>("points")) {
        flow.probes->points.push_back(
            {.name = name, .at = place_of(section, name, given, flow.box)});
    }
}

}  // namespace tobiuo::casefile
