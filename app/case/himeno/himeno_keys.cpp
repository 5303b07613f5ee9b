// SPDX-License-Identifier: BSD-3-Clause
// The keys that `solver: himeno` adds: grid, coefficients, method, run, kernel and checkpoint.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/sections/shared_keys.hpp"
#include "app/case/solvers.hpp"
#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/case/yaml/keys.hpp"
#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/presets.hpp"
#include "solvers/himeno/run.hpp"

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

bool brings_its_own_grid(const Section& root)
{
    const Node* node = root.node_of("coefficients");
    return node != nullptr && (node->kind == NodeKind::broken || node->find("file") != nullptr);
}

/// The grid of `cells` with the extent and location in `section`.
Grid make_grid(const Section& section, const std::array<std::int64_t, 3>& cells)
{
    Grid grid = grid_of_cells(cells, read_location(section));
    const Section extent = section.section("extent");
    for (std::size_t axis = 0; axis < axis_words.size(); ++axis) {
        read_interval(extent, axis_words.at(axis), grid.axes.at(axis));
    }
    extent.finish();
    check_size(section, grid);
    return grid;
}

void read_grid(const Section& root, const Key& key, HimenoCase& himeno)
{
    const Section section = root.section(key.name);
    if (!section.present()) {
        if (!brings_its_own_grid(root)) {
            root.report_missing(key.name);
        }
        return;
    }
    section.finish(brings_its_own_grid(root)
                       ? "add one, or remove 'grid', for the file of coefficients brings its own"
                       : "add one");
    himeno.preset = section.given<std::string>("preset");
    const auto given = section.given<std::vector<std::int64_t>>("cells");
    const auto preset = himeno::find_preset(himeno.preset.value_or(""));
    std::array<std::int64_t, 3> cells{3, 3, 3};  // lets a bad grid's other keys be checked
    if (preset) {
        cells = {preset->shape.nk, preset->shape.nj, preset->shape.ni};
    } else if (given) {
        std::ranges::copy(*given, cells.begin());
    }
    himeno.grid_at = section.position_of(preset ? "preset" : "cells");
    himeno.grid = make_grid(section, cells);
}

std::string grid_yaml(const Key& key, const HimenoCase& himeno, const Context& /*context*/)
{
    if (!himeno.grid) {
        return {};
    }
    const auto& [x, y, z] = himeno.grid->axes;
    const std::string& location =
        location_words.at(static_cast<std::size_t>(himeno.grid->location));
    std::vector<std::string> items;
    if (himeno.preset) {
        items = {"preset: " + *himeno.preset};
    } else {
        items = {"cells: [" + std::to_string(x.cells) + ", " + std::to_string(y.cells) + ", " +
                     std::to_string(z.cells) + "]",
                 "location: " + location};
    }
    items.push_back("extent:\n    x: " + yaml_interval(x) + "\n    y: " + yaml_interval(y) +
                    "\n    z: " + yaml_interval(z));
    return yaml_section(key, items);
}

Key grid_key()
{
    Key location = location_key();
    location.only_with = "cells";
    return bound_by<HimenoCase>(
        read_grid, grid_yaml,
        section_key(
            {.path = "grid",
             .keys = {{.name = "preset",
                       .summary = "Official size of the benchmark",
                       .choices = preset_names()},
                      {.name = "cells",
                       .summary = "[nx, ny, nz]: cells per axis, x contiguous (Himeno's k, j, i)",
                       .type = Type::list,
                       .integers = cells_of_an_axis,
                       .element = Type::integer,
                       .lengths = {.least = 3, .most = 3}},
                      section_key(
                          {.path = "grid.extent",
                           .keys = {required(interval_key("x")), required(interval_key("y")),
                                    required(interval_key("z"))}},
                          std::string{extent_summary}),
                      std::move(location)},
             .alternatives = {"preset", "cells"},
             .why_alternatives = "the size is given either by name or by number"},
            "Size and place of the grid; only coefficients from a file bring their own"));
}

/// The key of coefficients that a Part describes.
template <typename Part>
Key source_key(Key key)
{
    return bound<Coefficients>(
        [](const Coefficients& coefficients) {
            const auto* part = std::get_if<Part>(&coefficients);
            return part == nullptr ? std::nullopt : std::optional{*part};
        },
        [](Coefficients& coefficients, Part part) { coefficients = std::move(part); },
        std::move(key));
}

Key coefficients_key()
{
    Key random = section_key(
        {.path = "coefficients.random",
         .keys = {bound(
             &RandomCoefficients::seed,
             {.name = "seed", .summary = "Every seed gives other arrays", .required = true})}},
        "Random arrays with masks and sources, for tests");
    random.in_braces = true;
    Key key = section_key(
        {.path = "coefficients",
         .keys = {source_key<RandomCoefficients>(std::move(random)),
                  source_key<CoefficientFile>(
                      {.name = "file",
                       .summary = "A .vti, .vtr, .pvti or .pvtr file, relative to the case, with "
                                  "the arrays a0 to a3, b0 to b2, c0 to c2, wrk1, bnd and p",
                       .pattern = fields_pattern()})},
         .alternatives = {"random", "file"},
         .why_alternatives = "the arrays have one source"},
        "Where the arrays come from");
    key.choices = {"official"};
    key.fallback = "official";
    return bound(&HimenoCase::coefficients, std::move(key));
}

