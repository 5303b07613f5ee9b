// SPDX-License-Identifier: BSD-3-Clause
// Reads scalars of YAML's core schema without a locale and without regular expressions.
#include "app/case/yaml/scalars.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "app/wording.hpp"
#include "runtime/utf8.hpp"

namespace tobiuo::casefile {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <std::size_t Count>
bool is_one_of(std::string_view text, const std::array<std::string_view, Count>& words)
{
    return std::ranges::find(words, text) != words.end();
}

bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/// The number that the digits of `base` are; nothing if `text` is not made of these alone.
std::optional<CoreNumber> in_base(std::string_view text, int base)
{
    const char* const end = text.data() + text.size();
    std::uint64_t bits{};
    const auto [stop, error] = std::from_chars(text.data(), end, bits, base);
    if (stop != end || error == std::errc::invalid_argument) {
        return std::nullopt;
    }
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    CoreNumber number{.value = static_cast<double>(bits), .whole = {}};
    if (error == std::errc{} && bits <= most) {
        number.whole = static_cast<std::int64_t>(bits);
    } else if (error != std::errc{}) {
        number.value = infinity;
        number.beyond_range = true;
    }
    return number;
}

/// A decimal number without its sign.
std::optional<CoreNumber> decimal(std::string_view text)
{
    if (text.empty() || (!is_digit(text.front()) && text.front() != '.')) {
        return std::nullopt;  // from_chars also reads "inf", "nan" and a second sign
    }
    const char* const end = text.data() + text.size();
    CoreNumber number;
    const auto [stop, error] = std::from_chars(text.data(), end, number.value);
    if (stop != end || error == std::errc::invalid_argument) {
        return std::nullopt;
    }
    if (error != std::errc{}) {
        number.value = infinity;
        number.beyond_range = true;
    } else if (std::ranges::all_of(text, is_digit)) {
        std::int64_t whole{};
        if (std::from_chars(text.data(), end, whole).ec == std::errc{}) {
            number.whole = whole;
        }
    } else {
        number.whole = exact_integer(number.value);
    }
    return number;
}

}  // namespace

std::optional<std::int64_t> exact_integer(double value)
{
    constexpr double exact = 0x1p53;  // a double holds every integer up to here
    return value == std::floor(value) && std::abs(value) <= exact
               ? std::optional{static_cast<std::int64_t>(value)}
               : std::nullopt;
}

std::optional<CoreNumber> core_number(std::string_view text)
{
    constexpr std::array<std::string_view, 3> infinities{".inf", ".Inf", ".INF"};
    constexpr std::array<std::string_view, 3> not_numbers{".nan", ".NaN", ".NAN"};
    if (is_one_of(text, not_numbers)) {
        return CoreNumber{.value = std::numeric_limits<double>::quiet_NaN(), .whole = {}};
    }
    if (text.starts_with("0x")) {
        return in_base(text.substr(2), 16);
    }
    if (text.starts_with("0o")) {
        return in_base(text.substr(2), 8);
    }
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) {
        text.remove_prefix(1);
    }
    auto number =
        is_one_of(text, infinities) ? CoreNumber{.value = infinity, .whole = {}} : decimal(text);
    if (number && negative) {
        number->value = -number->value;
        number->whole = number->whole ? std::optional{-*number->whole} : std::nullopt;
    }
    return number;
}

std::optional<bool> core_boolean(std::string_view text)
{
    constexpr std::array<std::string_view, 3> yes{"true", "True", "TRUE"};
    constexpr std::array<std::string_view, 3> no{"false", "False", "FALSE"};
    if (is_one_of(text, yes) || is_one_of(text, no)) {
        return is_one_of(text, yes);
    }
    return std::nullopt;
}

bool has_core_tag(std::string_view tag, std::string_view text)
{
    if (!tag.starts_with(core_tags)) {
        return false;
    }
    tag.remove_prefix(core_tags.size());
    if (tag == "null") {
        constexpr std::array<std::string_view, 5> nothing{"", "~", "null", "Null", "NULL"};
        return is_one_of(text, nothing);
    }
    if (tag == "bool") {
        return core_boolean(text).has_value();
    }
    const bool is_integer = text.find_first_not_of("+-0123456789") == std::string_view::npos ||
                            text.starts_with("0x") || text.starts_with("0o");
    return tag == "str" || ((tag == "float" || (tag == "int" && is_integer)) && core_number(text));
}

std::string yaml_scalar(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out = "\"";
    for (const char byte : utf8_text(text)) {
        const auto value = static_cast<unsigned char>(byte);
        if (byte == '"' || byte == '\\') {
            out += '\\';
        }
        if (value < 0x20U || value == 0x7FU) {
            out += {'\\', 'x', digits[value / 16U], digits[value % 16U]};
        } else {
            out += byte;
        }
    }
    return out + '"';
}

std::string yaml_number(double value)
{
    std::string text = shortest(value);
    const std::size_t exponent = text.find('e');
    if (exponent != std::string::npos && text.find('.') == std::string::npos) {
        text.insert(exponent, ".0");
    }
    return text;
}

}  // namespace tobiuo::casefile
