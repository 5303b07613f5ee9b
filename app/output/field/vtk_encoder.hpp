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
#include <optional>
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

    /// Begins to compress a block that VTK compresses soon, from a copy of its own; `owner` keeps
    /// the bytes. Returns false where no thread can be had. Blocks that are not begun are compressed
    /// when VTK asks.
    bool begin(std::shared_ptr<const void> owner, std::span<const unsigned char> bytes);

    /// Calls `look` whenever VTK has compressed so many more bytes.
    void look_every(std::size_t bytes, std::function<void()> look);

protected:
    // NOLINTNEXTLINE(readability-identifier-naming)
    std::size_t CompressBuffer(unsigned char const* from, std::size_t size, unsigned char* to,
                               std::size_t space) override;

private:
    class Threads;
    struct Expected {
        std::span<const unsigned char> bytes;
        std::size_t block{};
    };
    struct Block {
        std::span<const unsigned char> bytes;
        std::shared_ptr<const void> owner;
        std::future<std::vector<unsigned char>> compressed;
    };

    [[nodiscard]] std::vector<unsigned char> compressed(std::span<const unsigned char> bytes);
    /// The compressed form of what VTK compresses, if it was begun.
    [[nodiscard]] std::optional<std::vector<unsigned char>> begun(
        std::span<const unsigned char> bytes);
    /// Starts the blocks of the array at `from`, from there on.
    void run_ahead_of(const unsigned char* from);

    std::vector<Expected> expected_;
    std::deque<Block> ahead_;
    std::size_t bytes_between_looks_ = 0;
    std::size_t bytes_since_look_ = 0;
    std::function<void()> look_;
    std::unique_ptr<Threads> threads_;  ///< since the first block was begun
};

}  // namespace tobiuo::vtk
