// Writes a case with every default filled in, as YAML that reads back to the same case.

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "app/case/case.hpp"
#include "app/case/sections/picture_reader.hpp"
#include "app/case/solvers.hpp"
#include "app/case/values/paths.hpp"
#include "app/case/yaml/bound_key.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/scalars.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

using namespace casefile;

std::string output_yaml(const OutputSection& output, const std::filesystem::path& file,
                        std::string_view solver)
{
    return "output:\n  directory: " + yaml_scalar(relative_to_case(output.directory, file)) + "\n" +
           bound_lines(table_at(solver, "output"), output) +
           "  picture: " + picture_yaml(output.picture, solver) + "\n" +
           pictures_yaml(output.pictures, solver);
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
    yaml += bound_lines(case_table(kind.name), the_case, "");
    return yaml + output_yaml(the_case.output, the_case.file, kind.name);
}

}  // namespace tobiuo
