// SPDX-License-Identifier: BSD-3-Clause
// The keys that `solver: poisson` adds: grid, boundary, bodies, coefficient, source,
// exact, method, run, device_memory.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/sections/body_keys.hpp"
#include "app/case/sections/ends.hpp"
#include "app/case/sections/shared_keys.hpp"
#include "app/case/solvers.hpp"
#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/wording.hpp"
#include "solvers/expression.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::casefile {
namespace {

using poisson::Condition;

Key grid_key()
{
    return bound<PoissonCase>(
        [](const PoissonCase& poisson) {
            return std::optional{BoxGrid{.grid = poisson.problem.grid,
                                         .dimensions = poisson.dimensions,
                                         .stretching = poisson.stretching,
                                         .at = poisson.grid_at}};
        },
        [](PoissonCase& poisson, BoxGrid box) {
            poisson.problem.grid = std::move(box.grid);
            poisson.dimensions = box.dimensions;
            poisson.stretching = std::move(box.stretching);
            poisson.grid_at = std::move(box.at);
        },
        box_grid_key(true));
}

/// What is said of one end.
struct End {
    Condition condition = Condition::periodic;
    FieldExpression value = {};
    std::optional<FieldExpression> where = {};      ///< the wall has this condition
    std::optional<FieldExpression> elsewhere = {};  ///< the value of the other one
    std::array<FieldExpression, 2> factors = {};    ///< of a Robin end
    poisson::Robin robin = {};                      ///< their values
};

/// The end of a wall that changes its kind over its face.
struct SplitEnd {
    FieldExpression slope;  ///< on the Neumann part
    MixedEnd mixed;
};

SplitEnd split(const End& end)
{
    const FieldExpression other =
        end.elsewhere.value_or(FieldExpression{.text = "0", .at = end.value.at});
    const bool names_neumann = end.condition == Condition::neumann;
    return {.slope = names_neumann ? end.value : other,
            .mixed = {.where = *end.where,
                      .names_neumann = names_neumann,
                      .value = names_neumann ? other : end.value}};
}

End joined(const MixedEnd& mixed, const FieldExpression& slope)
{
    return {.condition = mixed.names_neumann ? Condition::neumann : Condition::dirichlet,
            .value = mixed.names_neumann ? slope : mixed.value,
            .where = mixed.where,
            .elsewhere = mixed.names_neumann ? mixed.value : slope};
}

/// The key of an end's value, which goes with a condition.
Key end_value_key(Condition condition, std::string summary)
{
    return bound<End>(
        [condition](const End& end) {
            return end.condition == condition ? std::optional{end.value} : std::nullopt;
        },
        [condition](End& end, FieldExpression value) {
            end.condition = condition;
            end.value = std::move(value);
        },
        {.name = condition_words.at(static_cast<std::size_t>(condition)),
         .summary = std::move(summary),
         .variables = space});
}

Key robin_key()
{
    using Numbers = std::array<FieldExpression, 3>;
    return bound<End>(
        [](const End& end) {
            return end.condition == Condition::robin
                       ? std::optional{Numbers{end.factors[0], end.factors[1], end.value}}
                       : std::nullopt;
        },
        [](End& end, Numbers numbers) {
            end.condition = Condition::robin;
            end.value = std::move(numbers[2]);
            end.factors = {std::move(numbers[0]), std::move(numbers[1])};
        },
        {.name = "robin",
         .summary =
             "[a, b, g] of a u + b du/dn = g with the outward normal: a and b are numbers of "
             "one sign, g is a number or an expression in x, y, z",
         .variables = space});
}

/// The factors of a Robin end; reports those that are no numbers.
poisson::Robin robin_of(const Section& axis, std::string_view name, const End& end)
{
    const auto number = [&](const FieldExpression& factor) {
        const Expression expression{factor.text};
        const bool varies = std::ranges::any_of(
            space, [&](const std::string& variable) { return expression.depends_on(variable); });
        if (varies) {
            axis.report_at(factor.at, name,
                           in_quotes(factor.text) +
                               " changes over the face (the factors of a robin end are numbers): "
                               "give a number");
        }
        return varies ? 1.0 : expression.at(0.0, 0.0, 0.0);
    };
    return {.a = number(end.factors[0]), .b = number(end.factors[1])};
}

End read_word(const Section& section, std::string_view name)
{
    const auto word = section.given<std::string>(name);
    const auto found = std::ranges::find(condition_words, word.value_or(condition_words.front()));
    return {.condition = static_cast<Condition>(found - condition_words.begin()),
            .value = {.at = section.position_of(name)}};
}

/// The end `name` of the axis with the name `across`.
End read_end(const Section& axis, std::string_view name, std::string_view across)
{
    End end{.value = {.at = axis.position_of(name)}};
    const Node* node = axis.node_of(name);
    if (node != nullptr && node->kind == NodeKind::scalar && node->text == condition_words[0]) {
        axis.report(name, in_quotes(node->text) + " is none of " + condition_words[1] + ", " +
                              condition_words[2] + ", " + condition_words[3] +
                              " (an axis is periodic at both ends or at neither): write " +
                              std::string{across} + ": " + node->text +
                              ", or give this end a condition of its own");
    } else if (node != nullptr && node->kind == NodeKind::map) {
        end.condition =
            node->find("neumann") == nullptr ? Condition::dirichlet : Condition::neumann;
        static_cast<void>(Codec<End>::read(axis, axis.table().key(name), end));
        if (end.condition == Condition::robin && (end.where || end.elsewhere)) {
            axis.report(
                name,
                "is a robin end with 'where' or 'elsewhere' (a wall changes its kind between "
                "dirichlet and neumann): remove them, or 'robin'");
        } else if (end.elsewhere && !end.where) {
            axis.report(name,
                        "has a value elsewhere, but the wall is the same everywhere (nothing says "
                        "where it has its condition): add 'where', or remove 'elsewhere'");
        }
        if (end.condition == Condition::robin) {
            end.robin = robin_of(axis, name, end);
        }
    } else {
        end = read_word(axis, name);
    }
    return end;
}

void read_boundary(const Section& root, const Key& key, PoissonCase& poisson)
{
    poisson.boundary_at = root.position_of(key.name);
    Ends<End> ends;
    read_ends(
        root.section(key.name), ends, [](std::size_t) { return std::string{}; }, read_word,
        [](const Section& axis, std::string_view name, std::size_t across) {
            return read_end(axis, name, axis_words.at(across));
        });
    for (std::size_t axis = 0; axis < ends.size(); ++axis) {
        const auto& [lower, upper] = ends.at(axis);
        poisson.problem.sides.at(axis) = {.lower = lower.condition,
                                          .upper = upper.condition,
                                          .robin = {lower.robin, upper.robin}};
        poisson.boundary.at(axis) = {lower.value, upper.value};
        for (std::size_t end = 0; end < 2; ++end) {
            if (const End& said = ends.at(axis).at(end); said.where) {
                const SplitEnd parts = split(said);
                poisson::Sides& sides = poisson.problem.sides.at(axis);
                (end == 0 ? sides.lower : sides.upper) = Condition::neumann;
                poisson.boundary.at(axis).at(end) = parts.slope;
                poisson.mixed.at(axis).at(end) = parts.mixed;
            }
        }
    }
}

std::string boundary_yaml(const Key& key, const PoissonCase& poisson, const Context& context)
{
    return yaml_ends(key, context, [&](std::size_t axis, std::size_t end) {
        const poisson::Sides& sides = poisson.problem.sides.at(axis);
        const FieldExpression& value = poisson.boundary.at(axis).at(end);
        const auto& mixed = poisson.mixed.at(axis).at(end);
        const auto& [a, b] = sides.robin.at(end);
        End said{.condition = end == 0 ? sides.lower : sides.upper,
                 .value = value,
                 .factors = {FieldExpression{.text = shortest(a), .at = {}},
                             FieldExpression{.text = shortest(b), .at = {}}}};
        if (mixed) {
            said = joined(*mixed, value);
        }
        const Key& own = key.section->keys.at(axis).section->keys.at(end);
        return std::optional{!poisson::is_wall(said.condition)
                                 ? condition_words.at(static_cast<std::size_t>(said.condition))
                                 : Codec<End>::yaml(own, said, context)};
    });
}

Key boundary_key()
{
    const Key axis{.name = "AXIS",
                   .summary =
                       "Conditions at the ends of AXIS: a word for both (values are 0), or "
                       "a map of lower and upper",
                   .fallback = condition_words.front(),
                   .choices = {condition_words.begin(), condition_words.end() - 1}};
    const Key end{.name = "END",
                  .summary =
                      "Condition at the END end of AXIS: a word (the value is 0), or a map "
                      "with the value",
                  .required = true,
                  .choices = {condition_words.begin() + 1, condition_words.end() - 1}};
    const Table table{
        .path = {},
        .keys = {end_value_key(Condition::dirichlet,
                               "Value of u: a number or an expression in x, y, z"),
                 end_value_key(Condition::neumann,
                               "Derivative of u along the outward normal: a number or an "
                               "expression in x, y, z"),
                 bound(&End::where,
                       {.name = "where",
                        .summary = "Where the wall has this condition: an expression that is not 0 "
                                   "there, such as x < 0.5; everywhere if left out. Elsewhere it "
                                   "has the other one of dirichlet and neumann",
                        .variables = space}),
                 bound(&End::elsewhere,
                       {.name = "elsewhere",
                        .summary = "With where, the value of the other condition: a number or an "
                                   "expression in x, y, z; 0 if left out",
                        .variables = space}),
                 robin_key()},
        .alternatives = {"dirichlet", "neumann", "robin"},
        .why_alternatives = "an end has one condition"};
    return bound_by<PoissonCase>(
        read_boundary, boundary_yaml,
        ends_key("boundary", "Conditions at the ends of the axes; an axis left out is periodic",
                 axis, end, table));
}

/// Reports the first value of rho that is not above 0; returns whether there is one.
bool is_bad_rho(const Section& section, std::string_view name, const std::vector<double>& values)
{
    const auto bad = std::ranges::find_if(
        values, [](double value) { return !std::isfinite(value) || value <= 0.0; });
    if (bad != values.end()) {
        section.report(name, "is " + shortest(*bad) + " at half cell " +
                                 std::to_string(bad - values.begin()) +
                                 " of the axis (the operator is then not invertible): give finite "
                                 "numbers above 0");
    }
    return bad != values.end();
}

void read_rho(const Section& method, const Key& key, PoissonCase& poisson)
{
    const Section section = method.section(key.name);
    section.finish();
    for (std::size_t n = 0; n < axis_words.size(); ++n) {
        const std::string name{axis_words.at(n)};
        const Node* node = section.node_of(name);
        if (node == nullptr) {
            continue;
        }
        if (n >= static_cast<std::size_t>(poisson.dimensions)) {
            section.report(name, absent_sentence(name, poisson.dimensions));
            continue;
        }
        std::vector<double> values;
        const Axis& axis = poisson.problem.grid.axes.at(n);
        if (node->kind == NodeKind::scalar) {
            const auto text = section.given<std::string>(name);
            if (!text) {
                continue;
            }
            poisson.rho = *text;
            values = sampled_rho(*text, static_cast<int>(n), axis);
        } else {
            values = section.given<std::vector<double>>(name).value_or(std::vector<double>{});
        }
        if (!values.empty() && !is_bad_rho(section, name, values)) {
            poisson.problem.rho =
                poisson::AxisCoefficient{.axis = static_cast<int>(n), .values = values};
        }
    }
}

std::string rho_yaml(const Key& /*key*/, const PoissonCase& poisson, const Context& context)
{
    const auto& rho = poisson.problem.rho;
    if (!rho) {
        return {};
    }
    return "{ " + std::string{axis_words.at(static_cast<std::size_t>(rho->axis))} + ": " +
           (poisson.rho.empty() ? Codec<std::vector<double>>::yaml({}, rho->values, context)
                                : yaml_scalar(poisson.rho)) +
           " }";
}

Key rho_key()
{
    const auto along = [](const std::string& axis) {
        return Key{
            .name = axis,
            .summary = "An expression in " + axis +
                       ", or 2 cells + 1 numbers: at the lower end of the axis, in the middle "
                       "of the first cell, at its upper end and so on",
            .type = Type::list,
            .element = Type::real,
            .lengths = {.least = 3},
            .variables = {axis}};
    };
    return bound_by<PoissonCase>(
        read_rho, rho_yaml,
        section_key({.path = "method.rho",
                     .keys = {along("x"), along("y"), along("z")},
                     .alternatives = {axis_words.begin(), axis_words.end()},
                     .why_alternatives = "rho changes along one axis"},
                    "A coefficient that changes along one axis: div(rho grad(u)) = f is solved"));
}

/// The number of the component that a word names: x, y, z or the number itself.
int component_of(const std::string& word)
{
    const auto axis = std::ranges::find(axis_words, word);
    return axis != axis_words.end() ? static_cast<int>(axis - axis_words.begin()) : std::stoi(word);
}

/// A field: a number, an expression or an array of a file.
Key field_key(std::string path, std::string summary)
{
    Key component = bound<FieldFile>(
        [](const FieldFile& file) {
            return file.component ? std::optional{std::to_string(*file.component)} : std::nullopt;
        },
        [](FieldFile& file, const std::string& word) { file.component = component_of(word); },
        {.name = "component",
         .summary = "The component to take of an array of vectors, counted from 0 or by x, y, z",
         .pattern = {.expression = "x|y|z|[0-9]{1,3}",
                     .words = "x, y, z or the number of a component, counted from 0"}});
    Key key = section_key(
        {.path = std::move(path),
         .keys = {bound(&FieldFile::path,
                        {.name = "file",
                         .summary = "A .vti, .vtr, .pvti or .pvtr file, relative to the case, on "
                                    "the grid of the case",
                         .required = true,
                         .pattern = fields_pattern()},
                        &FieldFile::at),
                  bound(&FieldFile::field, {.name = "field",
                                            .summary = "Name of the array in the file",
                                            .required = true}),
                  std::move(component)}},
        std::move(summary));
    key.variables = space;
    key.in_braces = true;
    return key;
}

Key method_key()
{
    return bound<PoissonCase>(
        itself,
        section_key(
            {.path = "method",
             .keys = {bound<PoissonCase>(
                          [](auto& poisson) -> auto& { return poisson.problem.op; },
                          {.name = "operator",
                           .summary = "How the Laplacian is discretised along axes of equal cells",
                           .choices = operator_words}),
                      bound<PoissonCase>(
                          [](auto& poisson) -> auto& { return poisson.problem.precision; },
                          {.name = "precision",
                           .summary = "Floating-point numbers of all arrays",
                           .choices = precision_words}),
                      bound<PoissonCase>(
                          [](auto& poisson) -> auto& { return poisson.problem.lambda; },
                          {.name = "lambda",
                           .summary = "Of laplacian(u) + lambda u = f; 0 is Poisson's equation"}),
                      rho_key(),
                      bound(&PoissonCase::body_tolerance,
                            {.name = "body_tolerance",
                             .summary =
                                 "What is left of the equation beside bodies, as a part of what "
                                 "these keep from it, at which a solve ends; 1e-8 if left out",
                             .reals = {.above = 0.0, .below = 1.0}}),
                      bound(&PoissonCase::mixed_tolerance,
                            {.name = "mixed_tolerance",
                             .summary = "What u misses of its values on walls that change their "
                                        "kind, as a part of what it misses without fluxes through "
                                        "them, at which a solve ends; 1e-8 if left out",
                             .reals = {.above = 0.0, .below = 1.0}}),
                      bound(&PoissonCase::coefficient_mean,
                            {.name = "coefficient_mean",
                             .summary = "The mean of the coefficients of two unknowns that the "
                                        "face between them has; harmonic if left out",
                             .choices = face_mean_words}),
                      bound(&PoissonCase::coefficient_scaling,
                            {.name = "coefficient_scaling",
                             .summary = "What solves of the box are made for: the mean of the "
                                        "coefficient, its root times u, or automatic, what "
                                        "suits it, if left out",
                             .choices = coefficient_scaling_words}),
                      bound(&PoissonCase::coefficient_tolerance,
                            {.name = "coefficient_tolerance",
                             .summary = "What is left of the equation with a coefficient, as a "
                                        "part of f, at which a solve ends; 1e-8 if left out",
                             .reals = {.above = 0.0, .below = 1.0}}),
                      bound(&PoissonCase::coefficient_iterations,
                            {.name = "coefficient_iterations",
                             .summary = "The most iterations of a solve with a coefficient; 500 "
                                        "if left out",
                             .integers = {.least = 1, .most = 1'000'000}})}},
            "How it is computed"));
}

}  // namespace
}  // namespace tobiuo::casefile

