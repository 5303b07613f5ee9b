// Writes a case with every default filled in, as YAML that reads back to the same case.

#include <cstddef>
#include <filesystem>
#include <string>

#include "app/case/case.hpp"
#include "app/case/paths.hpp"
#include "app/case/picture_reader.hpp"
#include "app/case/solvers.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/yaml_text.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

using namespace casefile;

std::string output_yaml(const OutputSection& output, const std::filesystem::path& file,
                        bool has_history)
{
    return "output:\n  directory: " + yaml_scalar(relative_to_case(output.directory, file)) +
           "\n  fields: [" + list_of(output.fields) + "]\n  format: " + output.format +
           "\n  encoding: " + encoding_words.at(static_cast<std::size_t>(output.encoding)) +
           "\n  picture: " + picture_yaml(output.picture) + "\n" +
           (has_history ? "  history_rows: " + std::to_string(output.history_rows) + "\n" : "");
}

}  // namespace

std::string resolved_yaml(const Case& the_case)
{
    const SolverKind& kind = solver_kinds()[the_case.solver.index()];
    const std::string original = the_case.file.filename().string();
    std::string yaml = "# " + yaml_scalar(original) +
                       " with every default filled in. Paths are relative to the folder of that "
                       "file.\n";
    yaml += "name: " + yaml_scalar(the_case.name) + "\nsolver: " + std::string{kind.name} + "\n";
    yaml += kind.yaml(the_case);
    yaml += "backend: " + backend_words.at(static_cast<std::size_t>(the_case.backend)) + "\n";
    yaml += "device: " + std::to_string(the_case.device) + "\n";
    const bool has_history = table_at(kind.name, "output").find("history_rows") != nullptr;
    return yaml + output_yaml(the_case.output, the_case.file, has_history);
}

}  // namespace tobiuo
