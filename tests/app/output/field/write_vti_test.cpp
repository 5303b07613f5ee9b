// SPDX-License-Identifier: BSD-3-Clause
// The files of write_vti, checked by VTK's own reader.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vtkCell.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkStringArray.h>
#include <vtkXMLImageDataReader.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/output/field/vti.hpp"
#include "solvers/grid.hpp"
#include "solvers/poisson/planes.hpp"
#include "tests/app/output/field/sample.hpp"
#include "tests/app/output/field/written_file.hpp"

namespace tobiuo {
namespace {

using test::expect_array;
using test::field;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

vtkSmartPointer<vtkImageData> read_by_vtk(const std::filesystem::path& path)
{
    return test::read_by_vtk<vtkXMLImageDataReader>(path);
}

template <typename Real>
class WriteVti : public test::WrittenFile {
protected:
    WriteVti() : WrittenFile{"p.vti"} {}
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(WriteVti, Reals);

TYPED_TEST(WriteVti, comes_back_from_vtk_bit_for_bit_on_cells_and_nodes)
{
    for (const Location location : {Location::cell, Location::node}) {
        SCOPED_TRACE(location == Location::cell ? "cell" : "node");
        const Grid grid = test::sample_grid(location);
        const auto p = test::sample_values<TypeParam>(grid);
        const auto other = test::sample_values<TypeParam>(grid, 100);
        const std::array fields{field("p", p), field("a b/c^2 (1)", other)};
        write_vti(this->path(), {.grid = grid, .time = 1003.5, .metadata = {}}, fields);

        test::expect_arrays<TypeParam>(*read_by_vtk(this->path()), location,
                                       {{"p", p}, {"a b/c^2 (1)", other}});
        EXPECT_THAT(test::names_in(this->folder()), ElementsAre("p.vti"));
    }
}

TYPED_TEST(WriteVti, the_grid_lies_where_it_should)
{
    const Grid grid = test::sample_grid(Location::cell);
    const auto p = test::sample_values<TypeParam>(grid);
    write_vti(this->path(), {.grid = grid}, std::array{field("p", p)});

    const auto image = read_by_vtk(this->path());
    EXPECT_THAT(std::span<int>(image->GetExtent(), 6), ElementsAre(0, 5, 0, 4, 0, 3));
    EXPECT_THAT(std::span<double>(image->GetOrigin(), 3), ElementsAre(-1.0, 2.0, 0.25));
    EXPECT_THAT(std::span<double>(image->GetSpacing(), 3), ElementsAre(0.5, 0.25, 2.0));
    // Cell 1 is the second along x: it starts half a unit to the right of the corner.
    EXPECT_THAT(std::span<double>(image->GetCell(1)->GetBounds(), 6),
                ElementsAre(-0.5, 0.0, 2.0, 2.25, 0.25, 2.25));
}

TYPED_TEST(WriteVti, nodes_of_an_axis_without_cells_are_flat)
{
    const Grid grid = test::line_of_nodes();
    const auto p = test::sample_values<TypeParam>(grid);
    write_vti(this->path(), {.grid = grid}, std::array{field("p", p)});

    const auto image = read_by_vtk(this->path());
    EXPECT_THAT(std::span<int>(image->GetDimensions(), 3), ElementsAre(5, 1, 1));
    EXPECT_THAT(std::span<double>(image->GetBounds(), 6), ElementsAre(-1, 1, 2, 2, 0, 0));
    EXPECT_THAT(std::span<double>(image->GetSpacing(), 3), ElementsAre(0.5, 1.0, 1.0));
    expect_array(*image->GetPointData(), "p", p);

    Grid cells = grid;
    cells.location = Location::cell;
    EXPECT_THROW(write_vti(this->path(), {.grid = cells}, {}), std::invalid_argument);
}

TYPED_TEST(WriteVti, vectors_come_back_with_their_components)
{
    const Grid grid = test::sample_grid(Location::cell);
    const auto p = test::sample_values<TypeParam>(grid);
    std::vector<TypeParam> velocity;
    for (const TypeParam value : p) {
        velocity.insert(velocity.end(), {value, TypeParam{2} * value, -value});
    }
    Field vector = field("velocity", velocity);
    vector.components = 3;
    write_vti(this->path(), {.grid = grid}, std::array{vector, field("p", p)});

    const auto image = read_by_vtk(this->path());
    vtkDataArray* read = image->GetCellData()->GetArray("velocity");
    ASSERT_NE(read, nullptr);
    ASSERT_EQ(read->GetNumberOfComponents(), 3);
    ASSERT_EQ(read->GetNumberOfTuples(), static_cast<vtkIdType>(p.size()));
    for (std::size_t cell = 0; cell < p.size(); ++cell) {
        EXPECT_EQ(read->GetComponent(static_cast<vtkIdType>(cell), 1), 2.0 * p[cell]);
        EXPECT_EQ(read->GetComponent(static_cast<vtkIdType>(cell), 2), -p[cell]);
    }
    expect_array(*image->GetCellData(), "p", p);
    Field wrong = field("velocity", p);
    wrong.components = 3;
    EXPECT_THROW(write_vti(this->path(), {.grid = grid}, std::array{wrong}), std::invalid_argument);
}

TYPED_TEST(WriteVti, appended_data_come_back_from_vtk_too)
{
    const Grid grid = test::sample_grid(Location::cell);
    const auto p = test::sample_values<TypeParam>(grid);
    write_vti(this->path(), {.grid = grid, .encoding = Encoding::appended},
              std::array{field("p", p)});
    EXPECT_THAT(test::text_of(this->path()), HasSubstr("<AppendedData encoding=\"raw\">"));
    expect_array(*read_by_vtk(this->path())->GetCellData(), "p", p);
}

// A grid of several blocks, and a plane that is flat.
TYPED_TEST(WriteVti, streamed_values_make_the_same_file)
{
    using Real = TypeParam;
    const auto bytes_of = [&](const Grid& grid, const Field& one, Encoding encoding) {
        write_vti(this->path(), {.grid = grid, .encoding = encoding},
                  std::array{one, Field{.name = "again", .values = one.values}});
        return test::text_of(this->path());
    };
    Grid large = test::sample_grid(Location::node);
    large.axes[2].cells = 70'000;
    const Grid cells = test::sample_grid(Location::cell);
    for (const auto& [grid, numbers] : std::vector<std::pair<Grid, bool>>{
             {large, true}, {cells, true}, {cells, false}, {test::line_of_nodes(), true}}) {
        std::vector<Real> p = test::sample_values<Real>(grid);
        p[3] = std::numeric_limits<Real>::quiet_NaN();
        p[4] = -std::numeric_limits<Real>::infinity();
        if (!numbers) {
            std::ranges::fill(p, p[3]);
        }
        poisson::PlaneBlocks blocks = poisson::blocks_of(grid);
        ++blocks.planes;  // what is beyond the grid is not written
        std::vector<Real> more = p;
        more.resize(p.size() + static_cast<std::size_t>(blocks.values));
        const StreamedValues streamed{
            .read = poisson::planes_of(std::span<const Real>{more}, blocks.values),
            .blocks = blocks,
            .precision = sizeof(Real) == sizeof(float) ? Precision::fp32 : Precision::fp64};
        const Field given{.name = "p", .values = streamed};
        const bool is_large = blocks.count() > 1;
        EXPECT_EQ(is_large, grid.axes[2].cells == large.axes[2].cells);
        for (const Encoding encoding : {Encoding::appended, Encoding::inlined}) {
            if (is_large && encoding == Encoding::inlined) {
                continue;  // text of a large grid takes long
            }
            EXPECT_TRUE(bytes_of(grid, given, encoding) == bytes_of(grid, field("p", p), encoding))
                << p.size() << " values";
        }
        blocks.planes -= 2;
        const Field few{
            .name = "p",
            .values = StreamedValues{
                .read = streamed.read, .blocks = blocks, .precision = streamed.precision}};
        EXPECT_THROW(bytes_of(grid, few, Encoding::inlined), std::invalid_argument);
    }
}

TYPED_TEST(WriteVti, time_and_metadata_survive)
{
    const Grid grid = test::sample_grid(Location::node);
    const auto p = test::sample_values<TypeParam>(grid);
    const std::map<std::string, std::string> metadata{
        {"units", "Pa <&> \"quoted\" \xc2\xb5m"}, {"case", "himeno-s"}, {"empty", ""}};
    write_vti(this->path(), {.grid = grid, .time = 0.1, .metadata = metadata},
              std::array{field("p", p)});

    const auto image = read_by_vtk(this->path());
    vtkFieldData& data = *image->GetFieldData();
    auto* time = vtkDoubleArray::SafeDownCast(data.GetAbstractArray("TimeValue"));
    ASSERT_NE(time, nullptr);
    EXPECT_EQ(time->GetNumberOfValues(), 1);
    EXPECT_EQ(time->GetValue(0), 0.1);
    for (const auto& [name, text] : metadata) {
        auto* array = vtkStringArray::SafeDownCast(data.GetAbstractArray(name.c_str()));
        ASSERT_NE(array, nullptr) << name;
        ASSERT_EQ(array->GetNumberOfValues(), 1) << name;
        EXPECT_EQ(array->GetValue(0), text);
    }
}

TYPED_TEST(WriteVti, a_file_size_limit_anywhere_is_an_error_and_leaves_nothing)
{
    const Grid grid = test::sample_grid(Location::cell);
    const auto p = test::sample_values<TypeParam>(grid);
    this->expect_limits_leave_nothing(
        [&] { write_vti(this->path(), {.grid = grid}, std::array{field("p", p)}); });
}

TYPED_TEST(WriteVti, an_earlier_file_outlives_a_failed_write)
{
    const Grid grid = test::sample_grid(Location::cell);
    const auto p = test::sample_values<TypeParam>(grid);
    test::put(this->path(), "earlier");
    {
        const test::FileSizeLimit limit{500};
        EXPECT_THROW(write_vti(this->path(), {.grid = grid}, std::array{field("p", p)}),
                     OutputError);
    }
    EXPECT_EQ(test::text_of(this->path()), "earlier");
    EXPECT_THAT(test::names_in(this->folder()), ElementsAre("p.vti"));
}

TYPED_TEST(WriteVti, folders_that_cannot_be_written_to_are_errors_without_noise)
{
    const Grid grid = test::sample_grid(Location::cell);
    const auto p = test::sample_values<TypeParam>(grid);
    test::put(this->folder() / "file", "x");
    ::testing::internal::CaptureStderr();
    for (const std::filesystem::path& path :
         {this->folder() / "file" / "p.vti", this->folder() / "missing" / "p.vti",
          std::filesystem::path{"/proc/p.vti"}}) {
        EXPECT_THROW(write_vti(path, {.grid = grid}, std::array{field("p", p)}), OutputError);
    }
    EXPECT_THAT(::testing::internal::GetCapturedStderr(), IsEmpty());
}

TYPED_TEST(WriteVti, wrong_names_and_sizes_are_defects_of_the_caller)
{
    const Grid grid = test::sample_grid(Location::cell);
    auto p = test::sample_values<TypeParam>(grid);
    for (const char* name : {"", "1p", "p\"", "p<", "p&q", "p\n"}) {
        EXPECT_THROW(write_vti(this->path(), {.grid = grid}, std::array{field(name, p)}),
                     std::invalid_argument)
            << name;
    }
    p.pop_back();
    EXPECT_THROW(write_vti(this->path(), {.grid = grid}, std::array{field("p", p)}),
                 std::invalid_argument);
    const Grid stretched = test::stretched_grid(Location::cell);
    const auto q = test::sample_values<TypeParam>(stretched);
    EXPECT_THROW(write_vti(this->path(), {.grid = stretched}, std::array{field("p", q)}),
                 std::invalid_argument);
    EXPECT_THAT(test::names_in(this->folder()), IsEmpty());
}

}  // namespace
}  // namespace tobiuo
