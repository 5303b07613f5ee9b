// SPDX-License-Identifier: BSD-3-Clause
// Reads, checks and resolves a case file, and writes it with every default filled in.
#include "app/case/case.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/case/case_document.hpp"
#include "app/case/flow/flow_sections.hpp"
#include "app/case/sections/picture_section.hpp"
#include "app/case/sections/series_section.hpp"
#include "app/case/solvers.hpp"
#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/case/yaml/document.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/overrides.hpp"
#include "app/case/yaml/problems.hpp"
#include "app/case/yaml/scalars.hpp"
#include "app/case/yaml/section.hpp"
#include "app/case/yaml/text.hpp"
#include "app/wording.hpp"
#include "solvers/nearest_word.hpp"

namespace tobiuo::casefile {
namespace {

/// The path that stands for the standard input, and its name in messages and reports.
constexpr std::string_view stdin_path = "-";
constexpr std::string_view stdin_source = "<stdin>";

std::ptrdiff_t keys_known_to(const SolverKind& kind, const Node& document)
{
    return std::ranges::count_if(document.entries, [&](const Entry& entry) {
        return case_table(kind.name).find(entry.key) != nullptr;
    });
}

/// The solver that the case names. A misspelt name counts as the nearest one, and a missing name as
/// the solver that knows most of the keys; nothing for a name that resembles none: then keys are
/// not checked.
const SolverKind* solver_of(const Node& document)
{
    const auto kinds = solver_kinds();
    const Entry* given = document.find("solver");
    if (given != nullptr && given->value.kind == NodeKind::scalar) {
        const std::string meant = nearest(given->value.text, solver_names());
        const auto named = std::ranges::find(kinds, meant, &SolverKind::name);
        return named == kinds.end() ? nullptr : &*named;
    }
    return &*std::ranges::max_element(
        kinds, {}, [&](const SolverKind& kind) { return keys_known_to(kind, document); });
}

/// output.directory under the case's folder. The folder `name` of the run in it (of a member of a
/// study, its label in the study's folder) may be a symbolic link, which must not lead outside
/// either.
std::filesystem::path resolve_directory(const Section& section, const std::string& name)
{
    const std::string text = section.value<std::string>("directory").value_or("");
    const auto directory = resolved(section, "directory", text);
    if (directory && !name.empty()) {
        static_cast<void>(
            resolved(section, "directory", (std::filesystem::path{text} / name).string()));
    }
    return directory.value_or("");
}

OutputSection read_output(const Section& section, const CaseOptions& options,
                          const std::string& name)
{
    OutputSection output;
    output.directory = options.output ? *options.output : resolve_directory(section, name);
    read_bound(section, output);
    section.finish();
    return output;
}

/// Reports files that are to have more digits than the run.
void check_precision(const Section& root, const Case& the_case)
{
    if (the_case.output.precision == Precision::fp64 &&
        computed_precision(the_case) == Precision::fp32) {
        root.section("output").report("precision",
                                      "the run computes in single precision (its fields have no "
                                      "more digits than that): remove the key, or use "
                                      "method.precision double");
    }
}

}  // namespace

Node read_document(const std::filesystem::path& file, const CaseOptions& options,
                   Problems& problems)
{
    const bool from_stdin = file == stdin_path;
    const std::string source = source_of(file).string();
    Node root = parse_document(from_stdin ? read_text(std::cin, source) : read_text_file(file),
                               source, problems);
    if (root.kind == NodeKind::null) {
        problems.add({.source = source, .line = 0, .column = 0},
                     "has no case in it (empty, or comments only): a case needs at least name, "
                     "solver and grid");
        problems.throw_if_any();
    }
    // The solver comes first because it decides what the other keys mean.
    std::vector<std::string> settings = options.set;
    const auto others = std::ranges::stable_partition(
        settings, [](const std::string& setting) { return setting.starts_with("solver="); });
    const std::span all{settings};
    const auto count = all.size() - others.size();
    if (root.kind == NodeKind::map) {
        apply_overrides(root, table_of(root), all.first(count), problems);
        apply_overrides(root, table_of(root), all.subspan(count), problems);
    }
    return root;
}

const Table& table_of(const Node& document)
{
    const SolverKind* kind = solver_of(document);
    return case_table(kind == nullptr ? solver_kinds().front().name : kind->name);
}

std::filesystem::path source_of(const std::filesystem::path& file)
{
    return file == stdin_path ? std::filesystem::path{stdin_source} : file;
}

Case read_case_of(const Node& document, const std::filesystem::path& file,
                  const CaseOptions& options, Problems& problems, const std::string& label)
{
    CaseReading reading{
        .problems = problems,
        .context = {.file = source_of(file), .allow_outside = options.allow_outside}};
    const Section root{table_of(document), &document, document.at, reading};
    if (options.output && options.output->empty()) {
        problems.add({.source = "--output", .line = 0, .column = 0}, "is empty: name a folder");
    }

    Case the_case;
    if (!root.is_map()) {
        root.finish();
    } else {
        the_case.file = source_of(file);
        the_case.name = root.value<std::string>("name").value_or("");
        static_cast<void>(root.given<std::string>("solver"));
        read_bound(root, the_case);
        if (the_case.backend == BackendChoice::opencl && root.given<std::int64_t>("device")) {
            root.report("device",
                        "counts CUDA devices, and the case runs with OpenCL: remove it, and "
                        "name the device in the environment variable TOBIUO_OPENCL_DEVICE");
        }
        if (const SolverKind* kind = solver_of(document)) {
            const std::string results = label.empty() || the_case.name.empty()
                                            ? the_case.name
                                            : the_case.name + "/" + label;
            the_case.output = read_output(root.section("output"), options, results);
            the_case.solver = kind->read(root, the_case);
            read_picture(root, the_case);
            read_series(root, the_case);
            read_lines(root, the_case);
            check_precision(root, the_case);
            root.finish();
        }
    }
    if (!label.empty()) {
        the_case.output.directory /= the_case.name;
        the_case.name = label;
    }
    return the_case;
}

}  // namespace tobiuo::casefile

