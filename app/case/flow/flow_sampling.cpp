// SPDX-License-Identifier: BSD-3-Clause
// The sections `statistics`, `means`, `spectra` and `probes` of a flow: where and how often it is sampled.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/case/flow/flow_sections.hpp"
#include "app/case/sections/picture_section.hpp"
#include "app/case/sections/shared_keys.hpp"
#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/output/picture/plane.hpp"
#include "app/wording.hpp"
#include "solvers/flow/spectra.hpp"

namespace tobiuo::casefile {
namespace {

/// Reports bad numbers of a place, the value of `key` at a node.
void check_place(const Section& section, const std::string& key, const Node& node,
                 const std::vector<double>& given, const BoxGrid& box)
{
    if (given.size() != static_cast<std::size_t>(box.dimensions)) {
        section.report_at(node.at, key,
                          "expected a number for each axis of the case, " +
                              std::to_string(box.dimensions) + " (got " +
                              std::to_string(given.size()) + ")");
        return;
    }
    for (std::size_t axis = 0; axis < given.size(); ++axis) {
        const std::string objection =
            place_objection(box.grid, static_cast<int>(axis), given[axis]);
        if (!objection.empty()) {
            section.report_at(node.items.at(axis).at, key, objection);
        }
    }
}

/// The place of a point, whose bad numbers are reported.
std::array<double, 3> place_of(const Section& section, const std::string& name,
                               const std::vector<double>& given, const BoxGrid& box)
{
    check_place(section, "points." + name, section.node_of("points")->find(name)->value, given,
                box);
    std::array<double, 3> place{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        place.at(axis) = axis < given.size() ? given[axis] : middle_of(box.grid.axes.at(axis));
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

Key means_key()
{
    using Means = MeansSection;
    return bound(
        &FlowCase::means,
        section_key(
            {.path = "means",
             .keys = {bound(&Means::from,
                            {.name = "from",
                             .summary = "The time of the first sample, when the flow no longer "
                                        "knows how it began"}),
                      bound(&Means::to,
                            {.name = "to",
                             .summary = "The time behind which no more samples are taken; the end "
                                        "of the run if it is left out"}),
                      bound(&Means::every, {.name = "every",
                                            .summary = "Steps between samples",
                                            .integers = {.least = 1, .most = 1'000'000'000}}),
                      bound(&Means::fields,
                            {.name = "fields",
                             .summary = "Of which fields the mean and the root of the mean square "
                                        "of what fluctuates are written",
                             .choices = {"velocity", "p", "scalar"},
                             .distinct = true}),
                      bound(&Means::stresses,
                            {.name = "stresses",
                             .summary = "Whether Reynolds stresses are written, too, and with a "
                                        "scalar its turbulent fluxes"})}},
            "Mean and fluctuation of fields in each cell, over a window of time"));
}

void check_means(const Section& root, const FlowCase& flow)
{
    if (!flow.means) {
        return;
    }
    const Section section = root.section("means");
    if (flow.means->has("scalar") && !flow.scalar) {
        section.report("fields",
                       "the flow carries no scalar (this case has no key 'scalar'): add it, or "
                       "remove the field");
    }
    if (flow.means->stresses && !flow.means->has("velocity")) {
        section.report("stresses",
                       "stresses are products of velocities, and fields has none: add velocity");
    }
    if (flow.means->to && *flow.means->to <= flow.means->from) {
        section.report("to", "is not behind means.from = " + shortest(flow.means->from) +
                                 ", so that there is no time between: make it later");
    }
}

namespace {

/// A key of a list that is left out where it is empty.
template <typename Value>
Key bound_list(std::vector<Value> SpectraSection::*member, Key key)
{
    return bound<SpectraSection>(
        [member](const SpectraSection& spectra) {
            const std::vector<Value>& values = spectra.*member;
            return values.empty() ? std::nullopt : std::optional{values};
        },
        [member](SpectraSection& spectra, std::vector<Value> values) {
            spectra.*member = std::move(values);
        },
        std::move(key));
}

}  // namespace

Key spectra_key()
{
    using Spectra = SpectraSection;
    return bound(
        &FlowCase::spectra,
        section_key(
            {.path = "spectra",
             .keys = {bound_list(
                          &Spectra::axes,
                          {.name = "axes",
                           .summary = "Periodic axes, along each of which there is a spectrum",
                           .choices = {axis_words.begin(), axis_words.end()},
                           .distinct = true}),
                      bound(&Spectra::shells,
                            {.name = "shells",
                             .summary = "Whether there is one in shells of wave numbers, of a box "
                                        "whose axes are all periodic"}),
                      bound(&Spectra::across,
                            {.name = "across",
                             .summary = "An axis: spectra are those of layers across it, and not "
                                        "means over it",
                             .choices = {axis_words.begin(), axis_words.end()},
                             .quoted = true}),
                      bound_list(&Spectra::at, {.name = "at",
                                                .summary = "Where the layers are on that axis",
                                                .lengths = {.least = 1, .most = 100},
                                                .only_with = "across"}),
                      bound(&Spectra::every, {.name = "every",
                                              .summary = "Steps between spectra",
                                              .integers = {.least = 1, .most = 1'000'000'000}})}},
            "What waves along periodic axes have of the energy, in spectra.csv"));
}

void check_spectra(const Section& root, bool faces_are_known, const FlowCase& flow)
{
    if (!flow.spectra) {
        return;
    }
    const Section section = root.section("spectra");
    const SpectraSection& spectra = *flow.spectra;
    if (spectra.axes.empty() && !spectra.shells) {
        section.report_missing("axes");
    }
    if (!faces_are_known) {
        return;
    }
    const flow::Problem problem = without_velocities(flow);
    for (const std::string& name : spectra.axes) {
        const auto axis =
            static_cast<int>(std::ranges::find(axis_words, name) - axis_words.begin());
        if (axis >= flow.box.dimensions) {
            section.report("axes", absent_sentence(name, flow.box.dimensions));
        } else if (const auto objection = flow::spectrum_objection(problem, axis)) {
            section.report("axes", "the axis " + name + " " + *objection + ": remove it");
        }
    }
    if (spectra.shells) {
        if (const auto objection = flow::shells_objection(problem)) {
            section.report("shells", std::string{*objection} + ": remove it");
        }
    }
    if (spectra.across && spectra.at.empty()) {
        section.report_missing("at");
    }
    if (spectra.across && *spectra.across >= flow.box.dimensions) {
        section.report("across",
                       absent_sentence(axis_words.at(static_cast<std::size_t>(*spectra.across)),
                                       flow.box.dimensions));
        return;
    }
    for (std::size_t n = 0; spectra.across && n < spectra.at.size(); ++n) {
        const std::string objection =
            place_objection(flow.box.grid, *spectra.across, spectra.at[n]);
        if (!objection.empty()) {
            section.report_at(section.node_of("at")->items.at(n).at, "at", objection);
        }
    }
}

Key exact_key()
{
    using Exact = ExactSection;
    const auto key_of = [](Exact::Given Exact::*member, const char* name) {
        return bound(member, {.name = name,
                              .summary = std::string{"The exact "} + name +
                                         ": a number or an expression in x, y, z, t",
                              .variables = space_and_time});
    };
    return bound(&FlowCase::exact,
                 section_key({.path = "exact",
                              .keys = {key_of(&Exact::u, "u"), key_of(&Exact::v, "v"),
                                       key_of(&Exact::w, "w"), key_of(&Exact::scalar, "scalar")}},
                             "The exact solution, if it is known: the error at the end is "
                             "reported, and a study of grids has its order"));
}

void check_exact(const Section& root, const FlowCase& flow)
{
    if (!flow.exact) {
        return;
    }
    const Section section = root.section("exact");
    if (flow.exact->scalar && !flow.scalar) {
        section.report("scalar",
                       "the flow carries no scalar (this case has no key 'scalar'): add it, or "
                       "remove the key");
    }
    const auto all = flow.exact->all();
    if (std::ranges::none_of(all, [](const auto& one) { return one.second.has_value(); })) {
        section.report_missing("u");
    }
}

Key lines_key()
{
    Key key = section_key(
        {.path = "output.lines",
         .keys = {bound(&LineSection::from, {.name = "from",
                                             .summary = "[x, y, z] of its first point",
                                             .required = true,
                                             .lengths = {.least = 1, .most = 3}}),
                  bound(&LineSection::to, {.name = "to",
                                           .summary = "[x, y, z] of its last point",
                                           .required = true,
                                           .lengths = {.least = 1, .most = 3}}),
                  bound(&LineSection::points, {.name = "points",
                                               .summary = "How many points, at equal distances",
                                               .integers = {.least = 2, .most = 100'000}}),
                  bound(&LineSection::every,
                        {.name = "every",
                         .summary = "Time between profiles, from the start on; without it only "
                                    "one at the end is written",
                         .reals = {.above = 0.0}})}},
        "Lines through the box, along which lines.csv has profiles: names, each with a map of "
        "where");
    key.named = true;
    key.name = "lines";
    key.in_braces = true;
    return bound_by<OutputSection>(
        nullptr,
        [](const Key& own, const OutputSection& output, const Context& context) {
            return named_yaml(2, output.lines, [&](const LineSection& one) {
                return Codec<LineSection>::yaml(own, one, context);
            });
        },
        std::move(key));
}

void read_lines(const Section& root, Case& the_case)
{
    const auto* flow = std::get_if<FlowCase>(&the_case.solver);
    if (flow == nullptr) {
        return;
    }
    const bool grid_is_sound = has_cells(root) && !root.problems().has_of("grid");
    for (const auto& [name, section] : root.section("output").named_sections("lines")) {
        section.finish();
        LineSection& line = the_case.output.lines.emplace_back();
        read_bound(section, line);
        line.name = name;
        for (const auto& [key, place] : {std::pair{"from", &line.from}, {"to", &line.to}}) {
            if (grid_is_sound && section.node_of(key) != nullptr) {
                check_place(section, key, *section.node_of(key), *place, flow->box);
            }
        }
        if (!line.from.empty() && line.from == line.to) {
            section.report("to",
                           "is where the line begins, so that it has no length: give "
                           "another point");
        }
    }
}

}  // namespace tobiuo::casefile

namespace tobiuo {

std::array<double, 3> LineSection::place(std::int64_t point, const Grid& grid) const
{
    std::array<double, 3> at{};
    const double part = static_cast<double>(point) / static_cast<double>(points - 1);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        at.at(axis) = axis < from.size() ? std::lerp(from[axis], to[axis], part)
                                         : middle_of(grid.axes.at(axis));
    }
    return at;
}

double LineSection::length() const
{
    double square = 0.0;
    for (std::size_t axis = 0; axis < from.size(); ++axis) {
        square += (to[axis] - from[axis]) * (to[axis] - from[axis]);
    }
    return std::sqrt(square);
}

}  // namespace tobiuo
