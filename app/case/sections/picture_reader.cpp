#include "app/case/sections/picture_reader.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/case/grid/box_grid_reader.hpp"
#include "app/case/yaml/bound_key.hpp"
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
                .drawn = "speed"};
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

void read_plane(const Section& section, const Space& space, PictureSection& picture)
{
    if (const auto word = section.given<std::string>("plane")) {
        const int axis =
            static_cast<int>(std::ranges::find(axis_words, *word) - axis_words.begin());
        if (axis >= space.dimensions) {
            section.report("plane", absent_sentence(*word, space.dimensions));
        } else if (space.dimensions == 1) {
            section.report("plane",
                           "a field along one axis is drawn as a curve (it has no slices): "
                           "remove it");
        } else {
            picture.plane = axis;
        }
    }
    picture.at = section.given<double>("at");
    picture.at_key = section.position_of("at");
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

/// `written`: the fields among which it must be.
void read_field(const Section& section, const std::vector<std::string>* written,
                PictureSection& picture)
{
    const auto field = section.given<std::string>("field");
    if (!field) {
        return;
    }
    picture.field = *field;
    if (written != nullptr && std::ranges::find(*written, *field) == written->end()) {
        section.report("field", in_quotes(*field) + " is not written (output.fields has " +
                                    list_of(*written) + "): add it there, or draw one of these");
    }
}

void read_look(const Section& section, int dimensions, PictureLook& look)
{
    read_bound(section, look);
    if (look.isolines > 0 && dimensions == 1) {
        section.report("isolines",
                       "a field along one axis is drawn as a curve (which has no isolines): "
                       "remove it");
    }
    const auto range = section.given<std::vector<double>>("range");
    if (!range) {
        return;
    }
    look.range = {range->front(), range->back()};
    if (range->front() >= range->back()) {
        section.report("range", "expected [lower, upper] with lower below upper (got [" +
                                    shortest(range->front()) + ", " + shortest(range->back()) +
                                    "])" + (range->front() > range->back() ? ": swap them" : ""));
    }
}

/// One picture; `fallback` has the field that is drawn by default.
PictureSection read_one(const Section& section, const Space& space, const OutputSection& output,
                        bool grid_is_sound, PictureSection fallback)
{
    PictureSection picture = std::move(fallback);
    section.finish();
    const std::size_t before = section.problems();
    read_plane(section, space, picture);
    read_field(section, space.drawn.empty() ? &output.fields : nullptr, picture);
    read_look(section, space.dimensions, picture.look);
    if (grid_is_sound && before == section.problems()) {
        choose_place(space, picture);
        check_place(section, space, picture);
    }
    return picture;
}

}  // namespace

void read_picture(const Section& root, Case& the_case)
{
    const bool grid_is_sound = root.problems() == 0;
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

std::string picture_yaml(const std::optional<PictureSection>& picture, std::string_view solver)
{
    if (!picture) {
        return "false";
    }
    std::string yaml = "{ ";
    if (picture->plane) {
        yaml += "plane: " + yaml_scalar(word_of(*picture->plane)) + ", ";
    }
    if (picture->at) {
        yaml += "at: " + yaml_number(*picture->at) + ", ";
    }
    yaml += "field: " + yaml_scalar(picture->field) + ", ";
    const PictureLook& look = picture->look;
    if (look.range) {
        yaml += "range: [" + yaml_number(look.range->front()) + ", " +
                yaml_number(look.range->back()) + "], ";
    }
    return yaml + list_of(bound_items(table_at(solver, "output.picture"), look)) + " }";
}

std::string pictures_yaml(const std::vector<NamedPicture>& pictures, std::string_view solver)
{
    std::string yaml;
    for (const NamedPicture& one : pictures) {
        yaml += (yaml.empty() ? "  pictures:\n    " : "    ") + yaml_scalar(one.name) + ": " +
                picture_yaml(one.picture, solver) + "\n";
    }
    return yaml;
}

}  // namespace tobiuo::casefile
