// SPDX-License-Identifier: BSD-3-Clause
#include "app/input/stl_file.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/input/input_file.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

using flow::Triangle;

constexpr std::uintmax_t binary_header_bytes =
    84;  // 80 for anything, 4 for the number of triangles
constexpr std::uintmax_t binary_triangle_bytes =
    50;  // normal, three corners, two bytes of attributes
constexpr std::size_t triangles_of_block = 4096;
constexpr std::uintmax_t most_text_bytes = most_stl_triangles * std::uintmax_t{400};
constexpr std::size_t longest_line = 65536;

/// The words of one triangle in a text; `number` and `ignored` stand for any.
constexpr std::string_view number = "a number";
constexpr std::string_view ignored;
constexpr std::array facet_words{std::string_view{"facet"},
                                 std::string_view{"normal"},
                                 ignored,
                                 ignored,
                                 ignored,
                                 std::string_view{"outer"},
                                 std::string_view{"loop"},
                                 std::string_view{"vertex"},
                                 number,
                                 number,
                                 number,
                                 std::string_view{"vertex"},
                                 number,
                                 number,
                                 number,
                                 std::string_view{"vertex"},
                                 number,
                                 number,
                                 number,
                                 std::string_view{"endloop"},
                                 std::string_view{"endfacet"}};

std::uint32_t little_endian(std::span<const char> bytes)
{
    std::uint32_t value = 0;
    for (std::size_t n = 4; n > 0; --n) {
        value = (value << 8U) | static_cast<unsigned char>(bytes[n - 1]);
    }
    return value;
}

[[noreturn]] void refuse_number(std::size_t triangles_before)
{
    throw Unreadable{
        fmt::format("a corner of its triangle {} is not finite (or no number): write "
                    "it again in the program that made it",
                    triangles_before + 1)};
}

void refuse_more_than_can_be(std::uintmax_t triangles)
{
    if (triangles > static_cast<std::uintmax_t>(most_stl_triangles)) {
        throw Unreadable{fmt::format("it has more than {} triangles: make its surface coarser",
                                     most_stl_triangles)};
    }
}

/// The triangles of a binary file of whose size its header is right.
std::vector<Triangle> read_binary(const InputFile& file, std::uintmax_t count)
{
    refuse_more_than_can_be(count);
    std::vector<Triangle> triangles;
    triangles.reserve(count);
    std::vector<char> block(binary_triangle_bytes * triangles_of_block);
    for (std::uintmax_t offset = binary_header_bytes; triangles.size() < count;) {
        const std::size_t bytes = file.read(block, offset);
        const std::size_t whole =
            std::min<std::size_t>(bytes / binary_triangle_bytes, count - triangles.size());
        if (whole == 0) {
            throw Unreadable{"it became shorter while it was read"};
        }
        for (std::size_t n = 0; n < whole; ++n) {
            const auto corners = std::span{block}.subspan(n * binary_triangle_bytes + 12);
            Triangle triangle;
            for (std::size_t at = 0; at < 9; ++at) {
                const auto value = std::bit_cast<float>(little_endian(corners.subspan(4 * at)));
                if (!std::isfinite(value)) {
                    refuse_number(triangles.size());
                }
                triangle.at(at / 3).at(at % 3) = static_cast<double>(value);
            }
            triangles.push_back(triangle);
        }
        offset += whole * binary_triangle_bytes;
    }
    return triangles;
}

bool is_word(std::string_view text, std::string_view word)
{
    return std::ranges::equal(text, word, [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == b;
    });
}

