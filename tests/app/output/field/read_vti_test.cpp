// SPDX-License-Identifier: BSD-3-Clause
// Reading .vti and .vtr files of any origin: round trips, one sentence for each kind of bad file.
#include <gtest/gtest.h>
#include <vtkBitArray.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkRectilinearGrid.h>
#include <vtkUnsignedCharArray.h>
#include <vtkXMLRectilinearGridWriter.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "app/output/field/vti.hpp"
#include "app/output/field/write_fields.hpp"
#include "solvers/grid.hpp"
#include "tests/app/output/field/vti_files.hpp"

namespace tobiuo {
namespace {

using test::add_array;
using test::field;
using test::plain_image;
using test::write_by_vtk;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using ReadVti = test::VtiFile;

TEST_F(ReadVti, grid_and_values_come_back)
{
    for (const Location location : {Location::cell, Location::node}) {
        const Grid grid = test::sample_grid(location);
        const auto p = test::sample_values<float>(grid);
        const auto q = test::sample_values<float>(grid, 100);
        write_vti(path(), {.grid = grid}, std::array{field("p", p), field("q", q)});

        const VtiHeader header = read_vti_header(path());
        EXPECT_EQ(header.grid.location, location);
        EXPECT_EQ(shape_of(header.grid), shape_of(grid));
        for (std::size_t axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(header.grid.axes[axis].cells, grid.axes[axis].cells);
            EXPECT_EQ(header.grid.axes[axis].lower, grid.axes[axis].lower);
            EXPECT_EQ(header.grid.axes[axis].upper, grid.axes[axis].upper);
        }
        EXPECT_THAT(header.arrays, ElementsAre("p", "q"));
        EXPECT_THAT(read({"q", "p"}), ElementsAre(Values{q}, Values{p}));
    }
}

TEST_F(ReadVti, one_of_several_fields_comes_back_alone_also_from_a_flat_grid)
{
    const Grid grid = grid_of_cells({4, 3, 1}, Location::cell);
    const auto f = test::sample_values<double>(grid);
    const auto g = test::sample_values<float>(grid, 100);
    write_vti(path(), {.grid = grid}, std::array{field("f", f), field("g", g)});
    EXPECT_EQ(read_vti_header(path()).grid.axes[2].cells, 1);
    EXPECT_THAT(read({"f"}), ElementsAre(Values{f}));
    EXPECT_THAT(read({"g"}), ElementsAre(Values{g})) << "f makes no double of it";
}

TEST_F(ReadVti, one_double_array_makes_all_double)
{
    const Grid grid = test::sample_grid(Location::cell);
    const auto p = test::sample_values<float>(grid);
    const auto q = test::sample_values<double>(grid);
    write_vti(path(), {.grid = grid}, std::array{field("p", p), field("q", q)});

    EXPECT_THAT(read({"p", "q"}),
                ElementsAre(Values{std::vector<double>(p.begin(), p.end())}, Values{q}));
    EXPECT_THAT(read({"p"}), ElementsAre(Values{p}));
}

TEST_F(ReadVti, an_extent_that_does_not_start_at_zero_moves_the_corner)
{
    const auto image = plain_image();
    image->SetExtent(2, 4, -1, 1, 0, 2);
    image->SetOrigin(10, 20, 30);
    image->SetSpacing(1, 2, 3);
    add_array<vtkFloatArray>(*image->GetCellData(), "p", 8);
    write_by_vtk(*image, path());

    const Grid grid = read_vti_header(path()).grid;
    EXPECT_EQ(grid.axes[0].lower, 12);
    EXPECT_EQ(grid.axes[1].lower, 18);
    EXPECT_EQ(grid.axes[2].upper, 36);
    EXPECT_THAT(read({"p"}), ElementsAre(Values{std::vector<float>(8, 1.0F)}));
}

TEST_F(ReadVti, cell_data_win_over_point_data_unless_they_have_no_field_or_not_the_one_asked_for)
{
    const auto image = plain_image();
    add_array<vtkUnsignedCharArray>(*image->GetCellData(), "vtkGhostType", 8);
    add_array<vtkFloatArray>(*image->GetPointData(), "p", 27);
    write_by_vtk(*image, path());
    EXPECT_EQ(read_vti_header(path()).grid.location, Location::node);

    add_array<vtkFloatArray>(*image->GetCellData(), "q", 8);
    write_by_vtk(*image, path());
    const VtiHeader header = read_vti_header(path());
    EXPECT_EQ(header.grid.location, Location::cell);
    EXPECT_THAT(header.arrays, ElementsAre("vtkGhostType", "q"));
    EXPECT_THAT(read({"p"}), ElementsAre(Values{std::vector<float>(27, 1.0F)}));
    EXPECT_EQ(read_vti_header(path(), {.names = {"p"}}).grid.location, Location::node);
    EXPECT_THAT(read_error({"p", "q"}), HasSubstr("'p' is point data, and all arrays must be"));

    add_array<vtkFloatArray>(*image->GetCellData(), "p", 8);
    write_by_vtk(*image, path());
    EXPECT_EQ(read_vti_header(path(), {.names = {"p"}}).grid.location, Location::cell);
    const std::optional preferred = Location::node;
    EXPECT_EQ(VtiArray(path(), "p", {}, preferred).header().grid.location, Location::node);
    EXPECT_EQ(VtiArray(path(), "q", {}, preferred).header().grid.location, Location::cell);
}

TEST_F(ReadVti, missing_arrays_are_all_named_with_those_that_are_there)
{
    write_sample();
    EXPECT_EQ(read_error({"p", "a0", "b1"}),
              "has no arrays 'a0', 'b1' in its cell data (it has 'p', 'q'): add what is missing to "
              "the file");
}

TEST_F(ReadVti, arrays_of_the_wrong_kind_are_named)
{
    const auto image = plain_image();
    add_array<vtkBitArray>(*image->GetCellData(), "kind", 8);
    add_array<vtkFloatArray>(*image->GetCellData(), "velocity", 8, 3);
    write_by_vtk(*image, path());
    EXPECT_THAT(read_vti_header(path()).arrays, IsEmpty());
    EXPECT_EQ(read_error({"kind"}),
              "array 'kind' is of type Bit: write it as numbers of 8 to 64 bits (Float32, Float64 "
              "or integers)");
    EXPECT_EQ(read_error({"velocity"}),
              "array 'velocity' has 3 components: name the component that is wanted, or write one "
              "array for each");
}

TEST_F(ReadVti, values_that_are_not_finite_are_located)
{
    const Grid grid = test::sample_grid(Location::cell);
    auto p = test::sample_values<float>(grid);
    p[(2 * 4 + 1) * 5 + 3] = std::numeric_limits<float>::quiet_NaN();
    auto q = test::sample_values<double>(grid);
    q[4] = -std::numeric_limits<double>::infinity();
    write_vti(path(), {.grid = grid}, std::array{field("p", p), field("q", q)});
    EXPECT_EQ(read_error({"p"}),
              "array 'p' holds nan at x, y, z index 3, 1, 2: every value must be finite");
    EXPECT_EQ(read_error({"q"}),
              "array 'q' holds inf at x, y, z index 4, 0, 0: every value must be finite");
}

TEST_F(ReadVti, flat_grids_have_one_value_along_the_axis_of_one_point)
{
    const auto flat = plain_image();
    flat->SetDimensions(4, 3, 1);
    flat->SetOrigin(0, 0, 7);
    add_array<vtkFloatArray>(*flat->GetPointData(), "p", 12);
    write_by_vtk(*flat, path());
    const VtiHeader nodes = read_vti_header(path());
    EXPECT_EQ(nodes.grid.location, Location::node);
    EXPECT_THAT(nodes.counts, ElementsAre(4, 3, 1));
    EXPECT_EQ(nodes.grid.axes[2].lower, 7);
    EXPECT_THAT(read({"p"}), ElementsAre(Values{std::vector<float>(12, 1.0F)}));

    add_array<vtkFloatArray>(*flat->GetCellData(), "q", 6);
    write_by_vtk(*flat, path(), {.mode = test::VtkFormat::Mode::binary});
    EXPECT_THAT(read_vti_header(path()).counts, ElementsAre(3, 2, 1));
    EXPECT_THAT(read({"q"}), ElementsAre(Values{std::vector<float>(6, 1.0F)}));
}

TEST_F(ReadVti, rotated_grids_are_refused)
{
    const auto rotated = plain_image();
    rotated->SetDirectionMatrix(0, 1, 0, -1, 0, 0, 0, 0, 1);
    write_by_vtk(*rotated, path());
    EXPECT_THAT(header_error(), HasSubstr("rotated"));
}

TEST_F(ReadVti, a_file_of_another_type_is_named_as_such)
{
    test::put(path(), "<VTKFile type=\"PolyData\"></VTKFile>");
    EXPECT_THAT(header_error(), HasSubstr("a VTK file of type PolyData"));
}

TEST_F(ReadVti, a_root_element_without_a_type_is_refused)
{
    test::put(path(),
              "<a byte_order='LittleEndian' header_type='UInt32'>"
              "<VTKFile type='ImageData'></VTKFile></a><!-- </VTKFile>");
    EXPECT_THAT(header_error(), HasSubstr("the file's header is damaged"));
}

using test::field;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using ReadVtr = test::VtiFile;

const std::vector<double> unequal{0.0, 0.1, 0.3, 1.0};

template <typename Array>
void set(vtkRectilinearGrid& grid, int axis, const std::vector<double>& nodes)
{
    const vtkNew<Array> array;
    for (const double node : nodes) {
        array->InsertNextValue(static_cast<typename Array::ValueType>(node));
    }
    if (axis == 0) {
        grid.SetXCoordinates(array);
    } else if (axis == 1) {
        grid.SetYCoordinates(array);
    } else {
        grid.SetZCoordinates(array);
    }
}

/// 2 x 3 x 1 cells with p = 1, y unequal; flat if `z` has one node.
template <typename Array>
void write_grid(const std::filesystem::path& path, const std::vector<double>& y,
                const std::vector<double>& z, int mode = vtkXMLWriter::Binary)
{
    const vtkNew<vtkRectilinearGrid> grid;
    grid->SetDimensions(3, static_cast<int>(y.size()), static_cast<int>(z.size()));
    set<Array>(*grid, 0, {0.0, 0.5, 1.0});
    set<Array>(*grid, 1, y);
    set<Array>(*grid, 2, z);
    test::add_array<vtkFloatArray>(*grid->GetCellData(), "p", 6);
    const vtkNew<vtkXMLRectilinearGridWriter> writer;
    writer->SetInputData(grid);
    writer->SetFileName(path.c_str());
    writer->SetDataMode(mode);
    ASSERT_EQ(writer->Write(), 1);
}

TEST_F(ReadVtr, what_write_vtr_writes_comes_back)
{
    for (const Location location : {Location::cell, Location::node}) {
        Grid grid = grid_of_cells({4, 3, 2}, location);
        grid.axes[1] = {.cells = 3, .lower = 0.0, .upper = 1.0, .nodes = unequal};
        const auto p = test::sample_values<double>(grid);
        write_vtr(path(), {.grid = grid}, std::array{field("p", p)});
        const VtiHeader header = read_vti_header(path());
        EXPECT_EQ(header.grid.location, location);
        EXPECT_EQ(shape_of(header.grid), shape_of(grid));
        EXPECT_EQ(header.grid.axes[1].nodes, unequal);
        EXPECT_FALSE(header.grid.axes[0].stretched()) << "its nodes are those of equal cells";
        EXPECT_EQ(header.grid.axes[2].upper, grid.axes[2].upper);
        EXPECT_THAT(read({"p"}), ElementsAre(Values{p}));
    }
}

TEST_F(ReadVtr, coordinates_of_either_precision_and_mode_are_read)
{
    for (const int mode : {vtkXMLWriter::Ascii, vtkXMLWriter::Binary, vtkXMLWriter::Appended}) {
        write_grid<vtkDoubleArray>(path(), unequal, {0.0, 2.0}, mode);
        EXPECT_EQ(read_vti_header(path()).grid.axes[1].nodes, unequal);
        write_grid<vtkFloatArray>(path(), unequal, {5.0}, mode);
        const VtiHeader flat = read_vti_header(path());
        EXPECT_EQ(flat.grid.axes[1].nodes[1], static_cast<double>(0.1F));
        EXPECT_THAT(flat.counts, ElementsAre(2, 3, 1));
        EXPECT_EQ(flat.grid.axes[2].lower, 5.0);
        EXPECT_THAT(read({"p"}), ElementsAre(Values{std::vector<float>(6, 1.0F)}));
    }
}

TEST_F(ReadVtr, coordinates_that_are_no_grid_are_refused)
{
    write_grid<vtkDoubleArray>(path(), {0.0, 0.3, 0.3, 1.0}, {0.0, 1.0});
    EXPECT_EQ(header_error(),
              "coordinate 2 along y is not usable: coordinates must be finite and increase");

    write_grid<vtkDoubleArray>(path(), unequal, {0.0, 1.0}, vtkXMLWriter::Ascii);
    std::string text = test::text_of(path());
    const auto coordinates = text.find("<Coordinates>");
    const auto array = text.find("<DataArray", coordinates);
    const auto end = text.find("</DataArray>", array) + std::string{"</DataArray>"}.size();
    const std::string whole = text;
    test::put(path(), text.erase(array, end - array));
    EXPECT_THAT(header_error(), HasSubstr("it has coordinates of 2 axes"));

    text = whole;
    const auto type = text.find("Float64", coordinates);
    test::put(path(), text.replace(type, 7, "Int64"));
    EXPECT_THAT(header_error(), HasSubstr("is no number of type Int64"));
}

}  // namespace

}  // namespace tobiuo
