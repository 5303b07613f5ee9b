// SPDX-License-Identifier: BSD-3-Clause
// The door through which every file that is read back comes: nothing behind it waits for a pipe,
// follows a link out of a folder, or reads more than it expects.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tobiuo {

/// Is thrown with the reason why a file is not read, as a clause such as "it is a pipe".
class Unreadable : public std::runtime_error {
public:
    /// Why a file is not read beside what is wrong with it.
    enum class Kind { damaged, missing, closed };

    explicit Unreadable(const std::string& clause, Kind kind = Kind::damaged)
        : std::runtime_error{clause}, kind_{kind}
    {
    }
    /// Whether there is no such file.
    [[nodiscard]] bool is_missing() const { return kind_ == Kind::missing; }
    /// Whether this user may not read it.
    [[nodiscard]] bool is_closed() const { return kind_ == Kind::closed; }

private:
    Kind kind_;
};

/// A regular file that is open for reading. All is asked of the open file and not of its name, so
/// what was examined is what is read.
class InputFile {
public:
    /// Opens a file that the user names; links are followed. Throws Unreadable.
    [[nodiscard]] static InputFile named(const std::filesystem::path& file);
    /// Opens the file `name`, which may be in folders of `folder`, where a stranger may have put
    /// anything: neither a link nor ".." on the way below `folder` is followed. Throws Unreadable.
    [[nodiscard]] static InputFile in(const std::filesystem::path& folder,
                                      const std::filesystem::path& name);

    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&& other) = delete;
    ~InputFile();

    /// The bytes that the file had when it was opened.
    [[nodiscard]] std::uintmax_t bytes() const { return bytes_; }
    /// Reads from the byte `offset` on and returns how many bytes there were, fewer than asked for
    /// at the end of the file only. Throws Unreadable.
    std::size_t read(std::span<char> into, std::uintmax_t offset) const;
    /// All of the file. Throws Unreadable if it has more than `most` bytes.
    [[nodiscard]] std::string text(std::uintmax_t most) const;
    /// Calls `take` with each line, without its end, until that returns false.
    /// Throws Unreadable if a line has more than `longest` bytes.
    void for_each_line(std::size_t longest,
                       const std::function<bool(std::string_view line)>& take) const;

private:
    explicit InputFile(int descriptor);

    int descriptor_;
    std::uintmax_t bytes_{};
};

/// The text of a file in a folder, nothing if there is none. Throws Unreadable, see InputFile.
[[nodiscard]] std::optional<std::string> text_in(const std::filesystem::path& folder,
                                                 const std::filesystem::path& name,
                                                 std::uintmax_t most);

}  // namespace tobiuo
