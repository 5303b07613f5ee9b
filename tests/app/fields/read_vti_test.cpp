// Reading .vti files from anywhere: round trips, and one sentence for each kind of bad file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkRectilinearGrid.h>
#include <vtkXMLImageDataWriter.h>
#include <vtkXMLRectilinearGridWriter.h>

#include <array>
#include <limits>
#include <random>
#include <stdexcept>

#include "app/fields/vti.hpp"
#include "tests/app/fields/sample.hpp"
#include "tests/app/output/folder_content.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using test::field;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// Every test also proves that VTK prints nothing.
class ReadVti : public ::testing::Test {
protected:
    void SetUp() override { ::testing::internal::CaptureStderr(); }
    void TearDown() override { EXPECT_THAT(::testing::internal::GetCapturedStderr(), IsEmpty()); }

    [[nodiscard]] std::filesystem::path path() const { return folder_.path() / "in.vti"; }
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

    [[nodiscard]] std::vector<Values> read(const std::vector<std::string>& names) const
    {
        return read_vti_arrays(path(), names);
    }
    [[nodiscard]] std::string read_error(const std::vector<std::string>& names) const
    {
        return test::message_of<std::runtime_error>([&] { static_cast<void>(read(names)); });
    }
    [[nodiscard]] std::string header_error() const
    {
        return test::message_of<std::runtime_error>(
            [&] { static_cast<void>(read_vti_header(path())); });
    }
    void write_sample() const
    {
        const Grid grid = test::sample_grid(Location::cell);
        const auto p = test::sample_values<float>(grid);
        const auto q = test::sample_values<float>(grid, 100);
        write_vti(path(), {.grid = grid}, std::array{field("p", p), field("q", q)});
    }

private:
    test::TemporaryFolder folder_;
};

/// An image of 2 x 2 x 2 cells without arrays, for files that write_vti does not write.
vtkNew<vtkImageData> plain_image()
{
    vtkNew<vtkImageData> image;
    image->SetDimensions(3, 3, 3);
    return image;
}

template <typename Array>
void add_array(vtkDataSetAttributes& data, const char* name, vtkIdType tuples, int components = 1)
{
    const vtkNew<Array> array;
    array->SetName(name);
    array->SetNumberOfComponents(components);
    array->SetNumberOfTuples(tuples);
    array->Fill(1.0);
    data.AddArray(array);
}

void write_by_vtk(vtkImageData& image, const std::filesystem::path& path, bool ascii = false)
{
    const vtkNew<vtkXMLImageDataWriter> writer;
    writer->SetInputData(&image);
    writer->SetFileName(path.c_str());
    writer->SetCompressorTypeToNone();
    if (ascii) {
        writer->SetDataModeToAscii();
    }
    ASSERT_EQ(writer->Write(), 1);
}

