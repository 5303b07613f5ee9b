// Every key of a case file, with its type, default and meaning: the one place where keys live.

#include <vector>

#include "app/case/case.hpp"
#include "app/case/himeno_keys.hpp"
#include "app/case/keys.hpp"
#include "kernels/stencil/arrays.hpp"

namespace tobiuo::casefile {
namespace {

const Table& output_table()
{
    static const OutputSection defaults;
    static const Table table{
        .path = "output",
        .keys = {
            {.name = "directory",
             .summary = "Folder of results, relative to the case; a run writes <directory>/<name>/",
             .fallback = "out"},
            {.name = "fields",
             .summary = "Arrays to write",
             .type = Type::list,
             .fallback = defaults.fields,
             .choices = {stencil::array_names.begin(), stencil::array_names.end()}},
            {.name = "format",
             .summary = "File format of the fields: vti is VTK ImageData, for ParaView",
             .fallback = defaults.format,
             .choices = {"vti"}},
            {.name = "picture",
             .summary = "Write p.png, a slice through the middle",
             .type = Type::boolean,
             .fallback = defaults.picture},
            {.name = "history_rows",
             .summary = "Most rows of history.csv; longer histories are thinned evenly",
             .type = Type::integer,
             .fallback = defaults.history_rows,
             .integers = {.least = 2, .most = 16'777'216}},
        }};
    return table;
}

Table make_case_table()
{
    Table table{
        .path = "",
        .keys = {
            {.name = "name",
             .summary = "Name of the run and of the folder of its results",
             .required = true,
             .pattern = {.expression = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}",
                         .words = "1 to 64 letters, digits, '.', '_' or '-', the first a letter "
                                  "or digit"}},
            {.name = "solver",
             .summary = "What is solved",
             .required = true,
             .choices = {"himeno"}},
            {.name = "backend",
             .summary = "Where it runs; auto takes the GPU if there is one, else the CPU",
             .fallback = backend_words.front(),
             .choices = backend_words},
            {.name = "device",
             .summary = "Index of the CUDA device",
             .type = Type::integer,
             .fallback = Case{}.device,
             .integers = {.least = 0, .most = 1023}},
            {.name = "output",
             .summary = "What is written, and where",
             .type = Type::section,
             .section = &output_table()},
        }};
    // Of the second solver on, its keys follow here and the reader asks which solver a key is for.
    const std::vector<Key> keys = himeno_keys();
    table.keys.insert(table.keys.begin() + 2, keys.begin(), keys.end());
    return table;
}

}  // namespace

const Table& case_table()
{
    static const Table table = make_case_table();
    return table;
}

}  // namespace tobiuo::casefile
