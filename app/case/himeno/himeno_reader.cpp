// Reads the part of a case that belongs to `solver: himeno`, and checks its keys against each
// other.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/case/grid/grid_keys.hpp"
#include "app/case/himeno/himeno_keys.hpp"
#include "app/case/sections/checkpoint_section.hpp"
#include "app/case/yaml/bound_key.hpp"
#include "app/wording.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/presets.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo::casefile {
namespace {

std::string list_of_views(std::span<const std::string_view> words)
{
    return list_of(std::vector<std::string>{words.begin(), words.end()});
}

Coefficients read_coefficients(const Section& root, const CaseFolder& folder)
{
    const Node* node = root.node_of("coefficients");
    if (node == nullptr || node->kind == NodeKind::scalar) {
        static_cast<void>(root.value<std::string>("coefficients"));
        return OfficialCoefficients{};
    }
    const Section section = root.section("coefficients");
    section.finish();
    if (section.has("random")) {
        const Section random = section.section("random");
        random.finish();
        return RandomCoefficients{static_cast<std::uint64_t>(random.value<std::int64_t>("seed"))};
    }
    const auto path = folder.given_file(section, "file");
    if (!path) {
        return OfficialCoefficients{};
    }
    return CoefficientFile{.path = *path, .at = section.position_of("file")};
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

void read_grid(const Section& root, HimenoCase& himeno)
{
    const Section section = root.section("grid");
    if (!section.present()) {
        if (!brings_its_own_grid(root)) {
            root.report_missing("grid");
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

void read_method(const Section& root, HimenoCase& himeno)
{
    const Section section = root.section("method");
    read_bound(section, himeno);
    section.finish();
}

himeno::StopRule read_stop_rule(const Section& root)
{
    const Section section = root.section("run");
    section.finish();
    const auto seconds = section.given<double>("target_seconds");
    const auto sweeps = section.given<std::int64_t>("sweeps");
    const auto gosa = section.given<double>("tolerance");
    const himeno::Tolerance tolerance{.gosa = gosa.value_or(0.0),
                                      .max_sweeps = section.value<std::int64_t>("max_sweeps"),
                                      .check_every = section.value<std::int64_t>("check_every")};
    if (gosa) {
        return tolerance;
    }
    if (sweeps) {
        return himeno::FixedSweeps{*sweeps};
    }
    return seconds ? himeno::TargetSeconds{*seconds} : himeno::TargetSeconds{};
}

BackendChoice choice_of(Backend backend)
{
    switch (backend) {
        case Backend::cuda:
            return BackendChoice::cuda;
        case Backend::opencl:
            return BackendChoice::opencl;
        case Backend::cpu:
            break;
    }
    return BackendChoice::cpu;
}

/// The kernels called `name` that a back end of the case could run.
std::vector<const stencil::SweepKind*> kinds_called(std::string_view name, BackendChoice backend)
{
    std::vector<const stencil::SweepKind*> kinds;
    for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
        if (kind.name == name &&
            (backend == BackendChoice::automatic || backend == choice_of(kind.backend))) {
            kinds.push_back(&kind);
        }
    }
    return kinds;
}

/// Reports a parameter that none of `kinds`, all called `kernel`, has or accepts with that value.
void check_switch(const Section& section, const std::string& name, const std::string& value,
                  const std::string& kernel, const std::vector<const stencil::SweepKind*>& kinds)
{
    std::vector<std::string> known;
    std::string choices;
    for (const stencil::SweepKind* kind : kinds) {
        for (const stencil::Parameter& parameter : kind->parameters) {
            known.emplace_back(parameter.name);
            if (parameter.name != name) {
                continue;
            }
            if (parameter.choices.empty() ||
                std::ranges::find(parameter.choices, value) != parameter.choices.end()) {
                return;
            }
            choices = list_of_views(parameter.choices);
        }
    }
    if (choices.empty()) {
        section.report(name, "the kernel '" + kernel + "' has no such switch (it has " +
                                 (known.empty() ? "none" : list_of(known)) + "): remove it");
    } else {
        section.report(name, in_quotes(value) + " is not for the kernel '" + kernel +
                                 "' (which takes auto, " + choices + ")");
    }
}

void read_kernel(const Section& root, BackendChoice backend, HimenoCase& himeno)
{
    const Section section = root.section("kernel");
    himeno.kernel_at = root.position_of("kernel");
    himeno.kernel = section.value<std::string>("name");
    const auto kinds = kinds_called(himeno.kernel, backend);
    const bool chosen = himeno.kernel != "auto";
    if (chosen && kinds.empty()) {
        section.report("name", "the kernel '" + himeno.kernel + "' is not one of backend: " +
                                   backend_words.at(static_cast<std::size_t>(backend)) +
                                   " (it runs elsewhere): choose another kernel or backend");
    }
    for (const std::string& name : table_at("himeno", "kernel").names()) {
        if (name == "name") {
            continue;
        }
        const auto value = section.given<std::string>(name);
        if (!value || *value == "auto") {
            continue;
        }
        if (chosen && !kinds.empty()) {
            check_switch(section, name, *value, himeno.kernel, kinds);
        }
        himeno.kernel_parameters.emplace(name, *value);
    }
    section.finish();
}

void read_checkpoint_of(const Section& root, HimenoCase& himeno)
{
    himeno.checkpoint = read_checkpoint(root);
    if (himeno.checkpoint && std::holds_alternative<himeno::TargetSeconds>(himeno.stop)) {
        root.report("checkpoint",
                    "a run of the official protocol times its sweeps without a break: remove it, "
                    "or give run.sweeps or run.tolerance");
    }
}

}  // namespace

HimenoCase read_himeno(const Section& root, const CaseFolder& folder, const Case& common)
{
    HimenoCase himeno;
    himeno.coefficients = read_coefficients(root, folder);
    read_grid(root, himeno);
    read_method(root, himeno);
    himeno.stop = read_stop_rule(root);
    read_kernel(root, common.backend, himeno);
    read_checkpoint_of(root, himeno);
    return himeno;
}

}  // namespace tobiuo::casefile