namespace tobiuo {
namespace {

/// The first cell of the axis for which it holds, as for all later ones; their number if for none.
template <typename Holds>
std::int64_t first_cell(const Axis& axis, const Holds& holds)
{
    std::int64_t first = 0;
    for (std::int64_t end = axis.cells; first < end;) {
        const std::int64_t middle = first + (end - first) / 2;
        if (holds(middle)) {
            end = middle;
        } else {
            first = middle + 1;
        }
    }
    return first;
}

Precision precision_in(const HimenoCase& himeno)
{
    return himeno.precision;
}

Precision precision_in(const PoissonCase& poisson)
{
    return poisson.problem.precision;
}

Precision precision_in(const FlowCase& flow)
{
    return flow.precision;
}

}  // namespace

CellBox cells_of(const SeriesSection& series, const Grid& grid)
{
    constexpr double rounding = 1e-9;  // of places, in widths of a cell
    CellBox cells;
    for (std::size_t at = 0; at < grid.axes.size(); ++at) {
        const Axis& axis = grid.axes.at(at);
        const bool is_across = series.plane && static_cast<std::size_t>(*series.plane) == at;
        const auto bounds = series.box ? series.box->at(at) : std::nullopt;
        const auto nearly = [&](std::int64_t n) {
            return rounding * (axis.node(n + 1) - axis.node(n));
        };
        std::int64_t first = 0;
        std::int64_t end = axis.cells;
        if (is_across) {
            const double place = series.at.value_or(axis.lower);
            first = first_cell(
                axis, [&](std::int64_t n) { return axis.node(n + 1) > place + nearly(n); });
            first = std::min(first, axis.cells - 1);
            end = first + 1;
        } else if (bounds) {
            first = first_cell(axis, [&](std::int64_t n) {
                return axis.centre(n) >= bounds->front() - nearly(n);
            });
            end = first_cell(
                axis, [&](std::int64_t n) { return axis.centre(n) > bounds->back() + nearly(n); });
        }
        cells.first.at(at) = first;
        cells.count.at(at) = std::max<std::int64_t>(end - first, 0);
    }
    return cells;
}

Precision computed_precision(const Case& the_case)
{
    return std::visit([](const auto& solver) { return precision_in(solver); }, the_case.solver);
}

Precision written_precision(const Case& the_case)
{
    return the_case.output.precision.value_or(computed_precision(the_case));
}

Case read_case(const std::filesystem::path& file, const CaseOptions& options)
{
    casefile::Problems problems;
    const casefile::Node document = casefile::read_document(file, options, problems);
    if (const auto* study = document.find("study")) {
        problems.add(study->at,
                     "study: this file stands for several cases, and one is needed here: remove "
                     "the key, or give the case.resolved.yaml of a member that has run");
        problems.throw_if_any();
    }
    Case the_case = casefile::read_case_of(document, file, options, problems);
    problems.throw_if_any();
    return the_case;
}

std::string resolved_yaml(const Case& the_case)
{
    const std::string_view solver = casefile::solver_kinds()[the_case.solver.index()].name;
    const std::string original = the_case.file.filename().string();
    std::string yaml = "# " + casefile::yaml_scalar(original) +
                       " with every default filled in. Paths are relative to the folder of that "
                       "file.\n";
    yaml += "name: " + casefile::yaml_scalar(the_case.name) + "\nsolver: " + std::string{solver} +
            "\n" + casefile::solver_yaml(the_case.solver, the_case.file);
    return yaml + casefile::bound_lines(casefile::case_table(solver), the_case,
                                        casefile::context_of(the_case.solver, the_case.file));
}

}  // namespace tobiuo
