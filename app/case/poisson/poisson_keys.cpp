// The keys that `solver: poisson` adds: grid, boundary, source, exact, method and run.
#include "app/case/poisson/poisson_keys.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/grid/grid_keys.hpp"
#include "app/case/values/expression_reader.hpp"
#include "app/case/values/quantities.hpp"
#include "app/case/yaml/bound_key.hpp"
#include "app/case/yaml/keys.hpp"

namespace tobiuo::casefile {
namespace {

const Table& poisson_grid_table()
{
    static const Table table = [] {
        Table keys = box_grid_table();
        keys.keys.insert(keys.keys.begin() + 2, location_key());
        return keys;
    }();
    return table;
}

Table end_table(const std::string& path)
{
    return {.path = path,
            .keys = {{.name = "dirichlet",
                      .summary = "Value of u: a number or an expression in x, y, z",
                      .type = Type::expression,
                      .variables = space},
                     {.name = "neumann",
                      .summary = "Derivative of u along the outward normal: a number or an "
                                 "expression in x, y, z",
                      .type = Type::expression,
                      .variables = space}},
            .alternatives = {"dirichlet", "neumann"},
            .why_alternatives = "an end has one condition"};
}

Key end_key(const Table& table, const std::string& words)
{
    Key key = section_key(
        table, "Condition at the " + words + ": a word (the value is 0), or a map with the value");
    key.required = true;
    key.choices = {condition_words.begin() + 1, condition_words.end()};
    return key;
}

const Table& ends_table(std::size_t axis)
{
    static const EndKeys keys{
        .section = "boundary", .words = "end of", .table = end_table, .key = end_key};
    static const std::array<EndTables, 3> tables{EndTables{keys, "x"}, EndTables{keys, "y"},
                                                 EndTables{keys, "z"}};
    return tables.at(axis).both();
}

Key axis_key(std::size_t axis)
{
    Key key = section_key(ends_table(axis),
                          "Conditions at the ends of " + std::string{axis_words.at(axis)} +
                              ": a word for both (values are 0), or a map of lower and upper");
    key.choices = condition_words;
    key.fallback = condition_words.front();
    return key;
}

const Table& boundary_table()
{
    static const Table table{.path = "boundary", .keys = {axis_key(0), axis_key(1), axis_key(2)}};
    return table;
}

Table field_table(std::string path)
{
    return {
        .path = std::move(path),
        .keys = {
            {.name = "file",
             .summary =
                 "A .vti, .vtr, .pvti or .pvtr file, relative to the case, on the grid of the case",
             .required = true,
             .pattern = fields_pattern()},
            {.name = "field", .summary = "Name of the array in the file", .required = true},
            {.name = "component",
             .summary =
                 "The component to take of an array of vectors, counted from 0 or by x, y, z",
             .pattern = {.expression = "x|y|z|[0-9]{1,3}",
                         .words = "x, y, z or the number of a component, counted from 0"}}}};
}

Key field_key(const Table& table, std::string summary)
{
    Key key = section_key(table, std::move(summary));
    key.variables = space;
    return key;
}

Key source_key()
{
    static const Table table = field_table("source");
    Key key = field_key(table,
                        "The right-hand side f of laplacian(u) + lambda u = f: a number, an "
                        "expression in x, y, z, or an array of a file");
    key.required = true;
    return key;
}

Key exact_key()
{
    static const Table table = field_table("exact");
    return field_key(table, "The exact solution, for error norms: forms as of source");
}

const Table& method_table()
{
    using poisson::Problem;
    static const Table table{
        .path = "method",
        .keys = {
            bound<Problem>(&Problem::op,
                           {.name = "operator",
                            .summary = "How the Laplacian is discretised along axes of equal cells",
                            .choices = operator_words}),
            bound<Problem>(&Problem::precision, {.name = "precision",
                                                 .summary = "Floating-point numbers of all arrays",
                                                 .choices = precision_words}),
            bound<Problem>(
                &Problem::lambda,
                {.name = "lambda",
                 .summary = "Of laplacian(u) + lambda u = f; 0 is Poisson's equation"})}};
    return table;
}

Key device_memory_key()
{
    return {.name = "device_memory",
            .summary =
                "The most memory of a GPU that the case may take, of several ranks each; a case "
                "that needs more is solved with its arrays in host memory",
            .pattern = {.expression = std::string{memory_size_expression},
                        .words = std::string{memory_size_words}}};
}

const Table& run_table()
{
    static const Table table{
        .path = "run",
        .keys = {bound<PoissonCase>(&PoissonCase::repeat,
                                    {.name = "repeat",
                                     .summary = "Solves, for timing",
                                     .integers = {.least = 1, .most = 1'000'000}})}};
    return table;
}

}  // namespace

SolverKeys poisson_keys()
{
    Key grid = section_key(poisson_grid_table(), "Size and place of the grid");
    grid.required = true;
    return {.keys = {std::move(grid),
                     section_key(boundary_table(),
                                 "Conditions at the ends of the axes; an axis left out is "
                                 "periodic"),
                     source_key(), exact_key(), section_key(method_table(), "How it is computed"),
                     section_key(run_table(), "How often it is solved"), device_memory_key()},
            .fields = bound<OutputSection>(
                &OutputSection::fields,
                {.name = "fields",
                 .summary = "Arrays to write: p is the solution, f the right-hand side; error and "
                            "exact need the key exact",
                 .fallback = {"p", "f", "residual"},
                 .choices = {"p", "f", "residual", "error", "exact"},
                 .distinct = true}),
            .more_output = {}};
}

}  // namespace tobiuo::casefile
