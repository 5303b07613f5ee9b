// SPDX-License-Identifier: BSD-3-Clause
// The text and the blocks of VTK's own encoders, from ours.
#include "app/output/field/vtk_encoder.hpp"

#include <gtest/gtest.h>
#include <vtkBase64OutputStream.h>
#include <vtkSmartPointer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace tobiuo::vtk {
namespace {

std::vector<unsigned char> some_bytes(std::size_t count)
{
    std::vector<unsigned char> bytes(count);
    unsigned state = 7;
    for (unsigned char& byte : bytes) {
        state = state * 1664525U + 1013904223U;
        byte = static_cast<unsigned char>((state >> 24U) % 37U);
    }
    return bytes;
}

/// The text of `bytes`, given to a stream in pieces of these lengths again and again.
template <typename Stream>
std::string text_of(std::span<const unsigned char> bytes, const std::vector<std::size_t>& lengths)
{
    std::ostringstream text;
    const vtkNew<Stream> stream;
    stream->SetStream(&text);
    EXPECT_EQ(stream->StartWriting(), 1);
    for (std::size_t piece = 0; !bytes.empty(); ++piece) {
        const std::size_t length = std::min(lengths[piece % lengths.size()], bytes.size());
        EXPECT_EQ(stream->Write(bytes.data(), length), 1);
        bytes = bytes.subspan(length);
    }
    EXPECT_EQ(stream->EndWriting(), 1);
    return text.str();
}

TEST(Base64Stream, writes_the_text_of_vtk)
{
    for (const std::size_t count : {0U, 1U, 2U, 3U, 4U, 5U, 100U, 4001U}) {
        const std::vector<unsigned char> bytes = some_bytes(count);
        for (const std::vector<std::size_t>& lengths :
             std::vector<std::vector<std::size_t>>{{1}, {2}, {3}, {1, 2, 4, 7}, {5000}}) {
            EXPECT_EQ(text_of<Base64Stream>(bytes, lengths),
                      text_of<vtkBase64OutputStream>(bytes, lengths))
                << count << " bytes in pieces of " << lengths.front();
        }
    }
}

std::vector<unsigned char> compressed(vtkDataCompressor& compressor,
                                      std::span<const unsigned char> block)
{
    const auto array = vtkSmartPointer<vtkUnsignedCharArray>::Take(
        compressor.Compress(block.data(), block.size()));
    return {array->GetPointer(0), array->GetPointer(0) + array->GetNumberOfValues()};
}

TEST(CompressorAhead, has_the_blocks_of_vtk)
{
    constexpr std::size_t block = 1000;
    const std::vector<unsigned char> first = some_bytes(12 * block + 17);
    const std::vector<unsigned char> second = some_bytes(3 * block);
    const vtkNew<vtkLZ4DataCompressor> own;
    const vtkNew<CompressorAhead> ahead;
    EXPECT_STREQ(ahead->GetClassName(), "vtkLZ4DataCompressor");
    ahead->expect(first, block);
    const auto expect_blocks = [&](std::span<const unsigned char> bytes, std::size_t end) {
        for (std::size_t at = 0; at < end; at += block) {
            const auto part = bytes.subspan(at, std::min(block, bytes.size() - at));
            EXPECT_EQ(compressed(*ahead, part), compressed(*own, part)) << at;
        }
    };
    expect_blocks(first, first.size());
    expect_blocks(second, second.size());  // is not expected
    expect_blocks(first, 2 * block);       // and is left in the middle
    expect_blocks(second, block);
    expect_blocks(first, first.size());
}

// Its bytes are in a window of three blocks, which moves on when the block behind it is next.
TEST(CompressorAhead, asks_for_the_bytes_of_an_array_that_are_elsewhere)
{
    constexpr std::size_t block = 1000;
    constexpr std::size_t in_window = 3 * block;
    const std::vector<unsigned char> bytes = some_bytes(8 * block + 17);
    const std::vector<unsigned char> addresses(bytes.size());
    std::vector<unsigned char> window;
    std::size_t begin = 0;
    int ends = 0;
    const vtkNew<vtkLZ4DataCompressor> own;
    const vtkNew<CompressorAhead> ahead;
    const auto bytes_at = [&](std::size_t offset, std::size_t size,
                              bool is_next) -> std::span<const unsigned char> {
        ends += size == 0 ? 1 : 0;
        if (offset < begin || offset + size > begin + window.size()) {
            if (!is_next) {
                return {};
            }
            begin = offset;
            const auto part =
                std::span{bytes}.subspan(offset, std::min(in_window, bytes.size() - offset));
            window.assign(part.begin(), part.end());
        }
        return std::span{window}.subspan(offset - begin, size);
    };
    ahead->expect(addresses, block, bytes_at);
    const auto expect_blocks = [&](std::size_t end) {
        for (std::size_t at = 0; at < end; at += block) {
            const std::size_t size = std::min(block, bytes.size() - at);
            EXPECT_EQ(compressed(*ahead, std::span{addresses}.subspan(at, size)),
                      compressed(*own, std::span{bytes}.subspan(at, size)))
                << at;
        }
    };
    expect_blocks(bytes.size());
    EXPECT_EQ(ends, 1);
    expect_blocks(4 * block);  // and is left in the middle
    expect_blocks(bytes.size());
    EXPECT_EQ(ends, 2);
}

TEST(CompressorAhead, looks_after_so_many_bytes)
{
    constexpr std::size_t block = 1000;
    const std::vector<unsigned char> bytes = some_bytes(block);
    const vtkNew<CompressorAhead> ahead;
    int looks = 0;
    ahead->look_every(3 * block, [&] { ++looks; });
    for (int n = 0; n < 7; ++n) {
        static_cast<void>(compressed(*ahead, bytes));
    }
    EXPECT_EQ(looks, 2);
}

}  // namespace
}  // namespace tobiuo::vtk
