// SPDX-License-Identifier: BSD-3-Clause
// Reads bytes, decoding base64 if necessary, and numbers between white space, in bounded pieces.
#include "app/output/field/value_source.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <ios>
#include <streambuf>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include "app/output/field/vti_storage.hpp"

namespace tobiuo {
namespace {

constexpr std::size_t most_groups = 1 << 16;  // read at a time: 256 KiB of text
constexpr std::uint32_t no_digit = 64;
constexpr std::string_view white_space = " \t\r\n";

constexpr std::array<std::uint8_t, 256> base64_digits = [] {
    constexpr std::string_view alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::array<std::uint8_t, 256> digits{};
    digits.fill(no_digit);
    for (std::size_t i = 0; i < alphabet.size(); ++i) {
        digits[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
    }
    return digits;
}();

std::uint32_t digit(char c)
{
    return base64_digits[static_cast<unsigned char>(c)];
}

/// The bits of four digits, or a number with a bit from `no_group` on if one of them is none.
constexpr std::uint32_t no_group = 1U << 24U;

std::uint32_t bits_of(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d)
{
    const std::uint32_t wrong = (a | b | c | d) & no_digit;
    return wrong << 18U | (a & 63U) << 18U | (b & 63U) << 12U | (c & 63U) << 6U | (d & 63U);
}

void put(std::uint32_t bits, std::size_t count, char* to)
{
    for (std::size_t i = 0; i < count; ++i) {
        to[i] = static_cast<char>(bits >> (16 - 8 * i) & 255U);
    }
}

/// Decodes groups of four characters to `to`, three bytes each; returns how many there are before
/// the first one that has padding or is not base64.
std::size_t decode_full(std::string_view text, char* to)
{
    std::size_t group = 0;
    for (; 4 * group < text.size(); ++group) {
        const char* four = text.data() + 4 * group;
        const std::uint32_t bits =
            bits_of(digit(four[0]), digit(four[1]), digit(four[2]), digit(four[3]));
        if (bits >= no_group) {
            break;
        }
        put(bits, 3, to + 3 * group);
    }
    return group;
}

/// Decodes a group with padding; returns its 1 or 2 bytes, or nothing if it is not base64.
std::string decode_padded(std::string_view four)
{
    const bool has_two = four[2] != '=';
    const std::uint32_t bits =
        bits_of(digit(four[0]), digit(four[1]), has_two ? digit(four[2]) : 0, 0);
    if (four[3] != '=' || bits >= no_group) {
        return {};
    }
    std::string bytes(has_two ? 2 : 1, '\0');
    put(bits, bytes.size(), bytes.data());
    return bytes;
}

}  // namespace

ByteSource::ByteSource(std::unique_ptr<std::istream> file, std::int64_t begin, Coding coding)
    : file_{std::move(file)}, coding_{coding}
{
    file_->seekg(0, std::ios::end);
    file_bytes_ = file_->tellg();
    file_->seekg(begin);
}

/// Takes white space out of text_ and reads as many characters more. False if there is none.
bool ByteSource::replace_white_space()
{
    const std::size_t count = text_.size();
    bool replaced = false;
    while (std::erase_if(text_,
                         [](char c) { return white_space.find(c) != std::string_view::npos; })) {
        const std::size_t kept = text_.size();
        text_.resize(count);
        if (!file_->read(text_.data() + kept, static_cast<std::streamsize>(count - kept))) {
            return false;
        }
        replaced = true;
    }
    return replaced;
}

bool ByteSource::read_groups(std::size_t count)
{
    const std::size_t groups = std::min(count, most_groups);
    text_.resize(4 * groups);
    decoded_.clear();
    next_ = 0;
    if (padded_ || !file_->read(text_.data(), static_cast<std::streamsize>(text_.size()))) {
        return false;
    }
    decoded_.resize(3 * groups);
    std::size_t full = decode_full(text_, decoded_.data());
    if (full < groups && replace_white_space()) {
        full = decode_full(text_, decoded_.data());
    }
    decoded_.resize(3 * full);
    if (full == groups) {
        return true;
    }
    // Padding ends the run, so it is right only at the end of what was asked for.
    const std::string rest = decode_padded(std::string_view{text_}.substr(4 * full, 4));
    decoded_ += rest;
    padded_ = !rest.empty();
    return padded_ && full + 1 == groups;
}

bool ByteSource::read(std::span<std::byte> to)
{
    if (coding_ == Coding::raw) {
        return !!file_->read(reinterpret_cast<char*>(to.data()),
                             static_cast<std::streamsize>(to.size()));
    }
    while (!to.empty()) {
        if (next_ == decoded_.size() && !read_groups((to.size() + 2) / 3)) {
            return false;
        }
        const std::size_t count = std::min(to.size(), decoded_.size() - next_);
        std::memcpy(to.data(), decoded_.data() + next_, count);
        next_ += count;
        to = to.subspan(count);
    }
    return true;
}

void ByteSource::restart(std::int64_t begin)
{
    file_->clear();
    file_->seekg(begin);
    start_next_run();
}

void ByteSource::start_next_run()
{
    decoded_.clear();
    next_ = 0;
    padded_ = false;
}

std::int64_t ByteSource::most_bytes_left()
{
    const std::int64_t here = file_->tellg();
    if (here < 0 || here > file_bytes_) {
        return 0;
    }
    const std::int64_t left = file_bytes_ - here;
    return coding_ == Coding::raw
               ? left
               : left / 4 * 3 + static_cast<std::int64_t>(decoded_.size() - next_);
}

}  // namespace tobiuo

namespace tobiuo::vti {
namespace {

constexpr std::string_view white_space = " \t\r\n";

/// Converts all of `digits`. A number that is too small for its type is zero, as VTK takes it.
template <typename Number>
bool converted(std::string_view digits, Number& number)
{
    const char* end = digits.data() + digits.size();
    const auto result = std::from_chars(digits.data(), end, number);
    if (result.ec == std::errc::result_out_of_range && result.ptr == end &&
        std::is_floating_point_v<Number>) {
        constexpr double enough = 1.0;  // what is out of range is far from it
        number = 0;
        return std::abs(std::strtod(std::string{digits}.c_str(), nullptr)) < enough;
    }
    return result.ec == std::errc{} && result.ptr == end;
}

template <typename Number>
Number number_of(std::string_view word, const ArrayInfo& array)
{
    Number number{};
    const bool plus = word.starts_with('+') && !word.starts_with("+-");
    if (!converted(plus ? word.substr(1) : word, number)) {
        constexpr std::size_t enough_to_find_it = 20;
        std::string found{word.substr(0, enough_to_find_it)};
        std::ranges::replace_if(
            found, [](char c) { return c < ' ' || c > '~'; }, '?');
        report_damaged(array, "'" + found + "' is no number of type " + array.type);
    }
    return number;
}

}  // namespace

void check_ascii_size(const std::filesystem::path& path, const ArrayInfo& array,
                      std::int64_t values)
{
    // Each number takes at least a digit, and a space before the next one.
    const std::int64_t left =
        ByteSource{open_at(path, array), array.begin, Coding::raw}.most_bytes_left();
    if ((left + 1) / 2 < values) {
        report_damaged(array, "it has too few values for the grid");
    }
}

AsciiSource::AsciiSource(const std::filesystem::path& path, const ArrayInfo& array,
                         std::int64_t values)
    : file_{open_at(path, array)}, values_{values}
{
    check_ascii_size(path, array, values);
    restart(array);
}

void AsciiSource::restart(const ArrayInfo& array)
{
    file_->clear();
    file_->seekg(array.begin);
    next_ = 0;
}

bool AsciiSource::read_word()
{
    using Traits = std::ifstream::traits_type;
    std::streambuf& text = *file_->rdbuf();
    const auto is_space = [](int c) {
        return c != Traits::eof() &&
               white_space.find(Traits::to_char_type(c)) != std::string_view::npos;
    };
    int c = text.sgetc();
    while (is_space(c)) {
        c = text.snextc();
    }
    word_.clear();
    while (c != Traits::eof() && c != '<' && !is_space(c)) {
        word_ += Traits::to_char_type(c);
        c = text.snextc();
    }
    return !word_.empty();
}

template <typename Number>
void AsciiSource::read(const ArrayInfo& array, std::span<Number> to)
{
    for (Number& number : to) {
        if (!read_word()) {
            report_damaged(array, "it has " + std::to_string(next_) + " of the " +
                                      std::to_string(values_) + " values of the grid");
        }
        number = number_of<Number>(word_, array);
        ++next_;
    }
    if (next_ == values_ && read_word()) {
        report_damaged(array,
                       "it has more than the " + std::to_string(values_) + " values of the grid");
    }
}

template void AsciiSource::read(const ArrayInfo&, std::span<float>);
template void AsciiSource::read(const ArrayInfo&, std::span<double>);
template void AsciiSource::read(const ArrayInfo&, std::span<std::int8_t>);
template void AsciiSource::read(const ArrayInfo&, std::span<std::uint8_t>);
template void AsciiSource::read(const ArrayInfo&, std::span<std::int16_t>);
template void AsciiSource::read(const ArrayInfo&, std::span<std::uint16_t>);
template void AsciiSource::read(const ArrayInfo&, std::span<std::int32_t>);
template void AsciiSource::read(const ArrayInfo&, std::span<std::uint32_t>);
template void AsciiSource::read(const ArrayInfo&, std::span<std::int64_t>);
template void AsciiSource::read(const ArrayInfo&, std::span<std::uint64_t>);

}  // namespace tobiuo::vti
