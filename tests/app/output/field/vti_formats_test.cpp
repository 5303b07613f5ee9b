// SPDX-License-Identifier: BSD-3-Clause
// All formats in which VTK writes values, read back; and errors in text files, which people edit.
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkPointData.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "solvers/grid.hpp"
#include "tests/app/output/field/vti_files.hpp"
#include "tests/app/output/resource_limits.hpp"

namespace tobiuo {
namespace {

using test::VtkFormat;
using test::write_by_vtk;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Mode = VtkFormat::Mode;

/// The limit in bytes: far above the need of a file of a few kilobytes, and far below that of VTK's
/// reader.
constexpr std::size_t most_growth = std::size_t{256} << 20U;

template <typename Array, typename Real>
void add_values(vtkDataSetAttributes& data, const char* name, const std::vector<Real>& values)
{
    const vtkNew<Array> array;
    array->SetName(name);
    for (const Real value : values) {
        array->InsertNextValue(value);
    }
    data.AddArray(array);
}

class VtiFormats : public test::VtiFile {
protected:
    /// The sample grid with p in single and q in double precision, at cells and at nodes.
    void write(const VtkFormat& format, Location location) const
    {
        const vtkNew<vtkImageData> image;
        image->SetDimensions(6, 5, 4);
        vtkDataSetAttributes* data = image->GetPointData();
        if (location == Location::cell) {
            data = image->GetCellData();
        }
        const Grid grid = test::sample_grid(location);
        add_values<vtkFloatArray>(*data, "p", test::sample_values<float>(grid));
        add_values<vtkDoubleArray>(*data, "q", test::sample_values<double>(grid));
        write_by_vtk(*image, path(), format);
    }
    void expect_sample(Location location) const
    {
        const Grid grid = test::sample_grid(location);
        EXPECT_THAT(read({"p"}), ElementsAre(Values{test::sample_values<float>(grid)}));
        EXPECT_THAT(read({"q"}), ElementsAre(Values{test::sample_values<double>(grid)}));
    }
    /// A changed bit may be read as a value, because a .vti has no checksum; the manifest has one.
    void expect_values_or_sentence(const std::string& file) const
    {
        std::filesystem::remove(path());  // to truncate it instead takes ext4 ten times as long
        test::put(path(), file);
        try {
            EXPECT_EQ(read({"p"}).size(), 1U);
        } catch (const std::runtime_error& error) {
            EXPECT_THAT(std::string{error.what()}, Not(IsEmpty()));
        }
    }
    /// A text file whose array p holds `text` where 8 values belong.
    void write_text(const std::string& text) const
    {
        test::put(path(), R"(<VTKFile type="ImageData" byte_order="LittleEndian" )"
                          R"(header_type="UInt32"><ImageData WholeExtent="0 2 0 2 0 2">)"
                          R"(<Piece Extent="0 2 0 2 0 2"><CellData><DataArray type="Float32" )"
                          R"(Name="p" format="ascii">)" +
                              text + "</DataArray></CellData></Piece></ImageData></VTKFile>");
    }
    [[nodiscard]] std::string text_error(const std::string& text) const
    {
        write_text(text);
        return read_error({"p"});
    }
};

TEST_F(VtiFormats, what_vtk_writes_comes_back)
{
    for (VtkFormat format : test::vtk_formats()) {
        // 80 divides the bytes of p, 64 does not; 32768 is one block.
        for (const std::size_t block_bytes : {64U, 80U, 32768U}) {
            format.block_bytes = block_bytes;
            SCOPED_TRACE(::testing::PrintToString(format));
            for (const Location location : {Location::cell, Location::node}) {
                write(format, location);
                expect_sample(location);
            }
        }
    }
}

TEST_F(VtiFormats, parts_of_an_array_are_read_in_any_order)
{
    const Grid grid = test::sample_grid(Location::cell);
    const std::vector<float> singles = test::sample_values<float>(grid);
    const std::vector<double> doubles = test::sample_values<double>(grid);
    for (VtkFormat format : test::vtk_formats()) {
        for (const std::size_t block_bytes : {64U, 80U, 32768U}) {
            format.block_bytes = block_bytes;
            SCOPED_TRACE(::testing::PrintToString(format));
            write(format, Location::cell);
            VtiArray p{path(), "p"};
            VtiArray q{path(), "q"};
            EXPECT_EQ(p.precision(), Precision::fp32);
            EXPECT_EQ(q.precision(), Precision::fp64);
            std::filesystem::remove(path());  // the arrays keep the file
            for (const auto& [first, count] : {std::pair{0, 1},
                                               {1, 20},
                                               {21, 39},
                                               {20, 40},
                                               {0, 60},
                                               {30, 3},
                                               {40, 3},
                                               {5, 5}}) {
                std::vector<double> values(static_cast<std::size_t>(count));
                q.read(first, values);
                EXPECT_TRUE(std::equal(values.begin(), values.end(), doubles.begin() + first));
                p.read(first, values);
                EXPECT_TRUE(std::equal(values.begin(), values.end(), singles.begin() + first));
            }
        }
    }
}

TEST_F(VtiFormats, a_value_of_a_part_that_is_not_finite_is_located)
{
    const Grid grid = test::sample_grid(Location::cell);
    std::vector<float> p = test::sample_values<float>(grid);
    p[47] = std::numeric_limits<float>::infinity();
    write_vti(path(), {.grid = grid}, std::array{test::field("p", p)});
    VtiArray array{path(), "p"};
    std::vector<double> values(10);
    array.read(30, values);
    EXPECT_EQ(values.front(), static_cast<double>(p[30]));
    EXPECT_THAT(test::message_of<std::runtime_error>([&] { array.read(40, values); }),
                HasSubstr("array 'p' holds inf at x, y, z index 2, 1, 2"));
    EXPECT_THAT(test::message_of<std::runtime_error>([&] { VtiArray(path(), "q"); }),
                HasSubstr("has no array 'q'"));
}

TEST_F(VtiFormats, text_may_be_laid_out_in_any_way)
{
    write_text("\n  1 +2\t3e0\r\n4. 5 6 7 8\n");
    EXPECT_THAT(read({"p"}), ElementsAre(Values{std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}}));
    write_text("1 2 3 4 5 6 7 8");
    EXPECT_THAT(read({"p"}), ElementsAre(Values{std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}}));
}

