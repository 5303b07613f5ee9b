// SPDX-License-Identifier: BSD-3-Clause
// A folder with a .vti file, and files that other programs write but write_vti does not.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vtkDataSetAttributes.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkXMLImageDataWriter.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/output/field/vti.hpp"
#include "solvers/grid.hpp"
#include "tests/app/output/field/sample.hpp"
#include "tests/app/output/folder_content.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::test {

/// A folder with the file in.vti. Every test also checks that VTK prints nothing.
class VtiFile : public ::testing::Test {
protected:
    void SetUp() override { ::testing::internal::CaptureStderr(); }
    void TearDown() override
    {
        EXPECT_THAT(::testing::internal::GetCapturedStderr(), ::testing::IsEmpty());
    }

    [[nodiscard]] std::filesystem::path path() const { return folder_.path() / "in.vti"; }

    [[nodiscard]] std::vector<Values> read(const std::vector<std::string>& names) const
    {
        return read_vti_arrays(path(), names);
    }
    [[nodiscard]] std::string read_error(const std::vector<std::string>& names) const
    {
        return message_of<std::runtime_error>([&] { static_cast<void>(read(names)); });
    }
    [[nodiscard]] std::string header_error() const
    {
        return message_of<std::runtime_error>([&] { static_cast<void>(read_vti_header(path())); });
    }
    void write_sample(Encoding encoding = Encoding::inlined) const
    {
        const Grid grid = sample_grid(Location::cell);
        const auto p = sample_values<float>(grid);
        const auto q = sample_values<float>(grid, 100);
        write_vti(path(), {.grid = grid, .encoding = encoding},
                  std::array{field("p", p), field("q", q)});
    }

private:
    TemporaryFolder folder_;
};

/// An image of 2 x 2 x 2 cells without arrays.
inline vtkNew<vtkImageData> plain_image()
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

/// One of the formats in which VTK's writer can write values.
struct VtkFormat {
    enum class Mode { ascii, binary, appended_base64, appended_raw };
    enum class Compressor { none, zlib, lz4, lzma };

    Mode mode = Mode::appended_base64;  // the writer's own choice
    Compressor compressor = Compressor::none;
    bool long_words = false;
    bool big_endian = false;
    std::size_t block_bytes = 32768;  // the writer's own choice
};

// NOLINTNEXTLINE(readability-identifier-naming): GoogleTest calls it
inline void PrintTo(const VtkFormat& format, std::ostream* out)
{
    constexpr std::array modes{"ascii", "binary", "appended base64", "appended raw"};
    constexpr std::array compressors{"none", "zlib", "lz4", "lzma"};
    *out << modes.at(static_cast<std::size_t>(format.mode)) << ", compressor "
         << compressors.at(static_cast<std::size_t>(format.compressor))
         << (format.long_words ? ", UInt64" : ", UInt32")
         << (format.big_endian ? ", big endian" : ", little endian") << ", blocks of "
         << format.block_bytes;
}

inline void write_by_vtk(vtkImageData& image, const std::filesystem::path& path,
                         const VtkFormat& format = {})
{
    using Mode = VtkFormat::Mode;
    const vtkNew<vtkXMLImageDataWriter> writer;
    writer->SetInputData(&image);
    writer->SetFileName(path.c_str());
    writer->SetCompressorType(static_cast<int>(format.compressor));
    writer->SetBlockSize(format.block_bytes);
    writer->SetHeaderType(format.long_words ? vtkXMLWriter::UInt64 : vtkXMLWriter::UInt32);
    writer->SetByteOrder(format.big_endian ? vtkXMLWriter::BigEndian : vtkXMLWriter::LittleEndian);
    writer->SetDataMode(format.mode == Mode::ascii    ? vtkXMLWriter::Ascii
                        : format.mode == Mode::binary ? vtkXMLWriter::Binary
                                                      : vtkXMLWriter::Appended);
    writer->SetEncodeAppendedData(format.mode == Mode::appended_base64);
    ASSERT_EQ(writer->Write(), 1);
}

/// Every combination of formats that differs in the file.
inline std::vector<VtkFormat> vtk_formats()
{
    using Mode = VtkFormat::Mode;
    using Compressor = VtkFormat::Compressor;
    std::vector<VtkFormat> formats{{.mode = Mode::ascii}};
    for (const Mode mode : {Mode::binary, Mode::appended_base64, Mode::appended_raw}) {
        for (const auto compressor :
             {Compressor::none, Compressor::zlib, Compressor::lz4, Compressor::lzma}) {
            for (const bool long_words : {false, true}) {
                for (const bool big_endian : {false, true}) {
                    formats.push_back({.mode = mode,
                                       .compressor = compressor,
                                       .long_words = long_words,
                                       .big_endian = big_endian});
                }
            }
        }
    }
    return formats;
}

}  // namespace tobiuo::test
