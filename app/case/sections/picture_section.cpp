// SPDX-License-Identifier: BSD-3-Clause
// Reads and checks what pictures show: planes in the grid, fields that are written.
#include "app/case/sections/picture_section.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/scalars.hpp"
#include "app/output/picture/plane.hpp"
#include "app/wording.hpp"

namespace tobiuo::casefile {
namespace {

/// What the pictures of a case can show.
struct Space {
    const Grid* grid;  ///< null until a file has told it
    int dimensions;
    int preferred;  ///< the axis across which a slice is taken by default
    /// What is drawn by default where pictures show more than what is written; else empty.
    std::string_view drawn = {};
    const FlowCase* flow = nullptr;
};

Space space_of(const Case& the_case)
{
    if (const auto* poisson = std::get_if<PoissonCase>(&the_case.solver)) {
        return {.grid = &poisson->problem.grid,
                .dimensions = poisson->dimensions,
                .preferred = poisson_picture_axis};
    }
    if (const auto* flow = std::get_if<FlowCase>(&the_case.solver)) {
        return {.grid = &flow->box.grid,
                .dimensions = flow->box.dimensions,
                .preferred = flow_picture_axis,
                .drawn = "speed",
                .flow = flow};
    }
    const auto& himeno = std::get<HimenoCase>(the_case.solver);
    return {.grid = himeno.grid ? &*himeno.grid : nullptr,
            .dimensions = 3,
            .preferred = himeno_picture_axis};
}

std::string_view word_of(int axis)
{
    return axis_words.at(static_cast<std::size_t>(axis));
}

/// Reports a plane that the field has not, and leaves it out.
void check_plane(const Section& section, const Space& space, PictureSection& picture)
{
    if (!picture.plane || (*picture.plane < space.dimensions && space.dimensions > 1)) {
        return;
    }
    section.report("plane", *picture.plane >= space.dimensions
                                ? absent_sentence(word_of(*picture.plane), space.dimensions)
                                : "a field along one axis is drawn as a curve (it has no slices): "
                                  "remove it");
    picture.plane.reset();
}

/// Fills in the plane and its position if the case does not give them, as far as the grid is known.
void choose_place(const Space& space, PictureSection& picture)
{
    if (space.grid == nullptr) {
        picture.plane = picture.plane.value_or(space.preferred);
        return;
    }
    if (!picture.plane && space.dimensions < 3) {
        return;
    }
    const int normal = picture.plane.value_or(middle_cut(*space.grid, space.preferred).normal);
    picture.plane = normal;
    const Axis& axis = space.grid->axes.at(static_cast<std::size_t>(normal));
    picture.at = picture.at.value_or(middle_of(axis));
}

void check_place(const Section& section, const Space& space, const PictureSection& picture)
{
    if (!section.has("at") || !picture.at) {
        return;
    }
    if (!picture.plane) {
        if (!section.has("plane")) {
            section.report("at",
                           "needs a plane (all of a field along one or two axes is drawn): remove "
                           "it, or name an axis by 'plane'");
        }
    } else if (space.grid != nullptr) {
        const std::string objection = place_objection(*space.grid, *picture.plane, *picture.at);
        if (!objection.empty()) {
            section.report("at", objection);
        }
    }
}

void check_look(const Section& section, int dimensions, const PictureLook& look)
{
    if (look.isolines > 0 && dimensions == 1) {
        section.report("isolines",
                       "a field along one axis is drawn as a curve (which has no isolines): "
                       "remove it");
    }
    if (look.range && look.range->front() >= look.range->back()) {
        const auto [lower, upper] = *look.range;
        section.report("range", "expected [lower, upper] with lower below upper (got [" +
                                    shortest(lower) + ", " + shortest(upper) + "])" +
                                    (lower > upper ? ": swap them" : ""));
    }
}

/// One picture, which draws the field of `picture` by default.
PictureSection read_one(const Section& section, const Space& space, const OutputSection& output,
                        bool grid_is_sound, PictureSection picture)
{
    section.finish();
    const std::size_t before = section.problems().count();
    const std::string drawn = picture.field;
    read_bound(section, picture);
    check_plane(section, space, picture);
    if (space.drawn.empty() && picture.field != drawn &&
        std::ranges::find(output.fields, picture.field) == output.fields.end()) {
        section.report("field", in_quotes(picture.field) + " is not written (output.fields has " +
                                    list_of(output.fields) +
                                    "): add it there, or draw one of these");
    }
    if (space.flow != nullptr && is_mean(picture.field) &&
        !(space.flow->means && space.flow->means->draws(picture.field))) {
        section.report("field", in_quotes(picture.field) +
                                    " is a mean that the case does not take: add its field to "
                                    "means.fields, or draw another one");
    }
    check_look(section, space.dimensions, picture.look);
    if (grid_is_sound && before == section.problems().count()) {
        choose_place(space, picture);
        check_place(section, space, picture);
    }
    return picture;
}

}  // namespace

void read_picture(const Section& root, Case& the_case)
{
    const bool grid_is_sound = root.problems().count() == 0;
    OutputSection& output = the_case.output;
    const Space space = space_of(the_case);
    PictureSection picture;
    const bool has_p = std::ranges::find(output.fields, "p") != output.fields.end();
    picture.field = !space.drawn.empty()             ? std::string{space.drawn}
                    : has_p || output.fields.empty() ? "p"
                                                     : output.fields.front();
    const Section section = root.section("output");
    if (section.table().find("pictures") != nullptr) {
        for (const auto& [name, one] : section.named_sections("pictures")) {
            output.pictures.push_back(
                {.name = name, .picture = read_one(one, space, output, grid_is_sound, picture)});
        }
    }
    const Node* given = root.node_of("output");
    const Entry* entry = given == nullptr ? nullptr : given->find("picture");
    if (entry != nullptr && entry->value.kind != NodeKind::map) {
        if (!section.given<bool>("picture").value_or(true)) {
            output.picture.reset();
            return;
        }
    } else if (entry != nullptr) {
        output.picture =
            read_one(section.section("picture"), space, output, grid_is_sound, picture);
        return;
    }
    choose_place(space, picture);
    output.picture = picture;
}

std::string place_objection(const Grid& grid, int axis, double at)
{
    const Axis& bounds = grid.axes.at(static_cast<std::size_t>(axis));
    if (at >= bounds.lower && at <= bounds.upper) {
        return {};
    }
    return shortest(at) + " is outside of the grid (where " + std::string{word_of(axis)} +
           " goes from " + shortest(bounds.lower) + " to " + shortest(bounds.upper) +
           "): choose a place between";
}

Key picture_key(const std::string& path, const std::vector<std::string>& fields,
                std::string field_summary, std::string summary, Pattern names)
{
    constexpr std::int64_t most_isolines = 100;
    using Picture = PictureSection;
    Key key = section_key(
        {.path = path,
         .keys =
             {bound(&Picture::plane,
                    {.name = "plane",
                     .summary = "The axis across which the slice is taken; of a field along one "
                                "axis the picture is a curve",
                     .choices = {axis_words.begin(), axis_words.end()},
                     .quoted = true}),
              bound(&Picture::at,
                    {.name = "at",
                     .summary = "Where on that axis, in its units; the middle if it is left out"},
                    &Picture::at_key),
              bound<Picture>([](const Picture& one) { return std::optional{one.field}; },
                             [](Picture& one, std::string field) { one.field = std::move(field); },
                             {.name = "field",
                              .summary = std::move(field_summary),
                              .choices = fields,
                              .pattern = std::move(names),
                              .quoted = true}),
              bound<Picture>([](auto& one) -> auto& { return one.look.range; },
                             {.name = "range",
                              .summary = "[lower, upper]: the values at the ends of the colour "
                                         "bar; those of the slice if it is left out"}),
              bound<Picture>([](auto& one) -> auto& { return one.look.isolines; },
                             {.name = "isolines",
                              .summary = "Draw at most so many lines of equal value, at round ones",
                              .integers = {.least = 0, .most = most_isolines}}),
              bound<Picture>([](auto& one) -> auto& { return one.look.map; },
                             {.name = "map",
                              .summary = "Colours: sequential is viridis; diverging is blue, "
                                         "white, red, white at 0 where the values have both signs",
                              .choices = colour_map_words})}},
        std::move(summary));
    key.in_braces = true;
    return key;
}

Key bound_picture(Key key)
{
    key.switchable = true;
    key.fallback = true;
    return bound_by<OutputSection>(
        nullptr,
        [](const Key& own, const OutputSection& output, const Context& context) {
            return Codec<std::optional<PictureSection>>::yaml(own, output.picture, context);
        },
        std::move(key));
}

Key bound_pictures(Key key)
{
    key.named = true;
    return bound_by<OutputSection>(
        nullptr,
        [](const Key& own, const OutputSection& output, const Context& context) {
            return named_yaml(2, output.pictures, [&](const NamedPicture& one) {
                return Codec<PictureSection>::yaml(own, one.picture, context);
            });
        },
        std::move(key));
}

}  // namespace tobiuo::casefile
