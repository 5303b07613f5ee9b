// SPDX-License-Identifier: BSD-3-Clause
#include "app/printable.hpp"

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "runtime/utf8.hpp"

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

std::string_view setting(const char* variable)
{
    const char* text = std::getenv(variable);
    return text == nullptr ? std::string_view{} : text;
}

/// Whether no XML file can hold the character.
bool is_no_xml(char c)
{
    return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r';
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

bool can_redraw()
{
    const std::string_view terminal = setting("TERM");
    return !terminal.empty() && terminal != "dumb";
}

bool may_colour()
{
    return can_redraw() && setting("NO_COLOR").empty();
}

std::string xml_escaped(std::string_view text)
{
    std::string escaped;
    for (const char c : utf8_text(text)) {
        switch (c) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '>':
                escaped += "&gt;";
                break;
            case '"':
                escaped += "&quot;";
                break;
            default:
                escaped += is_no_xml(c) ? printable({&c, 1}) : std::string(1, c);
        }
    }
    return escaped;
}

}  // namespace tobiuo
