// SPDX-License-Identifier: BSD-3-Clause
// The target vti_file.
#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/output/field/vti.hpp"
#include "app/output/field/write_fields.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/grid.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::fuzz {
namespace {

/// A folder with pieces that an index may name: p_0 and p_1, of equal cells and of unequal ones.
class FolderWithPieces : public test::TemporaryFolder {
public:
    FolderWithPieces()
    {
        Grid grid{.axes = {Axis{.cells = 2}, Axis{.cells = 2}, Axis{.cells = 4}}};
        const std::vector<float> p(16, 1.0F);
        const std::array fields{Field{.name = "p", .values = std::span{p}}};
        for (const std::int64_t rank : {0, 1}) {
            const ranks::Slice own{.first = 2 * rank, .count = 2};
            const std::string name = "p_" + std::to_string(rank);
            write_vti(path() / (name + ".vti"), {.grid = grid, .piece = own}, fields);
            write_vtr(path() / (name + ".vtr"), {.grid = grid, .piece = own}, fields);
        }
    }
};

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
    const VtiVectors vectors = read_vti_vectors(file, "velocity");
    require(std::ssize(vectors.values) == 3 * expected, "a vector has three components");
}

}  // namespace

int vti_file(Bytes bytes)
{
    static const FolderWithPieces folder;
    const std::filesystem::path file = folder.write("in.vti", text_of(bytes));
    try {
        read(file);
    } catch (const std::runtime_error& error) {
        require(!std::string_view{error.what()}.empty(), "a refusal says why");
    }
    return 0;
}

}  // namespace tobiuo::fuzz
