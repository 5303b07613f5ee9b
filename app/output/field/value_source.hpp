// A run of bytes inside a file, raw or in base64, whose length is not known.
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