// VTK's own reader crashes on the first three and takes the fourth.
TEST_F(VtiFormats, text_must_hold_just_the_values_of_the_grid)
{
    EXPECT_EQ(text_error("1 2 3 4 5 6 7"),
              "array 'p' cannot be read (it has 7 of the 8 values of the grid): the file is "
              "damaged, copy or write it again");
    EXPECT_THAT(text_error(""), HasSubstr("it has 0 of the 8 values"));
    EXPECT_THAT(text_error("one two three"), HasSubstr("'one' is no number of type Float32"));
    EXPECT_THAT(text_error("1 2 3 4 5 6 7 8 9 10 11"), HasSubstr("more than the 8 values"));
    EXPECT_THAT(text_error("1 2 3 4 5 6 7 8 end"), HasSubstr("more than the 8 values"));
    EXPECT_THAT(text_error("1 2 3,4 5 6 7 8 9"), HasSubstr("'3,4' is no number"));
    EXPECT_THAT(text_error("1 2 3 1e99 5 6 7 8"), HasSubstr("'1e99' is no number"));
    EXPECT_THAT(text_error("1 2 \x01\xff 4 5 6 7 8"), HasSubstr("header is damaged"));
    EXPECT_THAT(text_error("1 2 nan 4 5 6 7 8"), HasSubstr("holds nan at x, y, z index 0, 1, 0"));
}

TEST_F(VtiFormats, what_is_no_base64_is_refused)
{
    for (const VtkFormat& format : test::vtk_formats()) {
        if (format.mode != Mode::binary && format.mode != Mode::appended_base64) {
            continue;
        }
        SCOPED_TRACE(::testing::PrintToString(format));
        write(format, Location::cell);
        std::string text = test::text_of(path());
        const auto data = format.mode == Mode::binary ? text.find('>', text.find("Name=\"p\""))
                                                      : text.find('_', text.find("<AppendedData"));
        const auto begin = text.find_first_not_of(" \n>_", data);
        for (const char other : {'=', '*'}) {
            text[begin + 60] = other;
            test::put(path(), text);
            EXPECT_THAT(read_error({"p"}), HasSubstr("base64"));
        }
    }
}

TEST_F(VtiFormats, an_unknown_compressor_is_named)
{
    write({.compressor = VtkFormat::Compressor::lz4}, Location::cell);
    std::string text = test::text_of(path());
    test::put(path(), text.replace(text.find("vtkLZ4"), 6, "vtkLZ5"));
    EXPECT_THAT(header_error(), HasSubstr("compressed by 'vtkLZ5DataCompressor'"));
}

TEST_F(VtiFormats, every_byte_of_the_tags_may_be_any_other)
{
    for (const VtkFormat& format : {VtkFormat{.mode = Mode::appended_raw,
                                   .compressor = VtkFormat::Compressor::lz4,
                                   .long_words = true},
                                    VtkFormat{}, VtkFormat{.mode = Mode::ascii}}) {
        SCOPED_TRACE(::testing::PrintToString(format));
        write(format, Location::cell);
        const std::string whole = test::text_of(path());
        const std::size_t end = std::min(whole.find("<AppendedData") + 64, whole.size());
        const test::MemoryLimit limit{most_growth};
        for (std::size_t at = 0; at < end; ++at) {
            for (const char value : {'\0', ' ', '"', '9', '-', '<', '>', 'A', '\xff'}) {
                std::string damaged = whole;
                damaged[at] = value;
                expect_values_or_sentence(damaged);
            }
        }
    }
}

TEST_F(VtiFormats, flipped_bytes_end_in_values_or_in_a_sentence)
{
    std::mt19937 random{2};
    for (const VtkFormat& format : test::vtk_formats()) {
        SCOPED_TRACE(::testing::PrintToString(format));
        write(format, Location::cell);
        const std::string whole = test::text_of(path());
        const test::MemoryLimit limit{most_growth};
        for (int trial = 0; trial < 100; ++trial) {
            std::string damaged = whole;
            for (int flips = trial % 3; flips >= 0; --flips) {
                damaged[random() % whole.size()] = static_cast<char>(random());
            }
            expect_values_or_sentence(damaged);
        }
    }
}

}  // namespace
}  // namespace tobiuo