namespace tobiuo {

std::vector<double> sampled_rho(const std::string& text, int axis, const Axis& along)
{
    const Expression rho{text,
                         {std::string{casefile::axis_words.at(static_cast<std::size_t>(axis))}}};
    std::vector<double> values;
    for (std::int64_t half = 0; half <= 2 * along.cells; ++half) {
        const double below = along.node(half / 2);
        values.push_back(rho.at(half % 2 == 0 ? below : 0.5 * (below + along.node(half / 2 + 1))));
    }
    return values;
}

}  // namespace tobiuo

namespace tobiuo::casefile {

SolverKeys poisson_keys()
{
    using Poisson = PoissonCase;
    return {
        .keys = {grid_key(), boundary_key(),
                 bodies_key(&Poisson::bodies,
                            body_table<BodySection>(
                                "bodies", space,
                                {bound(&BodySection::value,
                                       {.name = "value",
                                        .summary = "What u is in the body and on its "
                                                   "surface, a conductor; without it "
                                                   "nothing goes through its faces"})}),
                            "Bodies in the box, outside of which the equation holds: names, each "
                            "with a map of what it is"),
                 bound(&Poisson::coefficient,
                       field_key("coefficient",
                                 "The coefficient a > 0 of div(a grad u) + lambda u = f: forms as "
                                 "of source; 1 if left out")),
                 bound(&Poisson::source,
                       required(field_key("source",
                                          "The right-hand side f of laplacian(u) + lambda u = f: a "
                                          "number, an expression in x, y, z, or an array of a "
                                          "file"))),
                 bound(
                     &Poisson::exact,
                     field_key("exact", "The exact solution, for error norms: forms as of source")),
                 method_key(),
                 bound<Poisson>(
                     itself,
                     section_key({.path = "run",
                                  .keys = {bound(&Poisson::repeat,
                                                 {.name = "repeat",
                                                  .summary = "Solves, for timing",
                                                  .integers = {.least = 1, .most = 1'000'000}})}},
                                 "How often it is solved")),
                 bound(&Poisson::device_memory,
                       {.name = "device_memory",
                        .summary = "The most memory of a GPU that the case may take, of several "
                                   "ranks each; a case that needs more is solved with its arrays "
                                   "in host memory",
                        .written_before = "run"},
                       &Poisson::device_memory_at)},
        .fields =
            bound(&OutputSection::fields,
                  {.name = "fields",
                   .summary = "Arrays to write: p is the solution, f the right-hand side; "
                              "error and exact need the key exact, solid, which is 0 outside "
                              "of bodies and 1 in the first, needs bodies, coefficient the "
                              "key coefficient",
                   .fallback = {"p", "f", "residual"},
                   .choices = {"p", "f", "residual", "error", "exact", "solid", "coefficient"},
                   .distinct = true})};
}

}  // namespace tobiuo::casefile
