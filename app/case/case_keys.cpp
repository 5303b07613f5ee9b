// The keys that every case has, joined with those of its solver.

#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/sections/study_section.hpp"
#include "app/case/solvers.hpp"
#include "app/case/yaml/bound_key.hpp"
#include "app/case/yaml/keys.hpp"

namespace tobiuo::casefile {
namespace {

Table picture_table(const SolverKeys& solver, std::string path)
{
    constexpr std::int64_t most_isolines = 100;
    return {
        .path = std::move(path),
        .keys = {
            {.name = "plane",
             .summary = "The axis across which the slice is taken; of a field along one axis the "
                        "picture is a curve",
             .choices = {axis_words.begin(), axis_words.end()}},
            {.name = "at",
             .summary = "Where on that axis, in its units; the middle if it is left out",
             .type = Type::real},
            {.name = "field",
             .summary = solver.pictured.empty()
                            ? "Which of output.fields; p, or the first of them if p is not written"
                            : "What is drawn, also where it is not written",
             .choices = solver.pictured.empty() ? solver.fields.choices : solver.pictured},
            {.name = "range",
             .summary = "[lower, upper]: the values at the ends of the colour bar; those of the "
                        "slice if it is left out",
             .type = Type::list,
             .element = Type::real,
             .lengths = {.least = 2, .most = 2}},
            bound<PictureLook>(
                &PictureLook::isolines,
                {.name = "isolines",
                 .summary = "Draw at most so many lines of equal value, at round ones",
                 .integers = {.least = 0, .most = most_isolines}}),
            bound<PictureLook>(
                &PictureLook::map,
                {.name = "map",
                 .summary = "Colours: sequential is viridis; diverging is blue, white, red, white "
                            "at 0 where the values have both signs",
                 .choices = colour_map_words})}};
}

Key picture_key(const Table& picture)
{
    Key key = section_key(picture,
                          "Write p.png: true, false, or a map of what it shows (a slice through "
                          "the middle unless said)");
    key.switchable = true;
    key.fallback = true;
    return key;
}

Key pictures_key(const Table& picture)
{
    Key key =
        section_key(picture, "More pictures at the end: names, each with a map of what it shows");
    key.named = true;
    return key;
}

Table output_table(const SolverKeys& solver, const Table& picture, const Table& pictures)
{
    Table table{
        .path = "output",
        .keys = {
            {.name = "directory",
             .summary = "Folder of results, relative to the case; a run writes <directory>/<name>/",
             .fallback = "out"},
            solver.fields,
            bound<OutputSection>(
                &OutputSection::format,
                {.name = "format",
                 .summary = "File format of the fields: vti is VTK ImageData, for ParaView",
                 .choices = {"vti"}}),
            bound<OutputSection>(
                &OutputSection::encoding,
                {.name = "encoding",
                 .summary = "Where the numbers stand in that file: inline opens in every ParaView; "
                            "appended is a quarter smaller, and the ParaView of Debian 12 refuses "
                            "it",
                 .choices = encoding_words}),
            picture_key(picture)}};
    if (!solver.pictured.empty()) {
        table.keys.push_back(pictures_key(pictures));
    }
    table.keys.insert(table.keys.end(), solver.more_output.begin(), solver.more_output.end());
    return table;
}

Table whole_table(const SolverKeys& solver, const Table& output)
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
    table.keys.push_back(bound<Case>(
        &Case::backend,
        {.name = "backend",
         .summary =
             "Where it runs; auto takes the GPU if there is one (with CUDA, else with OpenCL), "
             "else the CPU",
         .choices = backend_words,
         .mistaken = {{"gpu", "auto or cuda"}, {"GPU", "auto or cuda"}}}));
    table.keys.push_back(bound<Case>(
        &Case::device,
        {.name = "device",
         .summary = "Index of the CUDA device; TOBIUO_OPENCL_DEVICE names that of OpenCL",
         .integers = {.least = 0, .most = 1023}}));
    table.keys.push_back(section_key(output, "What is written, and where"));
    table.keys.push_back(study_key());
    return table;
}

struct Tables {
    Table picture;
    Table pictures;
    Table output;  ///< points to both
    Table whole;   ///< points to `output`
};

using TablesOfSolvers = std::map<std::string, Tables, std::less<>>;

TablesOfSolvers make_tables()
{
    TablesOfSolvers all;
    for (const SolverKind& kind : solver_kinds()) {
        const SolverKeys keys = kind.keys();
        Tables& tables = all[std::string{kind.name}];  // an element of a map keeps its address
        tables.picture = picture_table(keys, "output.picture");
        tables.pictures = picture_table(keys, "output.pictures");
        tables.output = output_table(keys, tables.picture, tables.pictures);
        tables.whole = whole_table(keys, tables.output);
    }
    return all;
}

/// The table of the section `path` of `table`, or nothing.
const Table* find_table(const Table* table, std::string_view path)
{
    while (table != nullptr && !path.empty()) {
        const std::size_t dot = path.find('.');
        const Key* key = table->find(path.substr(0, dot));
        table = key == nullptr ? nullptr : key->section;
        path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
    }
    return table;
}

}  // namespace

const Table& case_table(std::string_view solver)
{
    static const TablesOfSolvers tables = make_tables();
    const auto found = tables.find(solver);
    if (found == tables.end()) {
        throw std::out_of_range{"no solver " + std::string{solver} + " in the table of solvers"};
    }
    return found->second.whole;
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
