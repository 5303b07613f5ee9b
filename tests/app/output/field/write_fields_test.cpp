// SPDX-License-Identifier: BSD-3-Clause
// The files that fields are written to, by one rank and by several with their index.
#include "app/output/field/write_fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkRectilinearGrid.h>
#include <vtkXMLImageDataReader.h>
#include <vtkXMLPImageDataReader.h>
#include <vtkXMLPRectilinearGridReader.h>
#include <vtkXMLParser.h>
#include <vtkXMLRectilinearGridReader.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/output/field/vtk_file.hpp"
#include "app/output/field/vtk_messages.hpp"
#include "solvers/grid.hpp"
#include "tests/app/output/field/pieces.hpp"
#include "tests/app/output/field/sample.hpp"
#include "tests/app/output/field/written_file.hpp"
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

using test::field;
using test::Slices;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

template <typename Real>
class FieldsIndex : public test::WrittenFile {
protected:
    FieldsIndex() : WrittenFile{"p.pvti"} {}
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FieldsIndex, Reals);

void expect_values(vtkDataArray& read, vtkDataArray& expected)
{
    ASSERT_EQ(read.GetNumberOfTuples(), expected.GetNumberOfTuples());
    for (vtkIdType i = 0; i < read.GetNumberOfTuples(); ++i) {
        ASSERT_EQ(read.GetTuple1(i), expected.GetTuple1(i)) << i;
    }
}

/// Checks that the index and the file hold the same points, time and colours.
void expect_place(vtkDataSet& read, vtkDataSet& expected)
{
    ASSERT_EQ(read.GetNumberOfPoints(), expected.GetNumberOfPoints());
    for (vtkIdType point = 0; point < read.GetNumberOfPoints(); ++point) {
        const auto at = std::span<const double, 3>{expected.GetPoint(point), 3};
        const std::array<double, 3> wanted{at[0], at[1], at[2]};
        ASSERT_THAT((std::span<const double, 3>{read.GetPoint(point), 3}),
                    ElementsAreArray(wanted));
    }
    auto* time = vtkDoubleArray::SafeDownCast(read.GetFieldData()->GetArray("TimeValue"));
    ASSERT_NE(time, nullptr);
    EXPECT_EQ(time->GetValue(0), 12.0);
}

TYPED_TEST(FieldsIndex, vtk_reads_pieces_as_it_reads_one_file)
{
    using Real = TypeParam;
    for (const Location location : {Location::cell, Location::node}) {
        const Grid grid = test::seven_planes(location);
        const auto p = test::sample_values<Real>(grid);
        const auto q = test::sample_values<Real>(grid, 100);
        const auto whole = this->folder() / "whole.vti";
        write_vti(whole, {.grid = grid, .time = 12.0}, std::array{field("p", p), field("q", q)});
        const auto expected = test::read_by_vtk<vtkXMLImageDataReader>(whole);
        for (const Slices& slices : test::divisions_of_seven()) {
            SCOPED_TRACE(::testing::Message() << (location == Location::cell ? "cells" : "nodes")
                                              << ", " << slices.size() << " ranks, first has "
                                              << slices.front().count << " planes");
            test::write_pieces(this->path(), {.grid = grid, .time = 12.0}, p, q, slices);
            const VtkMessages messages;
            const auto read = test::read_by_vtk<vtkXMLPImageDataReader>(this->path());
            EXPECT_FALSE(messages.any()) << messages.first();
            EXPECT_THAT(std::span<int>(read->GetExtent(), 6),
                        ElementsAreArray(std::span<int>(expected->GetExtent(), 6)));
            expect_place(*read, *expected);
            test::expect_arrays<Real>(*read, location, {{"p", p}, {"q", q}});
        }
    }
}

