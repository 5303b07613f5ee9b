#include "app/printable.hpp"

#include <array>
#include <cstddef>
#include <cstdio>

#include "kernels/utf8.hpp"

namespace tobiuo {
namespace {

/// Whether the character is in C0 or C1, or is DEL.
bool is_control(char32_t character)
{
    return character < 0x20U || (character >= 0x7FU && character <= 0x9FU);
}

/// Whether the character has no shape but changes how its neighbours are shown: the marks,
/// embeddings, overrides and isolates of the Unicode Bidirectional Algorithm, and the separators of
/// lines.
bool is_invisible(char32_t character)
{
    return character == 0x061CU || character == 0x200EU || character == 0x200FU ||
           (character >= 0x2028U && character <= 0x202EU) ||
           (character >= 0x2066U && character <= 0x2069U) || character == 0xFEFFU;
}

std::string number(const char* format, unsigned value)
{
    std::array<char, 16> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, value);
    return buffer.data();
}

std::string escaped(std::string_view text, std::string_view kept)
{
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        const std::string_view bytes = text.substr(0, length == 0 ? 1 : length);
        const char32_t character = next_character(text);
        const bool is_kept = length == 1 && kept.find(bytes.front()) != std::string_view::npos;
        const bool is_byte = length == 0 || (length == 1 && is_control(character));
        if (is_byte && !is_kept) {
            shown += number("\\x%02x", static_cast<unsigned char>(bytes.front()));
        } else if ((is_control(character) || is_invisible(character)) && !is_kept) {
            shown += number("\\u%04x", static_cast<unsigned>(character));
        } else {
            shown += bytes;
        }
    }
    return shown;
}

}  // namespace

std::string printable(std::string_view text)
{
    return escaped(text, {});
}

std::string printable_lines(std::string_view text)
{
    return escaped(text, "\n\t");
}

}  // namespace tobiuo
