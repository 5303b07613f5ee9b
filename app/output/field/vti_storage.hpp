// SPDX-License-Identifier: BSD-3-Clause
// How a .vti stores the numbers of an array; they are read without trusting the file's sizes.
#pragma once

#include <vtkDataCompressor.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/output/field/value_source.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::vti {

/// The storage of all numbers in a file.
struct Storage {
    bool big_endian = false;
    std::size_t word_bytes = 4;  ///< size of the words before the bytes of an array
    std::string compressor;      ///< name of VTK's class; empty if not compressed
};

enum class Format { ascii, base64, raw };

struct ArrayInfo {
    std::string name;
    Location location{};
    std::string type;  ///< as in the file: "Float32"
    int components{};
    Format format{};
    std::int64_t begin{};  ///< where its numbers start in the file
    /// Its text in place of the file, where that is no run of bytes in the file.
    std::shared_ptr<const std::string> text = {};

    /// Why this array is not a field of numbers, or of vectors with so many components, as a
    /// sentence; empty if it is one.
    [[nodiscard]] std::string objection(int wanted_components = 1) const;
    /// Why it has no such component, or is no field of numbers, as a sentence; empty if it has.
    [[nodiscard]] std::string objection_to_component(int component) const;
    /// Whether values are given out as double: all but Float32, for integers are exact there.
    [[nodiscard]] bool is_double() const { return type != "Float32"; }
};

/// What an array's `begin` counts bytes of: the file or its text.
[[nodiscard]] std::unique_ptr<std::istream> open_at(const std::filesystem::path& path,
                                                    const ArrayInfo& array);

[[noreturn]] void report_damaged(const ArrayInfo& array, const std::string& reason);

/// Throws std::runtime_error with one sentence unless the sizes before the array's bytes are those
/// of `values` values and fit into the file. Reads and allocates no more than these sizes.
void check_sizes(const std::filesystem::path& path, const Storage& storage, const ArrayInfo& array,
                 std::int64_t values);

/// The blocks of a compressed array.
struct Blocks {
    std::uint64_t bytes{};       ///< size of each block but the last
    std::uint64_t last_bytes{};  ///< size of the last block
    std::vector<std::uint64_t> compressed_bytes;

    [[nodiscard]] std::uint64_t bytes_of(std::size_t block) const
    {
        return block + 1 == compressed_bytes.size() ? last_bytes : bytes;
    }
};

/// The values of an array, in order, and from the first one again as often as wanted. The file
/// stays open: one that takes its name later changes nothing.
class ValueStream {
public:
    /// Throws as check_sizes() does, after which nothing is allocated that the file's size does not
    /// stand for.
    ValueStream(const std::filesystem::path& path, Storage storage, ArrayInfo array,
                std::int64_t values);

    /// Reads the next values, as many as `to` has: float if the array is Float32, else double, to
    /// which integers are converted. Throws std::runtime_error with one sentence if the file is
    /// damaged there.
    template <typename Real>
    void read(std::span<Real> to);

    void restart();

private:
    void begin();
    template <typename Number>
    void read_stored(std::span<Number> to);
    [[nodiscard]] bool is_text() const { return array_.format == Format::ascii; }
    void read_bytes(std::span<std::byte> to);
    void read_block(vtkDataCompressor& codec, std::span<std::byte> to);

    Storage storage_;
    ArrayInfo array_;
    std::uint64_t bytes_;
    std::optional<AsciiSource> text_;    ///< of an array that is text
    ByteSource source_;                  ///< of one that is not
    Blocks blocks_;                      ///< of a compressed array
    std::size_t next_block_ = 0;         ///< the first one that was not read
    std::vector<std::byte> block_;       ///< the block that was read last
    std::size_t given_ = 0;              ///< bytes of it that were given out
    std::vector<std::byte> compressed_;  ///< the same as it is in the file
};

/// Reads exactly `values` values, as ValueStream::read() does, after the checks of check_sizes(), so that
/// it allocates no more than the file's size can stand for.
template <typename Real>
[[nodiscard]] std::vector<Real> read_values(const std::filesystem::path& path,
                                            const Storage& storage, const ArrayInfo& array,
                                            std::int64_t values);

}  // namespace tobiuo::vti
