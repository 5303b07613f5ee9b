// Reads bytes from a file, decoding base64 if necessary, in pieces of bounded size.
#include "app/output/field/byte_source.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <ios>
#include <string_view>

namespace tobiuo {
namespace {

constexpr std::size_t most_groups = 1 << 16;  // read at a time: 256 KiB of text
constexpr std::uint32_t no_digit = 64;

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

/// Appends the 1 to 3 bytes of a group of four characters; returns false if it is not base64.
bool decode(std::string_view group, std::string& bytes)
{
    const std::size_t padding = group[3] != '=' ? 0 : group[2] != '=' ? 1 : 2;
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::uint32_t value = i + padding < 4 ? digit(group[i]) : 0;
        if (value == no_digit) {
            return false;
        }
        bits = bits << 6U | value;
    }
    for (std::size_t i = 0; i + padding < 3; ++i) {
        bytes += static_cast<char>(bits >> (16 - 8 * i) & 255U);
    }
    return true;
}

}  // namespace

ByteSource::ByteSource(const std::filesystem::path& path, std::int64_t begin, Coding coding)
    : file_{path, std::ios::binary}, coding_{coding}
{
    file_.seekg(0, std::ios::end);
    file_bytes_ = file_.tellg();
    file_.seekg(begin);
}

bool ByteSource::read_groups(std::size_t count)
{
    text_.resize(4 * std::min(count, most_groups));
    decoded_.clear();
    next_ = 0;
    if (padded_ || !file_.read(text_.data(), static_cast<std::streamsize>(text_.size()))) {
        return false;
    }
    const std::string_view text{text_};
    for (std::size_t at = 0; at < text.size(); at += 4) {
        if (padded_ || !decode(text.substr(at, 4), decoded_)) {
            return false;
        }
        padded_ = text[at + 3] == '=';
    }
    return true;
}

bool ByteSource::read(std::span<std::byte> to)
{
    if (coding_ == Coding::raw) {
        return !!file_.read(reinterpret_cast<char*>(to.data()),
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

void ByteSource::start_next_run()
{
    decoded_.clear();
    next_ = 0;
    padded_ = false;
}

std::int64_t ByteSource::most_bytes_left()
{
    const std::int64_t here = file_.tellg();
    if (here < 0 || here > file_bytes_) {
        return 0;
    }
    const std::int64_t left = file_bytes_ - here;
    return coding_ == Coding::raw
               ? left
               : left / 4 * 3 + static_cast<std::int64_t>(decoded_.size() - next_);
}

}  // namespace tobiuo
