// The keys that `solver: himeno` adds: grid, coefficients, method, run and kernel.
#include "app/case/himeno/himeno_keys.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "app/case/case.hpp"
#include "app/case/grid/grid_keys.hpp"
#include "app/case/sections/checkpoint_section.hpp"
#include "app/case/yaml/bound_key.hpp"
#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/presets.hpp"

namespace tobiuo::casefile {
namespace {

constexpr IntegerRange cells_of_an_axis{.least = 3, .most = most_cells};
constexpr IntegerRange sweeps_of_a_run{.least = 1, .most = 1'000'000'000'000};
constexpr RealRange positive{.above = 0.0};
/// The longest run, about three years, which keeps the number of planned sweeps far from overflow.
constexpr double longest_run = 1e8;
constexpr std::int64_t default_max_sweeps = 100'000;

std::vector<std::string> preset_names()
{
    std::vector<std::string> names;
    names.reserve(himeno::presets.size());
    for (const himeno::Preset& preset : himeno::presets) {
        names.emplace_back(preset.name);
    }
    return names;
}

Key required(std::string axis)
{
    Key key = interval_key(std::move(axis));
    key.required = true;
    return key;
}

const Table& extent_table()
{
    static const Table table{.path = "grid.extent",
                             .keys = {required("x"), required("y"), required("z")}};
    return table;
}

Table make_grid_table()
{
    Key location = location_key();
    location.only_with = "cells";
    return {.path = "grid",
            .keys = {{.name = "preset",
                      .summary = "Official size of the benchmark",
                      .choices = preset_names()},
                     {.name = "cells",
                      .summary = "[nx, ny, nz]: cells per axis, x contiguous (Himeno's k, j, i)",
                      .type = Type::list,
                      .integers = cells_of_an_axis,
                      .element = Type::integer,
                      .lengths = {.least = 3, .most = 3}},
                     section_key(extent_table(), std::string{extent_summary}),
                     std::move(location)},
            .alternatives = {"preset", "cells"},
            .why_alternatives = "the size is given either by name or by number"};
}

const Table& grid_table()
{
    static const Table table = make_grid_table();
    return table;
}

const Table& random_table()
{
    static const Table table{.path = "coefficients.random",
                             .keys = {{.name = "seed",
                                       .summary = "Every seed gives other arrays",
                                       .type = Type::integer,
                                       .required = true}}};
    return table;
}

const Table& coefficients_table()
{
    static const Table table{
        .path = "coefficients",
        .keys = {{.name = "random",
                  .summary = "Random arrays with masks and sources, for tests",
                  .type = Type::section,
                  .section = &random_table()},
                 {.name = "file",
                  .summary =
                      "A .vti, .vtr, .pvti or .pvtr file, relative to the case, with the arrays a0 "
                      "to a3, b0 to b2, c0 to c2, wrk1, bnd and p",
                  .pattern = fields_pattern()}},
        .alternatives = {"random", "file"},
        .why_alternatives = "the arrays have one source"};
    return table;
}

const Table& method_table()
{
    static const Table table{
        .path = "method",
        .keys = {
            bound<HimenoCase>(
                &HimenoCase::precision,
                {.name = "precision",
                 .summary = "Floating-point numbers of all arrays; single is official",
                 .choices = precision_words}),
            bound<HimenoCase>(&HimenoCase::omega, {.name = "omega",
                                                   .summary = "Relaxation factor; 0.8 is official",
                                                   .reals = {.above = 0.0, .below = 2.0}})}};
    return table;
}

const Table& run_table()
{
    static const Table table{
        .path = "run",
        .keys = {{.name = "target_seconds",
                  .summary = "Official protocol: a rehearsal, then about as many sweeps as fit; "
                             "60 is official and what a case without 'run' gets",
                  .type = Type::real,
                  .reals = {.above = 0.0, .below = longest_run}},
                 {.name = "sweeps",
                  .summary = "This number of sweeps",
                  .type = Type::integer,
                  .integers = sweeps_of_a_run},
                 {.name = "tolerance",
                  .summary = "Sweep until gosa is at most this",
                  .type = Type::real,
                  .reals = positive},
                 {.name = "max_sweeps",
                  .summary = "Give up after this number of sweeps",
                  .type = Type::integer,
                  .fallback = default_max_sweeps,
                  .integers = sweeps_of_a_run,
                  .only_with = "tolerance"},
                 {.name = "check_every",
                  .summary = "Sweeps between two looks at gosa",
                  .type = Type::integer,
                  .fallback = himeno::Tolerance{}.check_every,
                  .integers = {.least = 1, .most = 1'000'000},
                  .only_with = "tolerance"}},
        .alternatives = {"target_seconds", "sweeps", "tolerance"},
        .why_alternatives = "one rule stops a run"};
    return table;
}

/// Adds the choices of `parameter` to the key of the same name; a parameter without choices accepts
/// any text.
void merge(std::vector<Key>& keys, const stencil::Parameter& parameter)
{
    const auto found = std::ranges::find(keys, parameter.name, &Key::name);
    if (found == keys.end()) {
        Key key{.name = std::string{parameter.name},
                .summary = std::string{parameter.summary},
                .fallback = "auto"};
        if (!parameter.choices.empty()) {
            key.choices = {"auto"};
            key.choices.insert(key.choices.end(), parameter.choices.begin(),
                               parameter.choices.end());
        }
        keys.push_back(std::move(key));
        return;
    }
    if (parameter.choices.empty()) {
        found->choices.clear();
    }
    for (const std::string_view choice : parameter.choices) {
        const bool any_text = found->choices.empty();
        if (!any_text && std::ranges::find(found->choices, choice) == found->choices.end()) {
            found->choices.emplace_back(choice);
        }
    }
}

Table make_kernel_table()
{
    Table table{.path = "kernel",
                .keys = {{.name = "name",
                          .summary = "Which kernel sweeps; auto takes the best that can",
                          .fallback = HimenoCase{}.kernel,
                          .choices = {"auto"}}}};
    for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
        auto& names = table.keys.front().choices;
        if (std::ranges::find(names, kind.name) == names.end()) {
            names.emplace_back(kind.name);
        }
        for (const stencil::Parameter& parameter : kind.parameters) {
            merge(table.keys, parameter);
        }
    }
    return table;
}

const Table& kernel_table()
{
    static const Table table = make_kernel_table();
    return table;
}

/// Only coefficients from a file may replace the section `grid`.
constexpr const char* grid_rule = R"({"anyOf": [
    {"required": ["grid"]},
    {"required": ["coefficients"],
     "properties": {"coefficients": {"type": "object", "required": ["file"]}}}]})";

}  // namespace

SolverKeys himeno_keys()
{
    Key coefficients = section_key(coefficients_table(), "Where the arrays come from");
    coefficients.choices = {"official"};
    coefficients.fallback = "official";
    return {.keys = {section_key(grid_table(),
                                 "Size and place of the grid; only coefficients from a file bring "
                                 "their own"),
                     std::move(coefficients), section_key(method_table(), "How it is computed"),
                     section_key(run_table(), "What stops the run"),
                     section_key(kernel_table(), "Which kernel sweeps, and its switches"),
                     checkpoint_key()},
            .fields = bound<OutputSection>(
                &OutputSection::fields,
                {.name = "fields",
                 .summary = "Arrays to write",
                 .choices = {stencil::array_names.begin(), stencil::array_names.end()},
                 .distinct = true}),
            .more_output = {bound<OutputSection>(
                &OutputSection::history_rows,
                {.name = "history_rows",
                 .summary = "Most rows of history.csv; longer histories are thinned evenly",
                 .integers = {.least = 2, .most = 16'777'216}})},
            .rule = grid_rule};
}

}  // namespace tobiuo::casefile
