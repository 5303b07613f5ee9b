// SPDX-License-Identifier: BSD-3-Clause
// Where the numbers of an array come from: a run of bytes in a file, raw or in base64, or text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <span>
#include <string>

namespace tobiuo {

enum class Coding { raw, base64 };

/// A run of bytes inside a file, whose length is not known.
class ByteSource {
public:
    ByteSource(std::unique_ptr<std::istream> file, std::int64_t begin, Coding coding);

    /// Fills `to`; returns false if the file or the run ends before that, or is not base64, which
    /// may have white space in it.
    [[nodiscard]] bool read(std::span<std::byte> to);

    /// Goes to another place in the file.
    void restart(std::int64_t begin);

    /// Starts the next run of base64: each run is closed by padding, and the next one follows it.
    void start_next_run();

    /// An upper bound of the bytes before the end of the file.
    [[nodiscard]] std::int64_t most_bytes_left();

private:
    bool read_groups(std::size_t count);
    bool replace_white_space();

    std::unique_ptr<std::istream> file_;
    std::int64_t file_bytes_{};
    Coding coding_;
    bool padded_ = false;  ///< whether the run's last group was read
    std::string text_;     ///< the groups read last, as text
    std::string decoded_;  ///< the bytes of those groups
    std::size_t next_{};   ///< the first byte of `decoded_` that was not given out
};

}  // namespace tobiuo

namespace tobiuo::vti {

struct ArrayInfo;

/// Throws std::runtime_error if the rest of the file is too short for `values` numbers.
void check_ascii_size(const std::filesystem::path& path, const ArrayInfo& array,
                      std::int64_t values);

/// Numbers between white space, up to the next tag, in order.
class AsciiSource {
public:
    /// Throws as check_ascii_size() does.
    AsciiSource(const std::filesystem::path& path, const ArrayInfo& array, std::int64_t values);

    /// Reads the next numbers, of the array's own type. Throws std::runtime_error if something there
    /// is none, or unless there are exactly as many as the array has values.
    template <typename Number>
    void read(const ArrayInfo& array, std::span<Number> to);

    void restart(const ArrayInfo& array);

private:
    /// Reads the next word; false at the end.
    bool read_word();

    std::unique_ptr<std::istream> file_;
    std::int64_t values_;
    std::int64_t next_ = 0;  ///< the number of the next value
    std::string word_;
};

}  // namespace tobiuo::vti