TYPED_TEST(FieldsIndex, vtk_reads_pieces_of_unequal_cells_as_it_reads_one_file)
{
    using Real = TypeParam;
    const auto index = this->folder() / "p.pvtr";
    for (const Location location : {Location::cell, Location::node}) {
        const Grid grid = test::seven_unequal_planes(location);
        const auto p = test::sample_values<Real>(grid);
        const auto q = test::sample_values<Real>(grid, 100);
        const auto whole = this->folder() / "whole.vtr";
        write_vtr(whole, {.grid = grid, .time = 12.0}, std::array{field("p", p), field("q", q)});
        const auto expected = test::read_by_vtk<vtkXMLRectilinearGridReader>(whole);
        for (const Slices& slices : test::divisions_of_seven()) {
            SCOPED_TRACE(::testing::Message() << (location == Location::cell ? "cells" : "nodes")
                                              << ", " << slices.size() << " ranks, first has "
                                              << slices.front().count << " planes");
            test::write_pieces(index, {.grid = grid, .time = 12.0}, p, q, slices);
            const VtkMessages messages;
            const auto read = test::read_by_vtk<vtkXMLPRectilinearGridReader>(index);
            EXPECT_FALSE(messages.any()) << messages.first();
            expect_values(*read->GetZCoordinates(), *expected->GetZCoordinates());
            expect_place(*read, *expected);
            test::expect_arrays<Real>(*read, location, {{"p", p}, {"q", q}});
        }
    }
}

TYPED_TEST(FieldsIndex, vtk_reads_vectors_of_pieces_that_have_their_own_planes_alone)
{
    const Grid grid = test::seven_planes(Location::cell);
    const auto p = test::sample_values<TypeParam>(grid);
    std::vector<TypeParam> vectors;
    for (const TypeParam value : p) {
        vectors.insert(vectors.end(), {value, -value, 2 * value});
    }
    const Slices slices = test::divisions_of_seven().front();
    const std::ptrdiff_t plane = std::ssize(p) / 7;
    for (std::size_t rank = 0; rank < slices.size(); ++rank) {
        const ranks::Slice& own = slices[rank];
        const auto part = [&](const std::vector<TypeParam>& all, std::ptrdiff_t components) {
            return std::span<const TypeParam>{all}.subspan(
                static_cast<std::size_t>(own.first * plane * components),
                static_cast<std::size_t>(own.count * plane * components));
        };
        if (own.count > 0) {
            write_vti(
                piece_path(this->path(), static_cast<int>(rank)), {.grid = grid, .piece = own},
                std::array{Field{.name = "velocity", .values = part(vectors, 3), .components = 3},
                           Field{.name = "p", .values = part(p, 1)}});
        }
    }
    const std::span<const TypeParam> none;
    write_fields_index(this->path(), {.grid = grid},
                       std::array{Field{.name = "velocity", .values = none, .components = 3},
                                  Field{.name = "p", .values = none}},
                       slices);
    const VtkMessages messages;
    const auto read = test::read_by_vtk<vtkXMLPImageDataReader>(this->path());
    EXPECT_FALSE(messages.any()) << messages.first();
    vtkDataArray* const velocity = read->GetCellData()->GetArray("velocity");
    ASSERT_NE(velocity, nullptr);
    ASSERT_EQ(velocity->GetNumberOfComponents(), 3);
    ASSERT_EQ(velocity->GetNumberOfTuples(), std::ssize(p));
    for (vtkIdType cell = 0; cell < velocity->GetNumberOfTuples(); ++cell) {
        for (int component = 0; component < 3; ++component) {
            const auto at = static_cast<std::size_t>(3 * cell + component);
            ASSERT_EQ(velocity->GetComponent(cell, component), static_cast<double>(vectors[at]));
        }
    }
    EXPECT_EQ(read_vti_vectors(this->path(), "velocity").values,
              (std::vector<double>{vectors.begin(), vectors.end()}));
}

TYPED_TEST(FieldsIndex, the_index_says_where_the_pieces_lie)
{
    const Grid grid = test::seven_planes(Location::node);
    const auto p = test::sample_values<TypeParam>(grid);
    const std::array<std::int64_t, 4> counts{3, 2, 2, 0};
    write_fields_index(this->folder() / "a & b.1.pvti", {.grid = grid}, std::array{field("p", p)},
                       test::slices_of_counts(counts));

    EXPECT_THAT(test::names_in(this->folder()), ElementsAre("a & b.1.pvti"));
    const std::string text = test::text_of(this->folder() / "a & b.1.pvti");
    EXPECT_THAT(text, HasSubstr("<PImageData WholeExtent=\"0 5 0 4 0 6\" GhostLevel=\"0\" "
                                "Origin=\"-1 2 0.25\" Spacing=\"0.5 0.25 1\">"));
    EXPECT_THAT(text, HasSubstr("<Piece Extent=\"0 5 0 4 0 3\" Source=\"a &amp; b.1_0.vti\"/>"));
    EXPECT_THAT(text, HasSubstr("<Piece Extent=\"0 5 0 4 3 5\" Source=\"a &amp; b.1_1.vti\"/>"));
    EXPECT_THAT(text, HasSubstr("<Piece Extent=\"0 5 0 4 5 6\" Source=\"a &amp; b.1_2.vti\"/>"));
    EXPECT_EQ(text.find("_3.vti"), std::string::npos) << "a rank without planes has a piece";
}

