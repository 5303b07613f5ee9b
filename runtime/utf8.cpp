// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/utf8.hpp"

namespace tobiuo {

std::size_t character_length(std::string_view text)
{
    const auto byte = [&](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
    const unsigned first = byte(0);
    if (first < 0x80U) {
        return 1;
    }
    if (first >= 0xC2U && first <= 0xDFU && follows(1)) {
        return 2;
    }
    if (first >= 0xE0U && first <= 0xEFU && follows(1) && follows(2)) {
        const bool overlong = first == 0xE0U && byte(1) < 0xA0U;
        const bool surrogate = first == 0xEDU && byte(1) >= 0xA0U;
        return overlong || surrogate ? 0 : 3;
    }
    if (first >= 0xF0U && first <= 0xF4U && follows(1) && follows(2) && follows(3)) {
        const bool overlong = first == 0xF0U && byte(1) < 0x90U;
        const bool beyond = first == 0xF4U && byte(1) >= 0x90U;
        return overlong || beyond ? 0 : 4;
    }
    return 0;
}

char32_t next_character(std::string_view& text)
{
    const std::size_t length = character_length(text);
    if (length == 0) {
        text.remove_prefix(1);
        return U'\uFFFD';
    }
    const auto first = static_cast<unsigned char>(text.front());
    // The value bits of the first byte follow the ones that count the bytes.
    char32_t character = length == 1 ? first : first & (0xFFU >> (length + 1));
    for (const char byte : text.substr(1, length - 1)) {
        character = (character << 6U) | (static_cast<unsigned char>(byte) & 0x3FU);
    }
    text.remove_prefix(length);
    return character;
}

std::string utf8_text(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string written;
    written.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        if (length == 0) {
            const auto value = static_cast<unsigned char>(text.front());
            written += {'\\', 'x', digits[value / 16U], digits[value % 16U]};
            text.remove_prefix(1);
        } else {
            written += text.substr(0, length);
            text.remove_prefix(length);
        }
    }
    return written;
}

}  // namespace tobiuo
