// SPDX-License-Identifier: BSD-3-Clause
// Reads and checks which parts of the box a flow writes on its way.
#include "app/case/sections/series_section.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/case/sections/picture_section.hpp"
#include "app/case/sections/shared_keys.hpp"
#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/case/yaml/values.hpp"
#include "app/output/picture/plane.hpp"
#include "app/wording.hpp"

namespace tobiuo::casefile {
namespace {

std::string word_of(std::size_t axis)
{
    return std::string{axis_words.at(axis)};
}

Key bounds_key(std::size_t axis)
{
    return bound<SeriesBox>([axis](auto& box) -> auto& { return box.at(axis); },
                            {.name = word_of(axis),
                             .summary = "[lower, upper] of the box along " + word_of(axis) +
                                        "; all of it if left out"});
}

/// Reports more files than the names of a series have numbers for.
void check_count(const Section& section, double every, double until)
{
    constexpr double most_files = 99'999.0;
    if (until / every > most_files) {
        section.report("every", "makes " + shortest(std::floor(until / every)) +
                                    " files until the end of the run (at most " +
                                    shortest(most_files) + " are numbered): make it longer");
    }
}

/// Fills in where the plane is.
void check_plane(const Section& section, const BoxGrid& box, bool grid_is_sound,
                 SeriesSection& series)
{
    const auto axis = static_cast<std::size_t>(*series.plane);
    if (*series.plane >= box.dimensions) {
        section.report("plane", absent_sentence(word_of(axis), box.dimensions));
    } else if (grid_is_sound) {
        series.at = series.at.value_or(middle_of(box.grid.axes.at(axis)));
        const std::string objection = place_objection(box.grid, *series.plane, *series.at);
        if (!objection.empty()) {
            section.report("at", objection);
        }
    }
}

/// Reports bounds along an axis between which there is no cell of the grid, and fills in those that
/// are left out.
void check_bounds(const Section& section, const BoxGrid& box, std::size_t axis,
                  SeriesSection& series)
{
    auto& given = series.box->at(axis);
    if (!given) {
        const Axis& all = box.grid.axes.at(axis);
        given.emplace(std::array{all.lower, all.upper});
    }
    const auto [lower, upper] = *given;
    const std::string name = word_of(axis);
    if (lower >= upper) {
        section.report(
            name, "expected [lower, upper] with lower below upper (got [" + shortest(lower) + ", " +
                      shortest(upper) + "])" +
                      (lower > upper ? ": swap them" : ": make it wider, or use a plane"));
        return;
    }
    const std::array bounds{lower, upper};
    for (std::size_t end = 0; end < bounds.size(); ++end) {
        const std::string objection =
            place_objection(box.grid, static_cast<int>(axis), bounds.at(end));
        if (!objection.empty()) {
            section.report_at(section.node_of(name)->items.at(end).at, name, objection);
            return;
        }
    }
    if (cells_of(series, box.grid).count.at(axis) == 0) {
        section.report(name, "has no cell in it (none has its centre between " + shortest(lower) +
                                 " and " + shortest(upper) + "): make it wider, or use a plane");
    }
}

SeriesSection read_one(const Section& section, const FlowCase& flow, const OutputSection& output,
                       bool grid_is_sound)
{
    section.finish();
    SeriesSection series;
    read_bound(section, series);
    if (series.fields.empty()) {
        series.fields = output.fields;
    }
    check_flow_fields(section, flow);
    if (series.every > 0.0) {
        check_count(section, series.every, flow.run.until.value_or(0.0));
    }
    if (series.plane) {
        check_plane(section, flow.box, grid_is_sound, series);
    }
    for (std::size_t axis = 0; series.box && grid_is_sound && axis < series.box->size(); ++axis) {
        if (axis < static_cast<std::size_t>(flow.box.dimensions)) {
            check_bounds(section.section("box"), flow.box, axis, series);
        } else if (series.box->at(axis)) {
            section.section("box").report(word_of(axis),
                                          absent_sentence(word_of(axis), flow.box.dimensions));
        }
    }
    return series;
}

}  // namespace

void check_flow_fields(const Section& section, const FlowCase& flow)
{
    const Node* const fields = section.node_of("fields");
    if (fields == nullptr) {
        return;
    }
    Key known = section.table().key("fields");
    const auto is_known = [&](const std::string& name) {
        return std::ranges::find(known.choices, name) != known.choices.end();
    };
    const auto has_scalar = [&](const std::string& name) {
        for (int number = 0; number < scalar_count(flow); ++number) {
            if (scalar_of_number(flow, number).name == name) {
                return true;
            }
        }
        return false;
    };
    for (const Node& field : fields->items) {
        if (field.text == "scalar" && !has_scalar("scalar")) {
            section.report_at(
                field.at, "fields",
                flow.scalar ? std::string{"the scalars of the flow have names: give one of "
                                          "them"}
                            : "the flow carries no scalar (this case has no key 'scalar'): add "
                              "it, or remove the field");
        } else if (field.text == "solid" && flow.obstacles.empty()) {
            section.report_at(field.at, "fields",
                              "nothing is solid in the flow (this case has no 'obstacles'): add "
                              "them, or remove the field");
        } else if (!is_known(field.text) && !has_scalar(field.text)) {
            section.report_at(field.at, "fields", choice_objection(known, field.text));
        }
    }
}

namespace {

/// Reports pictures of scalars that the flow has not.
void check_drawn(const Section& output, const FlowCase& flow)
{
    const Key& key = output.table().key("picture").section->key("field");
    const auto check = [&](const Node& picture, const std::string& name) {
        const Entry* const field = picture.find("field");
        if (field == nullptr || is_broken(field->value)) {
            return;
        }
        const std::string& drawn = field->value.text;
        bool is_known =
            drawn != "scalar" && std::ranges::find(key.choices, drawn) != key.choices.end();
        for (int number = 0; number < scalar_count(flow); ++number) {
            is_known = is_known || scalar_of_number(flow, number).name == drawn;
        }
        if (!is_known) {
            output.report_at(
                field->value.at, name + ".field",
                drawn != "scalar" ? choice_objection(key, drawn)
                : flow.scalar     ? "the flow carries no scalar of this name: draw another field"
                              : "the flow carries no scalar (this case has no key 'scalar'): add "
                                "it, or draw another field");
        }
    };
    if (const Node* const picture = output.node_of("picture")) {
        check(*picture, "picture");
    }
    if (const Node* const pictures = output.node_of("pictures")) {
        for (const Entry& one : pictures->entries) {
            check(one.value, "pictures");
        }
    }
}

}  // namespace

Key series_key()
{
    Key box = section_key(
        {.path = "output.series.box", .keys = {bounds_key(0), bounds_key(1), bounds_key(2)}},
        "The cells with their centres in a box");
    box.in_braces = true;
    Key key = section_key(
        {.path = "output.series",
         .keys = {bound(&SeriesSection::plane,
                        {.name = "plane",
                         .summary = "The axis across which one layer of cells is written",
                         .choices = {axis_words.begin(), axis_words.end()},
                         .quoted = true}),
                  bound(
                      &SeriesSection::at,
                      {.name = "at",
                       .summary = "Where on that axis, in its units; the middle if it is left out",
                       .only_with = "plane"}),
                  bound(&SeriesSection::box, std::move(box)),
                  bound(&SeriesSection::every, {.name = "every",
                                                .summary = "Time between files, from the start on",
                                                .required = true,
                                                .reals = {.above = 0.0}}),
                  bound<SeriesSection>(
                      [](const SeriesSection& one) { return std::optional{one.fields}; },
                      [](SeriesSection& one, std::vector<std::string> fields) {
                          one.fields = std::move(fields);
                      },
                      {.name = "fields",
                       .summary = "Arrays to write; output.fields if it is left out",
                       .choices = {flow_fields.begin(), flow_fields.end()},
                       .pattern = name_of_scalar,
                       .distinct = true})},
         .alternatives = {"plane", "box"},
         .why_alternatives = "a series has one part of the grid"},
        "Parts of the grid that are written on the way: names, each with a map of which");
    key.named = true;
    key.name = "series";
    key.in_braces = true;
    return bound_by<OutputSection>(
        nullptr,
        [](const Key& own, const OutputSection& output, const Context& context) {
            return named_yaml(2, output.series, [&](const SeriesSection& one) {
                return Codec<SeriesSection>::yaml(own, one, context);
            });
        },
        std::move(key));
}

void read_series(const Section& root, Case& the_case)
{
    const auto* flow = std::get_if<FlowCase>(&the_case.solver);
    if (flow == nullptr) {
        return;
    }
    const bool grid_is_sound = has_cells(root) && !root.problems().has_of("grid");
    OutputSection& output = the_case.output;
    const Section section = root.section("output");
    if (section.is_map()) {
        check_drawn(section, *flow);
    }
    if (output.every) {
        check_count(section, *output.every, flow->run.until.value_or(0.0));
    }
    for (const auto& [name, one] : section.named_sections("series")) {
        output.series.push_back(read_one(one, *flow, output, grid_is_sound));
        output.series.back().name = name;
    }
}

}  // namespace tobiuo::casefile
