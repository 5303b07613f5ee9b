// SPDX-License-Identifier: BSD-3-Clause
// The keys that every case has, joined with those of its solver.

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "app/case/case.hpp"
#include "app/case/sections/picture_section.hpp"
#include "app/case/sections/study_section.hpp"
#include "app/case/solvers.hpp"
#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/case/yaml/keys.hpp"

namespace tobiuo::casefile {
namespace {

Key output_key(const SolverKeys& solver)
{
    Table table{
        .path = "output",
        .keys = {
            bound_by<OutputSection>(
                nullptr,
                [](const Key&, const OutputSection& output, const Context& context) {
                    return yaml_path(output.directory, context.file);
                },
                {.name = "directory",
                 .summary =
                     "Folder of results, relative to the case; a run writes <directory>/<name>/",
                 .fallback = "out"}),
            solver.fields,
            bound(&OutputSection::format,
                  {.name = "format",
                   .summary = "File format of the fields: vti is VTK ImageData, for ParaView",
                   .choices = {"vti"}}),
            bound(&OutputSection::encoding,
                  {.name = "encoding",
                   .summary = "Where the numbers stand in that file: inline opens in every "
                              "ParaView; appended is a quarter smaller, and the ParaView of "
                              "Debian 12 refuses it",
                   .choices = encoding_words}),
            bound(&OutputSection::precision,
                  {.name = "precision",
                   .summary = "Precision of the numbers in files of fields, that of the run unless "
                              "said; checkpoints always have all digits",
                   .choices = precision_words})}};
    const bool is_any = !solver.pictured.empty();
    const auto picture = [&](const std::string& path, std::string summary) {
        return picture_key(
            path, is_any ? solver.pictured : solver.fields.choices,
            is_any ? "What is drawn, also where it is not written"
                   : "Which of output.fields; p, or the first of them if p is not written",
            std::move(summary), solver.fields.pattern);
    };
    table.keys.push_back(
        bound_picture(picture("output.picture",
                              "Write p.png: true, false, or a map of what it shows (a slice "
                              "through the middle unless said)")));
    if (is_any) {
        table.keys.push_back(bound_pictures(
            picture("output.pictures",
                    "More pictures at the end: names, each with a map of what it shows")));
    }
    for (Key key : solver.more_output) {
        key.written_before = "picture";
        table.keys.push_back(std::move(key));
    }
    return bound_by<Case>(
        nullptr,
        [](const Key& own, const Case& the_case, const Context& context) {
            return Codec<OutputSection>::yaml(own, the_case.output, context);
        },
        section_key(std::move(table), "What is written, and where"));
}

Table whole_table(const SolverKeys& solver)
{
    Table table{
        .path = "",
        .keys = {{.name = "name",
                  .summary = "Name of the run and of the folder of its results",
                  .required = true,
                  .pattern = {.expression = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}",
                              .words = "1 to 64 letters, digits, '.', '_' or '-', the first a "
                                       "letter or digit"}},
                 {.name = "solver",
                  .summary = "What is solved",
                  .required = true,
                  .choices = solver_names()}},
        .rule = solver.rule};
    table.keys.insert(table.keys.end(), solver.keys.begin(), solver.keys.end());
    table.keys.push_back(
        bound(&Case::backend,
              {.name = "backend",
               .summary = "Where it runs; auto takes the GPU if there is one (with CUDA, else with "
                          "OpenCL), else the CPU",
               .choices = backend_words,
               .mistaken = {{"gpu", "auto or cuda"}, {"GPU", "auto or cuda"}}}));
    table.keys.push_back(
        bound(&Case::device,
              {.name = "device",
               .summary = "Index of the CUDA device; TOBIUO_OPENCL_DEVICE names that of OpenCL",
               .integers = {.least = 0, .most = 1023}}));
    table.keys.push_back(output_key(solver));
    table.keys.push_back(study_key());
    return table;
}

using Tables = std::map<std::string, Table, std::less<>>;

Tables make_tables()
{
    Tables all;
    for (const SolverKind& kind : solver_kinds()) {
        all.emplace(kind.name, whole_table(kind.keys()));
    }
    return all;
}

/// The table of the section `path` of `table`, or nothing.
const Table* find_table(const Table* table, std::string_view path)
{
    while (table != nullptr && !path.empty()) {
        const std::size_t dot = path.find('.');
        const Key* key = table->find(path.substr(0, dot));
        table = key == nullptr ? nullptr : key->section.get();
        path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
    }
    return table;
}

}  // namespace

const Table& case_table(std::string_view solver)
{
    static const Tables tables = make_tables();
    const auto found = tables.find(solver);
    if (found == tables.end()) {
        throw std::out_of_range{"no solver " + std::string{solver} + " in the table of solvers"};
    }
    return found->second;
}

const Table& table_at(std::string_view solver, std::string_view path)
{
    if (const Table* table = find_table(&case_table(solver), path)) {
        return *table;
    }
    throw std::out_of_range{std::string{path} +
                            " is not a section of solver: " + std::string{solver}};
}

std::string_view solver_with(std::string_view path, std::string_view name)
{
    for (const SolverKind& kind : solver_kinds()) {
        const Table* table = find_table(&case_table(kind.name), path);
        if (table != nullptr && table->find(name) != nullptr) {
            return kind.name;
        }
    }
    return {};
}

}  // namespace tobiuo::casefile
