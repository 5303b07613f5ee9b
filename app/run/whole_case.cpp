#include "app/run/whole_case.hpp"

#include <spdlog/fmt/fmt.h>

#include <filesystem>

#include "app/machine/version.hpp"
#include "app/run/input_files.hpp"

namespace tobiuo {

std::string whole_case_of(const Case& the_case)
{
    const std::string yaml = resolved_yaml(the_case);
    std::string text = yaml.substr(yaml.find('\n') + 1);  // its first line names the file
    for (const std::filesystem::path& file : input_files(the_case)) {
        text += fmt::format("file {}:\n", file.string()) + file_mark(file);
    }
    return text + fmt::format("tobiuo: {}\n", version().revision);
}

}  // namespace tobiuo
