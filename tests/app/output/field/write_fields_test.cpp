// The files that fields are written to.
#include "app/output/field/write_fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vtkNew.h>
#include <vtkXMLParser.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/output/field/vtk_file.hpp"
#include "app/output/field/vtk_messages.hpp"
#include "solvers/grid.hpp"
#include "tests/app/output/field/sample.hpp"
#include "tests/app/output/folder_content.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

TEST(WriteFields, the_grid_decides_on_the_kind_of_file)
{
    const test::TemporaryFolder folder;
    const auto type_of = [&](const Grid& grid) {
        const auto u = test::sample_values<double>(grid);
        const auto path = folder.path() / ("u.1" + std::string{fields_extension(grid)});
        write_fields(path, {.grid = grid}, std::array{test::field("u", u)});
        return vtk_file_type(path);
    };
    EXPECT_EQ(type_of(test::sample_grid(Location::cell)), "ImageData");
    EXPECT_EQ(type_of(test::stretched_grid(Location::cell)), "RectilinearGrid");
    EXPECT_THAT(test::names_in(folder.path()), ::testing::ElementsAre("u.1.vti", "u.1.vtr"));
}

/// Whether an XML parser accepts the whole file. ParaView's parser reads on into appended data with
/// some versions of libexpat, and fails there.
bool is_xml(const std::filesystem::path& path)
{
    const VtkMessages silence;
    const vtkNew<vtkXMLParser> parser;
    parser->SetFileName(path.c_str());
    return parser->Parse() == 1;
}

TEST(WriteFields, a_file_is_xml_to_its_last_byte_unless_its_data_are_appended)
{
    const test::TemporaryFolder folder;
    for (const Grid& grid :
         {test::sample_grid(Location::cell), test::stretched_grid(Location::node)}) {
        const auto u = test::sample_values<double>(grid);
        const auto path = folder.path() / ("u" + std::string{fields_extension(grid)});
        SCOPED_TRACE(path);
        ImageDescription description{.grid = grid, .metadata = {{"case", "a <b>"}}};
        write_fields(path, description, std::array{test::field("u", u)});
        EXPECT_TRUE(is_xml(path));
        description.encoding = Encoding::appended;
        write_fields(path, description, std::array{test::field("u", u)});
        EXPECT_FALSE(is_xml(path));
    }
}

TEST(WriteFields, no_file_takes_more_bytes_than_are_foreseen)
{
    const test::TemporaryFolder folder;
    const Axis axis{.cells = 75, .lower = 0.0, .upper = 1.0};
    const Grid grid{.axes = {axis, axis, axis}};
    std::vector<float> u(static_cast<std::size_t>(shape_of(grid).values()));
    std::ranges::generate(u, [engine = std::mt19937{1}]() mutable {
        return std::bit_cast<float>(static_cast<std::uint32_t>(engine()));
    });
    const auto bytes = static_cast<std::int64_t>(u.size() * sizeof(float));
    for (const Encoding encoding : {Encoding::inlined, Encoding::appended}) {
        const auto path = folder.path() / "u.vti";
        write_fields(path, {.grid = grid, .encoding = encoding}, std::array{test::field("u", u)});
        constexpr std::int64_t tags = 4096;
        const auto written = static_cast<std::int64_t>(std::filesystem::file_size(path));
        EXPECT_LE(written, most_encoded_bytes(bytes, encoding) + tags);
        EXPECT_GT(written, most_encoded_bytes(bytes, encoding) * 99 / 100);
    }
}

TEST(WriteFields, another_extension_is_a_defect_of_the_caller)
{
    const test::TemporaryFolder folder;
    const Grid grid = test::stretched_grid(Location::cell);
    const auto u = test::sample_values<double>(grid);
    EXPECT_THROW(
        write_fields(folder.path() / "u.vti", {.grid = grid}, std::array{test::field("u", u)}),
        std::invalid_argument);
    EXPECT_THAT(test::names_in(folder.path()), ::testing::IsEmpty());
}

}  // namespace
}  // namespace tobiuo