TEST_F(ReadVti, grid_and_values_come_back)
{
    for (const Location location : {Location::cell, Location::node}) {
        const Grid grid = test::sample_grid(location);
        const auto p = test::sample_values<float>(grid);
        const auto q = test::sample_values<float>(grid, 100);
        write_vti(path(), {.grid = grid}, std::array{field("p", p), field("q", q)});

        const VtiHeader header = read_vti_header(path());
        EXPECT_EQ(header.grid.location, location);
        EXPECT_EQ(header.grid.shape(), grid.shape());
        for (std::size_t axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(header.grid.axes[axis].cells, grid.axes[axis].cells);
            EXPECT_EQ(header.grid.axes[axis].lower, grid.axes[axis].lower);
            EXPECT_EQ(header.grid.axes[axis].upper, grid.axes[axis].upper);
        }
        EXPECT_THAT(header.arrays, ElementsAre("p", "q"));
        EXPECT_THAT(read({"q", "p"}), ElementsAre(Values{q}, Values{p}));
    }
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

TEST_F(ReadVti, cell_data_win_over_point_data_unless_they_have_no_field)
{
    const auto image = plain_image();
    add_array<vtkIntArray>(*image->GetCellData(), "kind", 8);
    add_array<vtkFloatArray>(*image->GetPointData(), "p", 27);
    write_by_vtk(*image, path());
    EXPECT_EQ(read_vti_header(path()).grid.location, Location::node);

    add_array<vtkFloatArray>(*image->GetCellData(), "q", 8);
    write_by_vtk(*image, path());
    const VtiHeader header = read_vti_header(path());
    EXPECT_EQ(header.grid.location, Location::cell);
    EXPECT_THAT(header.arrays, ElementsAre("q"));
    EXPECT_THAT(read_error({"p"}), AllOf(HasSubstr("'p' is point data"), HasSubstr("'q'")));
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
    add_array<vtkIntArray>(*image->GetCellData(), "kind", 8);
    add_array<vtkFloatArray>(*image->GetCellData(), "velocity", 8, 3);
    write_by_vtk(*image, path());
    EXPECT_THAT(read_vti_header(path()).arrays, IsEmpty());
    EXPECT_EQ(read_error({"kind"}), "array 'kind' is of type int: write it as float or double");
    EXPECT_EQ(read_error({"velocity"}),
              "array 'velocity' has 3 components: write one array for each");
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

TEST_F(ReadVti, flat_and_rotated_grids_are_refused)
{
    const auto flat = plain_image();
    flat->SetDimensions(3, 3, 1);
    write_by_vtk(*flat, path());
    EXPECT_THAT(header_error(), HasSubstr("no cells along z"));

    const auto rotated = plain_image();
    rotated->SetDirectionMatrix(0, 1, 0, -1, 0, 0, 0, 0, 1);
    write_by_vtk(*rotated, path());
    EXPECT_THAT(header_error(), HasSubstr("rotated"));
}

TEST_F(ReadVti, a_file_of_another_type_is_named_as_such)
{
    const vtkNew<vtkRectilinearGrid> grid;
    const vtkNew<vtkXMLRectilinearGridWriter> writer;
    writer->SetInputData(grid);
    writer->SetFileName(path().c_str());
    ASSERT_EQ(writer->Write(), 1);
    EXPECT_THAT(header_error(), HasSubstr("a VTK file of type RectilinearGrid"));
}

TEST_F(ReadVti, what_is_no_vtk_file_is_refused)
{
    EXPECT_THAT(header_error(), HasSubstr("no such file"));
    std::filesystem::create_directory(path());
    EXPECT_THAT(header_error(), HasSubstr("not a regular file"));
    std::filesystem::remove(path());
    test::put(path(), "");
    EXPECT_THAT(header_error(), HasSubstr("empty"));

    std::mt19937 random{1};
    std::string garbage(10'000, '\0');
    for (char& byte : garbage) {
        byte = static_cast<char>(random());
    }
    test::put(path(), garbage);
    EXPECT_THAT(header_error(), HasSubstr("not a VTK XML file"));
}

TEST_F(ReadVti, a_file_cut_at_any_length_is_refused)
{
    const auto image = plain_image();
    add_array<vtkFloatArray>(*image->GetCellData(), "p", 8);
    write_sample();
    const std::string compressed = test::text_of(path());
    write_by_vtk(*image, path());
    const std::string plain = test::text_of(path());
    for (const std::string& whole : {compressed, plain}) {
        for (std::size_t length = 0; length + 1 < whole.size(); length += 7) {
            test::put(path(), whole.substr(0, length));
            EXPECT_THAT(header_error(), Not(IsEmpty())) << length << " of " << whole.size();
            EXPECT_THAT(read_error({"p"}), Not(IsEmpty())) << length << " of " << whole.size();
        }
    }
}

TEST_F(ReadVti, missing_values_before_an_intact_end_are_noticed)
{
    const auto image = plain_image();
    add_array<vtkFloatArray>(*image->GetCellData(), "p", 8);
    write_by_vtk(*image, path(), true);
    std::string text = test::text_of(path());
    const auto last = text.rfind(" 1\n");
    ASSERT_NE(last, std::string::npos) << text;
    test::put(path(), text.erase(last, 2));
    EXPECT_THAT(read_error({"p"}), HasSubstr("array 'p' cannot be read"));
}

TEST_F(ReadVti, a_header_that_promises_more_than_the_file_can_hold_allocates_nothing)
{
    write_sample();
    std::string text = test::text_of(path());
    for (auto at = text.find("0 5 0 4 0 3"); at != std::string::npos;
         at = text.find("0 5 0 4 0 3")) {
        text.replace(at, 11, "0 2000000000 0 2000000000 0 2000000000");
    }
    test::put(path(), text);
    EXPECT_THAT(header_error(), HasSubstr("too short for the grid"));
}

// VTK 9.1 crashes on some of these.
TEST_F(ReadVti, damaged_tags_are_refused)
{
    write_sample();
    const std::string whole = test::text_of(path());
    const std::array<std::array<std::string, 2>, 4> changes{{{"byte_order", "byte_ordre"},
                                                             {"header_type", "header-type"},
                                                             {"\"Float64\"", "\"Float46\""},
                                                             {"<FieldData>", "<FeildData>"}}};
    for (const auto& [from, to] : changes) {
        std::string damaged = whole;
        test::put(path(), damaged.replace(damaged.find(from), from.size(), to));
        EXPECT_THAT(header_error(), HasSubstr("the file's header is damaged")) << to;
    }
}

// Holes of zeros, as a copy that broke off leaves them: VTK 9.1 divides by the block size.
TEST_F(ReadVti, zeros_where_blocks_are_counted_are_refused)
{
    write_sample();
    const std::string whole = test::text_of(path());
    const std::size_t data = whole.find('_', whole.find("<AppendedData")) + 1;
    for (auto at = whole.find(" offset=\""); at != std::string::npos;
         at = whole.find(" offset=\"", at + 1)) {
        const std::size_t array = data + std::stoul(whole.substr(at + 9));
        for (const std::size_t word : {0U, 8U}) {
            std::string damaged = whole;
            test::put(path(), damaged.replace(array + word, 8, 8, '\0'));
            EXPECT_THAT(header_error(), HasSubstr("a compressed array has no blocks"));
        }
    }
    EXPECT_EQ(whole.substr(data + 8, 8), std::string({0, 0, 0x10, 0, 0, 0, 0, 0}));
}

// Bit flips may go unnoticed (a .vti has no checksum: that is what the manifest is for), but they
// must end in values or in a sentence, never in a crash.
TEST_F(ReadVti, flipped_bytes_end_in_values_or_in_a_sentence)
{
    write_sample();
    const std::string whole = test::text_of(path());
    std::mt19937 random{2};
    for (int trial = 0; trial < 300; ++trial) {
        std::string damaged = whole;
        damaged[random() % whole.size()] = static_cast<char>(random());
        test::put(path(), damaged);
        try {
            EXPECT_EQ(read({"p"}).size(), 1U);
        } catch (const std::runtime_error& error) {
            EXPECT_THAT(std::string{error.what()}, Not(IsEmpty()));
        }
    }
}

}  // namespace
}  // namespace tobiuo