/// Takes a text line by line.
class TextReader {
public:
    void take(std::string_view line)
    {
        while (const std::optional<std::string_view> word = next_word(line)) {
            if (step_ == 0 && (is_word(*word, "solid") || is_word(*word, "endsolid"))) {
                is_open_ = is_word(*word, "solid");
                return;  // a name follows
            }
            take_word(*word);
        }
    }
    [[nodiscard]] std::vector<Triangle> finish()
    {
        if (step_ != 0 || is_open_) {
            throw Unreadable{
                fmt::format("it ends after {} triangles without 'endsolid' (it was "
                            "cut): write or copy it again",
                            triangles_.size())};
        }
        return std::move(triangles_);
    }

private:
    static std::optional<std::string_view> next_word(std::string_view& line)
    {
        constexpr std::string_view blanks = " \t\r\v\f";
        const std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
        const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
        const std::string_view word = line.substr(begin, end - begin);
        line.remove_prefix(end);
        return word.empty() ? std::nullopt : std::optional{word};
    }

    void take_word(std::string_view word)
    {
        const std::string_view expected = facet_words.at(step_);
        if (expected == number) {
            triangle_.at(numbers_ / 3).at(numbers_ % 3) = number_of(word);
            ++numbers_;
        } else if (!expected.empty() && !is_word(word, expected)) {
            throw Unreadable{
                fmt::format("it is no STL file (in its triangle {} {} stands where "
                            "'{}' should): export it as STL",
                            triangles_.size() + 1, in_quotes(word), expected)};
        }
        if (++step_ == facet_words.size()) {
            triangles_.push_back(triangle_);
            refuse_more_than_can_be(triangles_.size());
            step_ = 0;
            numbers_ = 0;
        }
    }

    [[nodiscard]] double number_of(std::string_view word) const
    {
        word.remove_prefix(word.starts_with('+') ? 1 : 0);
        double value = 0.0;
        const char* const end = word.data() + word.size();
        const auto [stop, error] = std::from_chars(word.data(), end, value);
        if (error != std::errc{} || stop != end || !std::isfinite(value)) {
            refuse_number(triangles_.size());
        }
        return value;
    }

    std::vector<Triangle> triangles_;
    Triangle triangle_{};
    std::size_t step_ = 0;     ///< of facet_words, which comes next
    std::size_t numbers_ = 0;  ///< of the triangle that have been read
    bool is_open_ = false;     ///< whether a solid has begun and not ended
};

std::vector<Triangle> read_text(const InputFile& file)
{
    if (file.bytes() > most_text_bytes) {
        throw Unreadable{
            fmt::format("it has more than {} bytes: write it as binary STL", most_text_bytes)};
    }
    TextReader reader;
    file.for_each_line(longest_line, [&](std::string_view line) {
        reader.take(line);
        return true;
    });
    return reader.finish();
}

/// Whether the beginning of a file is that of a text: the header of a binary one may say "solid",
/// too, but its number of triangles, or what fills the header, has a zero.
bool begins_as_text(std::string_view beginning)
{
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && is_word(beginning.substr(first, 5), "solid") &&
           beginning.find('\0') == std::string_view::npos;
}

}  // namespace

std::vector<Triangle> read_stl(const std::filesystem::path& path)
{
    const InputFile file = InputFile::named(path);
    std::string beginning(binary_header_bytes, '\0');
    beginning.resize(file.read(beginning, 0));
    std::vector<Triangle> triangles;
    if (begins_as_text(beginning)) {
        triangles = read_text(file);
    } else if (beginning.size() < binary_header_bytes) {
        throw Unreadable{
            "it is no STL file (neither does it begin with 'solid', nor has it the 84 "
            "bytes of a header): export it as STL"};
    } else {
        const std::uintmax_t count = little_endian(std::span{beginning}.subspan(80));
        const std::uintmax_t bytes = binary_header_bytes + count * binary_triangle_bytes;
        if (file.bytes() != bytes) {
            throw Unreadable{
                fmt::format("it is no STL file, or was cut (its header promises {} "
                            "triangles, which take {} bytes, and it has {}): write or "
                            "copy it again",
                            count, bytes, file.bytes())};
        }
        triangles = read_binary(file, count);
    }
    if (triangles.empty()) {
        throw Unreadable{"it has no triangles: export the body's surface"};
    }
    return triangles;
}

}  // namespace tobiuo
