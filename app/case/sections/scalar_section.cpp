#include "app/case/sections/scalar_section.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "app/case/grid/box_grid_reader.hpp"
#include "app/case/values/expression_reader.hpp"
#include "app/case/yaml/bound_key.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/scalars.hpp"
#include "app/wording.hpp"

namespace tobiuo::casefile {
namespace {

using flow::FaceKind;
using flow::ScalarFaceKind;

const std::vector<std::string> insulated{"insulated"};
constexpr std::array<std::string_view, 2> end_words{"lower", "upper"};

Table face_table(const std::string& path)
{
    return {.path = path,
            .keys = {{.name = "value",
                      .summary = "The scalar on the face: a number or an expression in x, y, z, t",
                      .type = Type::expression,
                      .variables = space_and_time},
                     {.name = "flux",
                      .summary = "What diffuses into the box for each unit of area and time: a "
                                 "number or an expression in x, y, z, t",
                      .type = Type::expression,
                      .variables = space_and_time}},
            .alternatives = {"value", "flux"},
            .why_alternatives = "a face gives one of them"};
}

Key face_key(const Table& table, const std::string& words)
{
    Key key = section_key(table, "The " + words + ": insulated, or a map of value or flux");
    key.choices = insulated;
    key.fallback = insulated.front();
    return key;
}

const Table& axis_table(std::size_t axis)
{
    static const EndKeys keys{
        .section = "scalar.faces", .words = "face across", .table = face_table, .key = face_key};
    static const std::array<EndTables, 3> tables{EndTables{keys, "x"}, EndTables{keys, "y"},
                                                 EndTables{keys, "z"}};
    return tables.at(axis).both();
}

Key axis_key(std::size_t axis)
{
    Key key = section_key(axis_table(axis), "The faces across " + std::string{axis_words.at(axis)} +
                                                ": insulated, or a map of lower and upper");
    key.choices = insulated;
    key.fallback = insulated.front();
    return key;
}

const Table& faces_table()
{
    static const Table table{.path = "scalar.faces",
                             .keys = {axis_key(0), axis_key(1), axis_key(2)}};
    return table;
}

const Table& scalar_table()
{
    static const Table table{
        .path = "scalar",
        .keys = {
            {.name = "diffusivity",
             .summary = "Of the scalar, in length^2 / time; 0 or more",
             .type = Type::real,
             .required = true},
            {.name = "buoyancy",
             .summary = "[x, y, z]: the force for each unit of mass and of the scalar above "
                        "'reference', in length / time^2",
             .type = Type::list,
             .element = Type::real,
             .lengths = {.least = 3, .most = 3}},
            bound<ScalarSection>(&ScalarSection::reference,
                                 {.name = "reference", .summary = "The scalar without buoyancy"}),
            section_key(faces_table(),
                        "The scalar on the faces; a face left out is insulated, those of a "
                        "periodic axis have none"),
            {.name = "initial",
             .summary = "The scalar at the start: a number or an expression in x, y, z",
             .type = Type::expression,
             .fallback = "0",
             .variables = space}}};
    return table;
}

/// What `axis` says about the face `name`, through which a flow of the kind goes, if it is known.
ScalarFaceSection read_face(const Section& axis, std::string_view name,
                            std::optional<FaceKind> kind, int dimensions)
{
    ScalarFaceSection face;
    const Node* node = axis.node_of(name);
    if (node == nullptr || node->kind != NodeKind::map) {
        static_cast<void>(axis.given<std::string>(name));
        return face;
    }
    const Section section = axis.section(name);
    section.finish();
    const bool has_value = section.has("value");
    face.kind = has_value ? ScalarFaceKind::value : ScalarFaceKind::flux;
    face.number = read_expression(section, has_value ? "value" : "flux", dimensions);
    if (kind == FaceKind::outflow) {
        section.report(has_value ? "value" : "flux",
                       "the face is an outflow (what arrives leaves through it): remove it");
    }
    return face;
}

/// Both faces across an axis.
std::array<ScalarFaceSection, 2> read_axis(const Section& faces, std::size_t axis,
                                           const std::optional<FaceKinds>& kinds, int dimensions)
{
    const std::string_view name = axis_words.at(axis);
    if (axis >= static_cast<std::size_t>(dimensions)) {
        faces.report(name, absent_sentence(name, dimensions));
        return {};
    }
    if (kinds && kinds->at(axis).front() == FaceKind::periodic) {
        faces.report(name, "the axis is periodic (its ends are the same place): remove it");
        return {};
    }
    if (faces.node_of(name)->kind != NodeKind::map) {
        static_cast<void>(faces.given<std::string>(name));
        return {};
    }
    const Section section = faces.section(name);
    section.finish();
    const auto kind = [&](std::size_t end) {
        return kinds ? std::optional{kinds->at(axis).at(end)} : std::nullopt;
    };
    return {read_face(section, "lower", kind(0), dimensions),
            read_face(section, "upper", kind(1), dimensions)};
}

/// Reports inflows without a value: what flows in carries one.
void check_inflows(const Section& section, const ScalarSection& scalar, const FaceKinds& kinds)
{
    for (std::size_t axis = 0; axis < kinds.size(); ++axis) {
        for (std::size_t end = 0; end < end_words.size(); ++end) {
            if (kinds.at(axis).at(end) == FaceKind::inflow &&
                scalar.faces.at(axis).at(end).kind != ScalarFaceKind::value) {
                const std::string face = "faces." + std::string{axis_words.at(axis)} + "." +
                                         std::string{end_words.at(end)};
                section.report("faces", face.substr(6) +
                                            " is an inflow (what flows in carries the scalar): "
                                            "give its value, as { value: 0 }");
            }
        }
    }
}

std::string face_yaml(const ScalarFaceSection& face)
{
    return std::string{"{ "} + (face.kind == ScalarFaceKind::value ? "value: " : "flux: ") +
           yaml_scalar(face.number.text) + " }";
}

std::string faces_yaml(const ScalarSection& scalar, const FaceKinds& kinds, int dimensions)
{
    std::string yaml;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis) {
        if (kinds.at(axis).front() == FaceKind::periodic) {
            continue;
        }
        yaml += "    " + std::string{axis_words.at(axis)} + ": {";
        for (std::size_t end = 0; end < end_words.size(); ++end) {
            if (kinds.at(axis).at(end) != FaceKind::outflow) {
                yaml += (yaml.ends_with("{") ? " " : ", ") + std::string{end_words.at(end)} + ": " +
                        face_yaml(scalar.faces.at(axis).at(end));
            }
        }
        yaml += " }\n";
    }
    return yaml.empty() ? "" : "  faces:\n" + yaml;
}

}  // namespace

