// SPDX-License-Identifier: BSD-3-Clause
#include "app/input/npy_file.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

#include "app/wording.hpp"

namespace tobiuo {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::uintmax_t most_header_bytes = 65536;
constexpr std::int64_t most_values = std::int64_t{1} << 40;
constexpr std::size_t most_axes = 32;
constexpr const char* again = "write it again with numpy.save";

/// What a header says.
struct Header {
    std::string type;
    bool is_reversed = false;
    std::vector<std::int64_t> shape;
};

/// Reads the dictionary of a header, as Python writes it: {'descr': '<f8', 'fortran_order': False,
/// 'shape': (3, 4), }.
class HeaderText {
public:
    explicit HeaderText(std::string_view text) : left_{text} {}

    [[nodiscard]] Header read()
    {
        Header header;
        std::array<bool, 3> has{};
        expect("{");
        while (!takes("}")) {
            const std::string key = quoted();
            expect(":");
            if (key == "descr") {
                has[0] = true;
                if (takes("[")) {
                    throw Unreadable{
                        "each of its elements has several numbers with names, and an array of "
                        "plain numbers is wanted: save one of them alone"};
                }
                header.type = quoted();
            } else if (key == "fortran_order") {
                has[1] = true;
                header.is_reversed = takes("True");
                if (!header.is_reversed) {
                    expect("False");
                }
            } else if (key == "shape") {
                has[2] = true;
                header.shape = lengths();
            } else {
                refuse();
            }
            static_cast<void>(takes(","));
        }
        skip_blanks();
        if (!left_.empty() || has != std::array{true, true, true}) {
            refuse();
        }
        return header;
    }

private:
    [[noreturn]] static void refuse()
    {
        throw Unreadable{fmt::format("its header is damaged: {}", again)};
    }
    void skip_blanks()
    {
        left_.remove_prefix(std::min(left_.find_first_not_of(" \t\n"), left_.size()));
    }
    [[nodiscard]] bool takes(std::string_view word)
    {
        skip_blanks();
        const bool is_there = left_.starts_with(word);
        left_.remove_prefix(is_there ? word.size() : 0);
        return is_there;
    }
    void expect(std::string_view word)
    {
        if (!takes(word)) {
            refuse();
        }
    }
    [[nodiscard]] std::string quoted()
    {
        skip_blanks();
        const char quote = left_.empty() ? '\0' : left_.front();
        const std::size_t end = quote == '\'' || quote == '"' ? left_.find(quote, 1) : 0;
        if (end == 0 || end == std::string_view::npos) {
            refuse();
        }
        std::string text{left_.substr(1, end - 1)};
        left_.remove_prefix(end + 1);
        return text;
    }
    [[nodiscard]] std::vector<std::int64_t> lengths()
    {
        std::vector<std::int64_t> lengths;
        expect("(");
        while (!takes(")")) {
            skip_blanks();
            std::int64_t length = -1;
            const char* const begin = left_.data();
            const auto [stop, error] = std::from_chars(begin, begin + left_.size(), length);
            if (error != std::errc{} || length < 0 || lengths.size() == most_axes) {
                refuse();
            }
            left_.remove_prefix(static_cast<std::size_t>(stop - begin));
            lengths.push_back(length);
            static_cast<void>(takes(","));
        }
        return lengths;
    }

    std::string_view left_;
};

std::uintmax_t little_endian(std::string_view bytes)
{
    std::uintmax_t value = 0;
    for (std::size_t n = bytes.size(); n > 0; --n) {
        value = (value << 8U) | static_cast<unsigned char>(bytes[n - 1]);
    }
    return value;
}

/// The number of so many bytes, 4 or 8, at `from`.
double number_at(const char* from, int bytes, bool is_swapped)
{
    std::array<char, sizeof(double)> own{};
    std::memcpy(own.data(), from, static_cast<std::size_t>(bytes));
    if (is_swapped) {
        std::reverse(own.begin(), own.begin() + bytes);
    }
    if (bytes == static_cast<int>(sizeof(float))) {
        float value = 0.0F;
        std::memcpy(&value, own.data(), sizeof(value));
        return static_cast<double>(value);
    }
    return std::bit_cast<double>(own);
}

}  // namespace

