// A run of bytes inside a file, as it is or written in base64, that promises nothing about its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>

namespace tobiuo {

enum class Coding { raw, base64 };

class ByteSource {
public:
    ByteSource(const std::filesystem::path& path, std::int64_t begin, Coding coding);

    /// Fills `to`; false if the file or the run ends before that, or holds what is no base64.
    [[nodiscard]] bool read(std::span<std::byte> to);

    /// Base64 comes in runs, each closed by padding; the next one starts behind it.
    void start_next_run();

    /// At most so many bytes are left before the end of the file.
    [[nodiscard]] std::int64_t most_bytes_left();

private:
    bool read_groups(std::size_t count);

    std::ifstream file_;
    std::int64_t file_bytes_{};
    Coding coding_;
    bool padded_ = false;  ///< the run's last group was read
    std::string text_;     ///< of the groups read last
    std::string decoded_;  ///< of those groups
    std::size_t next_{};   ///< the first of `decoded_` not given out
};

}  // namespace tobiuo