TYPED_TEST(FieldsIndex, a_piece_is_a_file_of_its_own)
{
    const Grid grid = test::seven_planes(Location::cell);
    const auto p = test::sample_values<TypeParam>(grid);
    const auto path = this->folder() / "p_1.vti";
    write_vti(path, {.grid = grid, .piece = ranks::Slice{.first = 2, .count = 3}},
              std::array{field("p", p)});

    const Axis z = read_vti_header(path).grid.axes[2];
    EXPECT_EQ(z.cells, 3);
    EXPECT_EQ(z.lower, grid.axes[2].node(2));
    EXPECT_EQ(z.upper, grid.axes[2].node(5));
    const std::vector<std::string> names{"p"};
    constexpr std::ptrdiff_t plane = 20;
    EXPECT_THAT(read_vti_arrays(path, names),
                ElementsAre(Values{std::vector(p.begin() + 2 * plane, p.begin() + 5 * plane)}));
}

TYPED_TEST(FieldsIndex, a_flat_field_is_one_piece)
{
    const Grid grid = test::line_of_nodes();
    const auto p = test::sample_values<TypeParam>(grid);
    const auto q = test::sample_values<TypeParam>(grid, 100);
    test::write_pieces(this->path(), {.grid = grid}, p, q, {{.first = 0, .count = 1}, {1, 0}});
    test::expect_arrays<TypeParam>(*test::read_by_vtk<vtkXMLPImageDataReader>(this->path()),
                                   Location::node, {{"p", p}, {"q", q}});
    EXPECT_THAT(test::names_in(this->folder()), ElementsAre("p.pvti", "p_0.vti"));
}

TYPED_TEST(FieldsIndex, a_file_size_limit_is_an_error_and_leaves_nothing)
{
    const Grid grid = test::seven_planes(Location::cell);
    const auto p = test::sample_values<TypeParam>(grid);
    const Slices slices{{.first = 0, .count = 7}};
    this->expect_limits_leave_nothing([&] {
        write_fields_index(this->path(), {.grid = grid}, std::array{field("p", p)}, slices);
    });
}

TYPED_TEST(FieldsIndex, slices_and_names_that_do_not_fit_are_defects_of_the_caller)
{
    const Grid grid = test::seven_planes(Location::cell);
    const auto p = test::sample_values<TypeParam>(grid);
    const auto write = [&](const char* name, const char* array, const Slices& slices) {
        write_fields_index(this->folder() / name, {.grid = grid}, std::array{field(array, p)},
                           slices);
    };
    const Slices good{{.first = 0, .count = 7}};
    EXPECT_THROW(write("p.vti", "p", good), std::invalid_argument);
    EXPECT_THROW(write("p.pvtr", "p", good), std::invalid_argument);
    EXPECT_THROW(write("p.pvti", "p<", good), std::invalid_argument);
    EXPECT_THROW(write("p.pvti", "p", {}), std::invalid_argument);
    EXPECT_THROW(write("p.pvti", "p", {{0, 6}}), std::invalid_argument);
    EXPECT_THROW(write("p.pvti", "p", {{0, 3}, {4, 3}}), std::invalid_argument);
    for (const ranks::Slice& own : Slices{{-1, 2}, {2, 0}, {5, 3}}) {
        EXPECT_THROW(write_vti(this->folder() / "p_0.vti", {.grid = grid, .piece = own},
                               std::array{field("p", p)}),
                     std::invalid_argument);
    }
    EXPECT_THAT(test::names_in(this->folder()), ElementsAre());
}

}  // namespace

}  // namespace tobiuo
