// Reads the part of a case that belongs to `solver: poisson`, and checks its keys against each
// other.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "app/case/grid/box_grid_reader.hpp"
#include "app/case/poisson/poisson_keys.hpp"
#include "app/case/values/expression_reader.hpp"
#include "app/case/values/quantities.hpp"
#include "app/case/yaml/bound_key.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/wording.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::casefile {
namespace {

using poisson::Condition;

bool read_grid(const Section& root, PoissonCase& poisson)
{
    BoxGrid box;
    const bool sized = read_box_grid(root, box);
    poisson.problem.grid = std::move(box.grid);
    poisson.dimensions = box.dimensions;
    poisson.stretching = std::move(box.stretching);
    poisson.grid_at = std::move(box.at);
    return sized;
}

Condition read_word(const Section& section, std::string_view name)
{
    const auto word = section.given<std::string>(name);
    return word == condition_words.back() ? Condition::neumann
           : word == condition_words[1]   ? Condition::dirichlet
                                          : Condition::periodic;
}

/// The end `name` of the axis with the name `across`.
Condition read_end(const Section& axis, std::string_view name, std::string_view across,
                   int dimensions, FieldExpression& value)
{
    value.at = axis.position_of(name);
    const Node* node = axis.node_of(name);
    if (node != nullptr && node->kind == NodeKind::scalar && node->text == condition_words[0]) {
        axis.report(name, in_quotes(node->text) + " is none of " + condition_words[1] + ", " +
                              condition_words[2] +
                              " (an axis is periodic at both ends or at neither): write " +
                              std::string{across} + ": " + node->text +
                              ", or give this end a condition of its own");
        return Condition::periodic;
    }
    if (node == nullptr || node->kind != NodeKind::map) {
        return read_word(axis, name);
    }
    const Section end = axis.section(name);
    end.finish();
    const bool neumann = end.has("neumann");
    value = read_expression(end, neumann ? "neumann" : "dirichlet", dimensions);
    return neumann ? Condition::neumann : Condition::dirichlet;
}

/// Both ends of the axis `name`, given by one word or separately.
poisson::Sides read_ends(const Section& boundary, std::string_view name, int dimensions,
                         std::array<FieldExpression, 2>& values)
{
    if (boundary.node_of(name)->kind != NodeKind::map) {
        const Condition both = read_word(boundary, name);
        values[0].at = boundary.position_of(name);
        values[1].at = values[0].at;
        return {.lower = both, .upper = both};
    }
    const Section axis = boundary.section(name);
    axis.finish();
    return {.lower = read_end(axis, "lower", name, dimensions, values[0]),
            .upper = read_end(axis, "upper", name, dimensions, values[1])};
}

void read_boundary(const Section& root, PoissonCase& poisson)
{
    const Section boundary = root.section("boundary");
    boundary.finish();
    poisson.boundary_at = root.position_of("boundary");
    for (std::size_t axis = 0; axis < axis_words.size(); ++axis) {
        const std::string_view name = axis_words.at(axis);
        if (!boundary.has(name)) {
            continue;
        }
        if (axis >= static_cast<std::size_t>(poisson.dimensions)) {
            boundary.report(name, absent_sentence(name, poisson.dimensions));
            continue;
        }
        poisson.problem.sides.at(axis) =
            read_ends(boundary, name, poisson.dimensions, poisson.boundary.at(axis));
    }
}

void read_method(const Section& root, PoissonCase& poisson)
{
    const Section section = root.section("method");
    section.finish();
    read_bound(section, poisson.problem);
    poisson.operator_at = section.position_of("operator");
    poisson.lambda_at = section.position_of("lambda");
}

/// The number of the component that `word`, which the key's pattern has passed, names.
std::optional<int> component_of(const std::optional<std::string>& word)
{
    if (!word || word->empty()) {
        return std::nullopt;
    }
    const auto axis = std::ranges::find(axis_words, *word);
    return axis != axis_words.end() ? static_cast<int>(axis - axis_words.begin())
                                    : std::stoi(*word);
}

FieldSource read_field(const Section& root, const CaseFolder& folder, std::string_view name,
                       int dimensions)
{
    const Node* node = root.node_of(name);
    if (node == nullptr || node->kind != NodeKind::map) {
        return read_expression(root, name, dimensions);
    }
    const Section section = root.section(name);
    section.finish();
    return FieldFile{.path = folder.given_file(section, "file").value_or(""),
                     .field = section.value<std::string>("field"),
                     .component = component_of(section.given<std::string>("component")),
                     .at = section.position_of("file")};
}

void read_run(const Section& root, PoissonCase& poisson)
{
    const Section section = root.section("run");
    section.finish();
    read_bound(section, poisson);
}

void read_device_memory(const Section& root, PoissonCase& poisson)
{
    poisson.device_memory_at = root.position_of("device_memory");
    if (const auto text = root.given<std::string>("device_memory")) {
        poisson.device_memory = memory_size(*text);
        if (poisson.device_memory->bytes == 0) {
            root.report("device_memory",
                        "is nothing (a solve needs some planes of the grid on the "
                        "GPU): give it more, or use backend: cpu");
        }
    }
}

/// The value of `key` in a section that has been read.
const Node* node_at(const Section& root, std::string_view section, std::string_view key)
{
    const Node* map = root.node_of(section);
    const Entry* entry = map == nullptr ? nullptr : map->find(key);
    return entry == nullptr ? nullptr : &entry->value;
}

/// Reports why the problem cannot be solved: at its condition if a periodic axis is stretched, else
/// at the cells.
void check_problem(const Section& root, const PoissonCase& poisson)
{
    try {
        poisson::validate(poisson.problem);
    } catch (const std::invalid_argument& objection) {
        const auto stretched = poisson::stretched_axis(poisson.problem);
        const auto axis = static_cast<std::size_t>(stretched.value_or(0));
        if (stretched && poisson.problem.sides.at(axis).lower == Condition::periodic) {
            const std::string name{axis_words.at(axis)};
            const Node* written = node_at(root, "boundary", name);
            const Node* nodes = node_at(root, "grid", "coordinates");
            root.report_at(written != nullptr ? written->at : nodes->find(name)->value.at,
                           "boundary." + name, objection.what());
            return;
        }
        root.report_at(node_at(root, "grid", "cells")->at, "grid.cells", objection.what());
    }
}

/// Reports each output field that needs the exact solution if the case has none.
void check_fields(const Section& root)
{
    const Node* fields = node_at(root, "output", "fields");
    if (root.has("exact") || fields == nullptr) {
        return;
    }
    for (const Node& field : fields->items) {
        if (field.text == "error" || field.text == "exact") {
            root.report_at(field.at, "output.fields",
                           in_quotes(field.text) +
                               " needs the exact solution (this case has no key 'exact'): add "
                               "it, or remove the field");
        }
    }
}

}  // namespace

PoissonCase read_poisson(const Section& root, const CaseFolder& folder, const Case& /*common*/)
{
    PoissonCase poisson;
    const std::size_t before = root.problems();
    const bool sized = read_grid(root, poisson);
    read_boundary(root, poisson);
    read_method(root, poisson);
    if (sized && root.problems() == before) {
        check_problem(root, poisson);
    }
    poisson.source = read_field(root, folder, "source", poisson.dimensions);
    if (root.has("exact")) {
        poisson.exact = read_field(root, folder, "exact", poisson.dimensions);
    }
    read_run(root, poisson);
    read_device_memory(root, poisson);
    check_fields(root);
    return poisson;
}

}  // namespace tobiuo::casefile
