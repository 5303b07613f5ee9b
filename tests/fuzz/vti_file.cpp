// The target vti_file.
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/output/field/vti.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::fuzz {
namespace {

void read(const std::filesystem::path& file)
{
    const VtiHeader header = read_vti_header(file);
    const auto& [x, y, z] = header.counts;
    const std::int64_t expected = x * y * z;
    require(expected > 0, "an accepted grid has values");
    for (const std::string& name : header.arrays) {
        const std::vector<Values> arrays = read_vti_arrays(file, std::vector{name});
        require(arrays.size() == 1, "each array that is asked for is read");
        const auto count =
            std::visit([](const auto& values) { return std::ssize(values); }, arrays.front());
        require(count == expected, "an array has a value for each point of its grid");
    }
}

}  // namespace

int vti_file(Bytes bytes)
{
    static const test::TemporaryFolder folder;
    const std::filesystem::path file = folder.write("in.vti", text_of(bytes));
    try {
        read(file);
    } catch (const std::runtime_error& error) {
        require(!std::string_view{error.what()}.empty(), "a refusal says why");
    }
    return 0;
}

}  // namespace tobiuo::fuzz