Key scalar_key()
{
    return section_key(scalar_table(),
                       "A scalar that the flow carries, such as temperature, and its buoyancy");
}

std::optional<ScalarSection> read_scalar(const Section& root, int dimensions,
                                         const std::optional<FaceKinds>& kinds)
{
    if (!root.has("scalar")) {
        return std::nullopt;
    }
    const Section section = root.section("scalar");
    section.finish();
    ScalarSection scalar;
    read_bound(section, scalar);
    scalar.diffusivity = section.value<double>("diffusivity");
    if (scalar.diffusivity < 0.0) {
        section.report("diffusivity", "expected a number of at least 0 (got " +
                                          shortest(scalar.diffusivity) +
                                          "; diffusion levels out differences)");
    }
    if (const auto buoyancy = section.given<std::vector<double>>("buoyancy")) {
        std::ranges::copy(*buoyancy, scalar.buoyancy.begin());
    }
    const Section faces = section.section("faces");
    faces.finish();
    for (std::size_t axis = 0; axis < axis_words.size(); ++axis) {
        if (faces.has(axis_words.at(axis))) {
            scalar.faces.at(axis) = read_axis(faces, axis, kinds, dimensions);
        }
    }
    scalar.initial = read_expression(section, "initial", dimensions);
    if (kinds) {
        check_inflows(section, scalar, *kinds);
    }
    return scalar;
}

std::string scalar_yaml(const std::optional<ScalarSection>& scalar, const FaceKinds& kinds,
                        int dimensions)
{
    if (!scalar) {
        return {};
    }
    const auto& [x, y, z] = scalar->buoyancy;
    return "scalar:\n  diffusivity: " + yaml_number(scalar->diffusivity) + "\n  buoyancy: [" +
           yaml_number(x) + ", " + yaml_number(y) + ", " + yaml_number(z) + "]\n" +
           bound_lines(scalar_table(), *scalar) + faces_yaml(*scalar, kinds, dimensions) +
           "  initial: " + yaml_scalar(scalar->initial.text) + "\n";
}

}  // namespace tobiuo::casefile
