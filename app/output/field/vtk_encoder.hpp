// SPDX-License-Identifier: BSD-3-Clause
// What makes the numbers of a field those of a VTK file: byte by byte as VTK does it, but faster.
#pragma once

#include <vtkBase64OutputStream.h>
#include <vtkLZ4DataCompressor.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkOutputStream.h>

#include <array>
#include <cstddef>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <span>
#include <vector>

namespace tobiuo::vtk {

/// vtkBase64OutputStream, but by a table of pairs of letters and in long pieces: VTK's own writes
/// four letters at a time.
class Base64Stream final : public vtkOutputStream {
public:
    // NOLINTBEGIN(readability-identifier-naming): what VTK calls by these names
    static Base64Stream* New();
    int StartWriting() override;
    int Write(void const* data, std::size_t length) override;
    int EndWriting() override;
    // NOLINTEND(readability-identifier-naming)

private:
    std::array<unsigned char, 3> kept_{};  ///< bytes that are no triple yet
    std::size_t kept_count_ = 0;
    std::vector<char> text_;
};

/// One of VTK's writers with a Base64Stream.
template <typename Writer>
class FastWriter final : public Writer {
public:
    // NOLINTBEGIN(readability-identifier-naming): what VTK calls by these names
    static FastWriter* New() { VTK_STANDARD_NEW_BODY(FastWriter); }

protected:
    FastWriter() { this->SetDataStream(vtkNew<vtkBase64OutputStream>{}); }
    void SetDataStream(vtkOutputStream* stream) override
    {
        const bool is_base64 = vtkBase64OutputStream::SafeDownCast(stream) != nullptr;
        Writer::SetDataStream(is_base64 ? fast_.GetPointer() : stream);
    }
    // NOLINTEND(readability-identifier-naming)

private:
    vtkNew<Base64Stream> fast_;
};

/// Gives the `size` bytes of an array from the byte `offset` on, which then stay where they are
/// until a block that is next is asked for. `is_next` tells that all blocks before are compressed;
/// where it does not and the bytes cannot be had yet, there are none. No bytes behind the last
/// block are asked for once that is compressed, so that memory can go.
using BytesAt = std::function<std::span<const unsigned char>(std::size_t offset, std::size_t size,
                                                             bool is_next)>;

/// vtkLZ4DataCompressor, for which other threads run ahead: while VTK writes a block of an array,
/// they compress the next ones.
class CompressorAhead final : public vtkLZ4DataCompressor {
public:
    // NOLINTNEXTLINE(readability-identifier-naming): what VTK calls by this name
    static CompressorAhead* New();
    CompressorAhead();
    ~CompressorAhead() override;

    /// VTK compresses the bytes in blocks of `block` bytes from their beginning; they outlive the
    /// compressor.
    void expect(std::span<const unsigned char> bytes, std::size_t block);

    /// VTK compresses an array in blocks of `block` bytes, whose bytes are not at the addresses that
    /// VTK knows, but where `bytes_at` tells.
    void expect(std::span<const unsigned char> addresses, std::size_t block, BytesAt bytes_at);

    /// Calls `look` whenever VTK has compressed so many more bytes.
    void look_every(std::size_t bytes, std::function<void()> look);

protected:
    // NOLINTNEXTLINE(readability-identifier-naming)
    std::size_t CompressBuffer(unsigned char const* from, std::size_t size, unsigned char* to,
                               std::size_t space) override;

private:
    class Threads;
    struct Expected {
        std::span<const unsigned char> addresses;
        std::size_t block{};
        BytesAt bytes_at;
    };
    /// Memory for a compressed block, of which the first `size` bytes are one.
    struct Compressed {
        std::vector<unsigned char> memory;
        std::size_t size{};
    };
    struct Block {
        const unsigned char* address{};
        std::size_t size{};
        std::future<Compressed> compressed;
    };

    /// Begins with the block of an array at `offset`; false if its bytes cannot be had yet.
    bool begin(const Expected& array, std::size_t offset, std::size_t size, bool is_next);
    [[nodiscard]] Compressed compressed(std::span<const unsigned char> bytes,
                                        std::vector<unsigned char> memory);
    /// Has the block of an array at `offset` as the first of those that are begun.
    void come_to(const Expected& array, std::size_t offset, std::size_t size);

    std::vector<Expected> expected_;
    std::deque<Block> ahead_;
    std::vector<std::vector<unsigned char>> spare_;  ///< memory of blocks that VTK has
    std::size_t bytes_between_looks_ = 0;
    std::size_t bytes_since_look_ = 0;
    std::function<void()> look_;
    std::unique_ptr<Threads> threads_;  ///< since the first block was begun
};

}  // namespace tobiuo::vtk
