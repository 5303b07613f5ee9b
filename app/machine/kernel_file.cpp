#include "app/machine/kernel_file.hpp"

#include <fstream>
#include <iterator>

namespace tobiuo {

std::optional<std::string> value_in(const std::filesystem::path& file, const std::string& key)
{
    std::ifstream lines{file};
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(key)) {
            const auto start = line.find_first_not_of(" \t:", key.size());
            return start == std::string::npos ? "" : line.substr(start);
        }
    }
    return std::nullopt;
}

std::optional<std::int64_t> number_in(const std::filesystem::path& file)
{
    std::ifstream text{file};
    std::int64_t number = 0;
    return text >> number ? std::optional{number} : std::nullopt;
}

std::string text_in(const std::filesystem::path& file)
{
    std::ifstream text{file};
    return {std::istreambuf_iterator<char>{text}, {}};
}

}  // namespace tobiuo
