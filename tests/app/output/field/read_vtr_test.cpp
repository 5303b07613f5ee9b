// Reading .vtr files: the coordinates of their nodes, in all forms.
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkRectilinearGrid.h>
#include <vtkXMLRectilinearGridWriter.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "app/output/field/vti.hpp"
#include "app/output/field/write_fields.hpp"
#include "solvers/grid.hpp"
#include "tests/app/output/field/vti_files.hpp"

namespace tobiuo {
namespace {

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