Key method_key()
{
    return bound<HimenoCase>(
        itself,
        section_key(
            {.path = "method",
             .keys = {bound(&HimenoCase::precision,
                            {.name = "precision",
                             .summary = "Floating-point numbers of all arrays; single is "
                                        "official",
                             .choices = precision_words}),
                      bound(&HimenoCase::omega, {.name = "omega",
                                                 .summary = "Relaxation factor; 0.8 is official",
                                                 .reals = {.above = 0.0, .below = 2.0}})}},
            "How it is computed"));
}

Key run_key()
{
    using himeno::FixedSweeps, himeno::TargetSeconds, himeno::Tolerance;
    constexpr auto stop = &HimenoCase::stop;
    return bound<HimenoCase>(
        itself,
        section_key(
            {.path = "run",
             .keys = {bound_part(stop, &TargetSeconds::seconds,
                                 {.name = "target_seconds",
                                  .summary = "Official protocol: a rehearsal, then about as many "
                                             "sweeps as fit; 60 is official and what a case "
                                             "without 'run' gets",
                                  .reals = {.above = 0.0, .below = longest_run}}),
                      bound_part(stop, &FixedSweeps::sweeps,
                                 {.name = "sweeps",
                                  .summary = "This number of sweeps",
                                  .integers = sweeps_of_a_run}),
                      bound_part(stop, &Tolerance::gosa,
                                 {.name = "tolerance",
                                  .summary = "Sweep until gosa is at most this",
                                  .reals = positive}),
                      bound_part(stop, &Tolerance::max_sweeps,
                                 {.name = "max_sweeps",
                                  .summary = "Give up after this number of sweeps",
                                  .fallback = default_max_sweeps,
                                  .integers = sweeps_of_a_run,
                                  .only_with = "tolerance"}),
                      bound_part(stop, &Tolerance::check_every,
                                 {.name = "check_every",
                                  .summary = "Sweeps between two looks at gosa",
                                  .fallback = Tolerance{}.check_every,
                                  .integers = {.least = 1, .most = 1'000'000},
                                  .only_with = "tolerance"})},
             .alternatives = {"target_seconds", "sweeps", "tolerance"},
             .why_alternatives = "one rule stops a run"},
            "What stops the run"));
}

/// A parameter of kernels, of which the case keeps what is not `auto`. One without choices accepts
/// any text.
Key parameter_key(const stencil::Parameter& parameter)
{
    Key key{.name = std::string{parameter.name},
            .summary = std::string{parameter.summary},
            .fallback = "auto",
            .quoted = true};
    if (!parameter.choices.empty()) {
        key.choices = {"auto"};
        key.choices.insert(key.choices.end(), parameter.choices.begin(), parameter.choices.end());
    }
    const std::string name = key.name;
    return bound<HimenoCase>(
        [name](const HimenoCase& himeno) {
            const auto given = himeno.kernel_parameters.find(name);
            return std::optional{given == himeno.kernel_parameters.end() ? std::string{"auto"}
                                                                         : given->second};
        },
        [name](HimenoCase& himeno, std::string value) {
            if (value != "auto") {
                himeno.kernel_parameters.emplace(name, std::move(value));
            }
        },
        std::move(key));
}

/// Adds the choices of `parameter` to the key of the same name.
void merge(std::vector<Key>& keys, const stencil::Parameter& parameter)
{
    const auto found = std::ranges::find(keys, parameter.name, &Key::name);
    if (found == keys.end()) {
        keys.push_back(parameter_key(parameter));
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

Key kernel_key()
{
    Table table{.path = "kernel",
                .keys = {bound(&HimenoCase::kernel,
                               {.name = "name",
                                .summary = "Which kernel sweeps; auto takes the best that can",
                                .choices = {"auto"},
                                .quoted = true})}};
    for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
        auto& names = table.keys.front().choices;
        if (std::ranges::find(names, kind.name) == names.end()) {
            names.emplace_back(kind.name);
        }
        for (const stencil::Parameter& parameter : kind.parameters) {
            merge(table.keys, parameter);
        }
    }
    return bound<HimenoCase>(itself,
                             section_key(std::move(table), "Which kernel sweeps, and its switches"),
                             &HimenoCase::kernel_at);
}

/// Only coefficients from a file may replace the section `grid`.
constexpr const char* grid_rule = R"({"anyOf": [
    {"required": ["grid"]},
    {"required": ["coefficients"],
     "properties": {"coefficients": {"type": "object", "required": ["file"]}}}]})";

}  // namespace

SolverKeys himeno_keys()
{
    return {.keys = {grid_key(), coefficients_key(), method_key(), run_key(), kernel_key(),
                     bound(&HimenoCase::checkpoint, checkpoint_key())},
            .fields = bound(&OutputSection::fields,
                            {.name = "fields",
                             .summary = "Arrays to write",
                             .choices = {stencil::array_names.begin(), stencil::array_names.end()},
                             .distinct = true}),
            .more_output = {bound(
                &OutputSection::history_rows,
                {.name = "history_rows",
                 .summary = "Most rows of history.csv; longer histories are thinned evenly",
                 .integers = {.least = 2, .most = 16'777'216}})},
            .rule = grid_rule};
}

}  // namespace tobiuo::casefile
