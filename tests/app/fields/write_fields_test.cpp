// Which file fields go into.
#include "app/fields/write_fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>

#include "app/fields/vtk_file.hpp"
#include "solvers/grid.hpp"
#include "tests/app/fields/sample.hpp"
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
