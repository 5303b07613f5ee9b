// SPDX-License-Identifier: BSD-3-Clause
// The files of write_vtr, checked by VTK's own reader.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vtkCell.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkRectilinearGrid.h>
#include <vtkStringArray.h>
#include <vtkXMLRectilinearGridReader.h>

#include <array>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/output/field/vtk_file.hpp"
#include "app/output/field/write_fields.hpp"
#include "solvers/grid.hpp"
#include "tests/app/output/field/sample.hpp"
#include "tests/app/output/field/written_file.hpp"

namespace tobiuo {
namespace {

using test::expect_array;
using test::field;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

vtkSmartPointer<vtkRectilinearGrid> read_by_vtk(const std::filesystem::path& path)
{
    return test::read_by_vtk<vtkXMLRectilinearGridReader>(path);
}

std::vector<double> values_of(vtkDataArray& array)
{
    std::vector<double> values;
    for (vtkIdType n = 0; n < array.GetNumberOfTuples(); ++n) {
        values.push_back(array.GetTuple1(n));
    }
    return values;
}

template <typename Real>
class WriteVtr : public test::WrittenFile {
protected:
    WriteVtr() : WrittenFile{"p.vtr"} {}
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(WriteVtr, Reals);

TYPED_TEST(WriteVtr, comes_back_from_vtk_bit_for_bit_on_cells_and_nodes)
{
    for (const Location location : {Location::cell, Location::node}) {
        SCOPED_TRACE(location == Location::cell ? "cell" : "node");
        const Grid grid = test::stretched_grid(location);
        const auto p = test::sample_values<TypeParam>(grid);
        const auto other = test::sample_values<TypeParam>(grid, 100);
        write_vtr(this->path(), {.grid = grid}, std::array{field("p", p), field("q", other)});

        EXPECT_EQ(vtk_file_type(this->path()), "RectilinearGrid");
        test::expect_arrays<TypeParam>(*read_by_vtk(this->path()), location,
                                       {{"p", p}, {"q", other}});
        EXPECT_THAT(test::names_in(this->folder()), ElementsAre("p.vtr"));
    }
}

TYPED_TEST(WriteVtr, the_nodes_lie_where_they_should)
{
    const Grid grid = test::stretched_grid(Location::cell);
    const auto p = test::sample_values<TypeParam>(grid);
    write_vtr(this->path(), {.grid = grid}, std::array{field("p", p)});

    const auto read = read_by_vtk(this->path());
    EXPECT_EQ(values_of(*read->GetXCoordinates()), (std::vector{-1.0, -0.5, 0.0}));
    EXPECT_EQ(values_of(*read->GetYCoordinates()), grid.axes[1].nodes);
    EXPECT_EQ(values_of(*read->GetZCoordinates()), (std::vector{0.0, 1.0}));
    // Cell 3 is the second along x in the second row.
    EXPECT_THAT(std::span<double>(read->GetCell(3)->GetBounds(), 6),
                ElementsAre(-0.5, 0.0, 0.2, 0.7, 0.0, 1.0));
}

TYPED_TEST(WriteVtr, nodes_of_an_axis_without_cells_are_flat)
{
    Grid grid = test::stretched_grid(Location::node);
    grid.axes[2] = {.cells = 0, .lower = 0.5, .upper = 0.5};
    const auto p = test::sample_values<TypeParam>(grid);
    write_vtr(this->path(), {.grid = grid}, std::array{field("p", p)});

    const auto read = read_by_vtk(this->path());
    EXPECT_THAT(std::span<int>(read->GetDimensions(), 3), ElementsAre(3, 5, 1));
    EXPECT_EQ(values_of(*read->GetZCoordinates()), std::vector{0.5});
    expect_array(*read->GetPointData(), "p", p);
}

TYPED_TEST(WriteVtr, coordinates_have_names_of_their_own)
{
    const Grid grid = test::stretched_grid(Location::cell);
    const auto p = test::sample_values<TypeParam>(grid);
    write_vtr(this->path(), {.grid = grid}, std::array{field("p", p)});

    const std::string text = test::text_of(this->path());
    EXPECT_EQ(text.find("0x"), std::string::npos) << "an array is named after its place in memory";
    for (const char* name : {"x", "y", "z"}) {
        EXPECT_THAT(text, HasSubstr("Name=\"" + std::string{name} + "\""));
    }
}

TYPED_TEST(WriteVtr, time_and_metadata_survive)
{
    const Grid grid = test::stretched_grid(Location::node);
    const auto p = test::sample_values<TypeParam>(grid);
    write_vtr(this->path(), {.grid = grid, .time = 0.1, .metadata = {{"case", "duct <&>"}}},
              std::array{field("p", p)});

    const auto read = read_by_vtk(this->path());
    vtkFieldData& data = *read->GetFieldData();
    auto* time = vtkDoubleArray::SafeDownCast(data.GetAbstractArray("TimeValue"));
    ASSERT_NE(time, nullptr);
    EXPECT_EQ(time->GetValue(0), 0.1);
    auto* text = vtkStringArray::SafeDownCast(data.GetAbstractArray("case"));
    ASSERT_NE(text, nullptr);
    EXPECT_EQ(text->GetValue(0), "duct <&>");
}

TYPED_TEST(WriteVtr, a_uniform_grid_may_be_written_too)
{
    const Grid grid = test::sample_grid(Location::node);
    const auto p = test::sample_values<TypeParam>(grid);
    write_vtr(this->path(), {.grid = grid}, std::array{field("p", p)});
    const auto read = read_by_vtk(this->path());
    expect_array(*read->GetPointData(), "p", p);
    EXPECT_EQ(values_of(*read->GetYCoordinates()), (std::vector{2.0, 2.25, 2.5, 2.75, 3.0}));
}

TYPED_TEST(WriteVtr, a_file_size_limit_anywhere_is_an_error_and_leaves_nothing)
{
    const Grid grid = test::stretched_grid(Location::cell);
    const auto p = test::sample_values<TypeParam>(grid);
    this->expect_limits_leave_nothing(
        [&] { write_vtr(this->path(), {.grid = grid}, std::array{field("p", p)}); });
}

TYPED_TEST(WriteVtr, wrong_names_and_sizes_are_defects_of_the_caller)
{
    const Grid grid = test::stretched_grid(Location::cell);
    auto p = test::sample_values<TypeParam>(grid);
    EXPECT_THROW(write_vtr(this->path(), {.grid = grid}, std::array{field("p<", p)}),
                 std::invalid_argument);
    p.pop_back();
    EXPECT_THROW(write_vtr(this->path(), {.grid = grid}, std::array{field("p", p)}),
                 std::invalid_argument);
    EXPECT_THAT(test::names_in(this->folder()), IsEmpty());
}

}  // namespace
}  // namespace tobiuo
