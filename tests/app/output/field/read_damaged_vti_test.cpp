// SPDX-License-Identifier: BSD-3-Clause
// Damaged .vti files: reading gives values or a sentence, never a crash or much memory.
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkFloatArray.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/app/output/field/vti_files.hpp"
#include "tests/app/output/resource_limits.hpp"

namespace tobiuo {
namespace {

using test::add_array;
using test::plain_image;
using test::VtkFormat;
using test::write_by_vtk;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Mode = VtkFormat::Mode;

/// The limit in bytes: a hundred times the need of a few kilobytes, and little compared with VTK's
/// readers.
constexpr std::size_t most_growth = std::size_t{256} << 20U;

class ReadDamagedVti : public test::VtiFile {
protected:
    /// A changed bit may be read as a value, because a .vti has no checksum; the manifest has one.
    void expect_values_or_sentence() const
    {
        try {
            EXPECT_EQ(read({"p"}).size(), 1U);
        } catch (const std::runtime_error& error) {
            EXPECT_THAT(std::string{error.what()}, Not(IsEmpty()));
        }
    }
};

/// `text` with every `from` as `to`.
std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
    return text;
}

/// The position of the cell data in a file with appended raw data.
std::vector<std::size_t> begins_of_arrays(const std::string& file)
{
    std::vector<std::size_t> begins;
    const std::size_t data = file.find('_', file.find("<AppendedData")) + 1;
    for (auto at = file.find(" offset=\"", file.find("<CellData")); at != std::string::npos;
         at = file.find(" offset=\"", at + 1)) {
        begins.push_back(data + std::stoul(file.substr(at + 9)));
    }
    EXPECT_FALSE(begins.empty());
    return begins;
}

TEST_F(ReadDamagedVti, what_is_no_vtk_file_is_refused)
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

TEST_F(ReadDamagedVti, a_file_cut_at_any_length_is_refused)
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

// VTK 9.1 crashes on some of these files.
TEST_F(ReadDamagedVti, damaged_tags_are_refused)
{
    write_sample();
    const std::string whole = test::text_of(path());
    const std::array<std::array<std::string, 2>, 6> changes{{{"\"LittleEndian\"", "\"Little\""},
                                                             {"\"UInt64\"", "\"UInt46\""},
                                                             {"\"Float32\"", "\"Float23\""},
                                                             {"<FieldData>", "<FeildData>"},
                                                             {"<Piece ", "<Peice "},
                                                             {"\"0 5 0 4 0 3\"", "\"0 5 0 4 0\""}}};
    for (const auto& [from, to] : changes) {
        std::string damaged = whole;
        test::put(path(), damaged.replace(damaged.find(from), from.size(), to));
        EXPECT_THAT(header_error(), HasSubstr("the file's header is damaged")) << to;
    }
}

// A copy that was interrupted leaves zeros; VTK 9.1 divides by the block size.
TEST_F(ReadDamagedVti, zeros_where_blocks_are_counted_are_refused)
{
    write_sample(Encoding::appended);
    const std::string whole = test::text_of(path());
    for (const std::size_t array : begins_of_arrays(whole)) {
        for (const std::size_t word : {0U, 8U}) {
            std::string damaged = whole;
            test::put(path(), damaged.replace(array + word, 8, 8, '\0'));
            EXPECT_THAT(header_error(), HasSubstr("a compressed array has no blocks"));
        }
        EXPECT_EQ(whole.substr(array + 8, 8), std::string({0, 0, 0x10, 0, 0, 0, 0, 0}));
    }
}

TEST_F(ReadDamagedVti, sizes_that_do_not_fit_the_grid_are_refused)
{
    write_sample(Encoding::appended);
    const std::string whole = test::text_of(path());
    const test::MemoryLimit limit{most_growth};
    for (const std::size_t array : begins_of_arrays(whole)) {
        for (std::size_t byte = 0; byte < 32; ++byte) {
            for (const int value : {1, 2, 127, 128, 255}) {
                std::string damaged = whole;
                damaged[array + byte] = static_cast<char>(value);
                test::put(path(), damaged);
                const bool matters = byte < 8 || (byte >= 16 && byte < 24);
                if (damaged != whole && matters) {
                    EXPECT_THAT(header_error(), HasSubstr("blocks")) << byte << " " << value;
                }
                expect_values_or_sentence();
            }
        }
        for (const std::size_t word : {0U, 8U, 16U, 24U}) {
            std::string damaged = whole;
            test::put(path(), damaged.replace(array + word, 8, 8, '\xff'));
            expect_values_or_sentence();
        }
    }
}

TEST_F(ReadDamagedVti, sizes_of_uncompressed_arrays_must_be_those_of_the_grid)
{
    for (const auto mode : {Mode::binary, Mode::appended_base64, Mode::appended_raw}) {
        const auto image = plain_image();
        add_array<vtkFloatArray>(*image->GetCellData(), "p", 8);
        write_by_vtk(*image, path(), {.mode = mode});
        std::string text = test::text_of(path());
        const std::string size = mode == Mode::appended_raw ? std::string{"_ \0\0\0", 5} : "IAAA";
        const auto at = text.find(size);
        ASSERT_NE(at, std::string::npos) << text;
        text[at + size.size() - 1] += 1;  // the second lowest byte
        test::put(path(), text);
        EXPECT_EQ(header_error(),
                  "array 'p' cannot be read (its size is not that of the grid): "
                  "the file is damaged, copy or write it again");
    }
}

TEST_F(ReadDamagedVti, extents_that_promise_more_than_the_file_can_hold_allocate_nothing)
{
    for (const VtkFormat& format : test::vtk_formats()) {
        SCOPED_TRACE(::testing::PrintToString(format));
        const auto image = plain_image();
        add_array<vtkFloatArray>(*image->GetCellData(), "p", 8);
        write_by_vtk(*image, path(), format);
        const std::string whole = test::text_of(path());
        const test::MemoryLimit limit{most_growth};
        for (const char* extent :
             {"0 2000000000 0 2000000000 0 2000000000", "0 2000000000 0 2 0 2", "0 2 0 90000 0 2",
              "0 3 0 2 0 2", "0 2 0 2 0 1", "-2147483648 2147483647 0 2 0 2"}) {
            test::put(path(), replaced(whole, "0 2 0 2 0 2", extent));
            EXPECT_THAT(header_error() + read_error({"p"}), Not(IsEmpty())) << extent;
        }
    }
}

// Extents and block sizes that agree with each other, but exceed the ratio of LZ4.
TEST_F(ReadDamagedVti, blocks_that_promise_more_than_any_compressor_packs_are_refused)
{
    write_sample(Encoding::appended);
    const std::string extent = "0 200 0 200 0 200";
    std::string text = replaced(test::text_of(path()), "0 5 0 4 0 3", extent);
    const std::uint64_t bytes = 200 * 200 * 200 * sizeof(float);
    const std::array<std::uint64_t, 3> sizes{1, bytes, 0};
    const std::string words{reinterpret_cast<const char*>(sizes.data()), sizeof(sizes)};
    for (const std::size_t array : begins_of_arrays(text)) {
        text.replace(array, words.size(), words);
    }
    test::put(path(), text);
    EXPECT_THAT(header_error(), HasSubstr("a block is too short for its values"));
}

TEST_F(ReadDamagedVti, a_piece_that_is_not_the_grid_is_refused)
{
    const auto image = plain_image();
    add_array<vtkFloatArray>(*image->GetCellData(), "p", 8);
    write_by_vtk(*image, path());
    const std::string whole = test::text_of(path());
    test::put(path(), replaced(whole, "<Piece Extent=\"0 2", "<Piece Extent=\"0 1"));
    EXPECT_THAT(header_error(), HasSubstr("only piece does not cover its grid"));
    test::put(path(), replaced(whole, "<Piece", "<Piece Extent=\"0 2 0 2 0 2\"></Piece><Piece"));
    EXPECT_THAT(read_error({"p"}), HasSubstr("has no array 'p'")) << "as in the first piece";
}

}  // namespace
}  // namespace tobiuo