NpyFile::NpyFile(const std::filesystem::path& path) : file_{InputFile::named(path)}
{
    constexpr std::size_t fixed = 8;  // the magic text and the version
    std::string begin(fixed + 4, '\0');
    begin.resize(file_.read(begin, 0));
    if (!begin.starts_with(magic) || begin.size() < fixed + 4) {
        throw Unreadable{fmt::format("it is no .npy file: {}", again)};
    }
    const auto version = static_cast<unsigned char>(begin[magic.size()]);
    if (version < 1 || version > 3) {
        throw Unreadable{
            fmt::format("it is of version {} of such files, and those from 1 to 3 are read: {}",
                        version, again)};
    }
    const std::size_t length_bytes = version == 1 ? 2 : 4;
    const std::uintmax_t length =
        little_endian(std::string_view{begin}.substr(fixed, length_bytes));
    values_at_ = fixed + length_bytes + length;
    std::string text(static_cast<std::size_t>(std::min(length, most_header_bytes)), '\0');
    if (length > most_header_bytes || file_.read(text, fixed + length_bytes) < text.size()) {
        throw Unreadable{fmt::format("its header is damaged: {}", again)};
    }
    const Header header = HeaderText{text}.read();
    shape_ = header.shape;
    is_reversed_ = header.is_reversed && shape_.size() > 1;
    const std::string_view type = header.type;
    if (type.size() != 3 || type.find_first_of("<>=") != 0 || type[1] != 'f' ||
        (type[2] != '4' && type[2] != '8')) {
        throw Unreadable{
            fmt::format("its numbers are of the type {}, and floats of 4 or 8 bytes "
                        "are read: save array.astype(float)",
                        in_quotes(header.type))};
    }
    bytes_of_value_ = type[2] - '0';
    constexpr char own_order = std::endian::native == std::endian::little ? '<' : '>';
    is_swapped_ = type[0] != '=' && type[0] != own_order;
    for (const std::int64_t axis : shape_) {
        if (axis > 0 && count_ > most_values / axis) {
            throw Unreadable{
                fmt::format("its header is damaged (no file has an array of the "
                            "shape {}): {}",
                            shape_text(shape_), again)};
        }
        count_ *= axis;
    }
    const std::uintmax_t bytes =
        values_at_ + static_cast<std::uintmax_t>(count_) * static_cast<unsigned>(bytes_of_value_);
    if (file_.bytes() != bytes) {
        throw Unreadable{
            fmt::format("it was cut, or is damaged (an array of the shape {} takes {} "
                        "bytes, and it has {}): {}",
                        shape_text(shape_), bytes, file_.bytes(), again)};
    }
}

std::vector<double> NpyFile::values() const
{
    const auto count = static_cast<std::size_t>(count_);
    const auto bytes = static_cast<std::size_t>(bytes_of_value_);
    // Where each step along an axis leads among the values that are returned, the axis that is
    // fastest in the file first.
    std::vector<std::size_t> lengths;
    std::vector<std::size_t> strides;
    std::size_t stride = 1;
    for (std::size_t axis = shape_.size(); axis > 0; --axis) {
        lengths.push_back(static_cast<std::size_t>(shape_[axis - 1]));
        strides.push_back(stride);
        stride *= lengths.back();
    }
    if (is_reversed_) {
        std::ranges::reverse(lengths);
        std::ranges::reverse(strides);
    }
    std::vector<double> values(count);
    std::vector<std::size_t> at(lengths.size());
    std::size_t place = 0;
    constexpr std::size_t block = 65536;  // values
    std::vector<char> piece(std::min(block, count) * bytes);
    for (std::size_t done = 0; done < count;) {
        const std::size_t some = std::min(block, count - done);
        const auto into = std::span{piece}.first(some * bytes);
        if (file_.read(into, values_at_ + done * bytes) < into.size()) {
            throw Unreadable{"it became shorter while it was read"};
        }
        for (std::size_t n = 0; n < some; ++n, ++done) {
            const double value = number_at(&piece[n * bytes], bytes_of_value_, is_swapped_);
            if (!std::isfinite(value)) {
                throw Unreadable{fmt::format(
                    "its value {} is not finite, counted from 0 as it is stored: correct it",
                    done)};
            }
            values[place] = value;
            for (std::size_t axis = 0; axis < at.size(); ++axis) {
                place += strides[axis];
                if (++at[axis] < lengths[axis]) {
                    break;
                }
                place -= at[axis] * strides[axis];
                at[axis] = 0;
            }
        }
    }
    return values;
}

std::string shape_text(const std::vector<std::int64_t>& shape)
{
    return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

}  // namespace tobiuo
