// Looks at the text that yaml-cpp has read: scalars in it, and where and why their syntax is bad.
#include "app/case/yaml/source_text.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "app/case/yaml/text_file.hpp"

namespace tobiuo::casefile {
namespace {

constexpr std::string_view blanks = " \t\r\n";

std::size_t find_or_end(std::string_view text, std::size_t found)
{
    return std::min(found, text.size());
}

struct Translation {
    std::string_view message;
    std::string_view sentence;
};

constexpr std::array<Translation, 14> translations{{
    {"illegal map value",
     "a ':' cannot stand here (is one missing in the line before, or the indentation wrong?): "
     "write one key: value a line, keys of a section in the same column"},
    {"illegal map key", "a key cannot stand here: one key a line, indented by spaces"},
    {"illegal block entry", "a '-' cannot stand here: write a list as [a, b]"},
    {"illegal flow end", "this bracket closes nothing: remove it, or open it before"},
    {"end of map not found",
     "not a 'key: value' (a colon is missing, or lines of one section have different "
     "indentation): write key: value, keys of a section in the same column"},
    {"end of map flow not found", "a '{' before this is not closed: close it with '}'"},
    {"end of sequence not found", "not an entry of the list (wrong indentation?): write [a, b]"},
    {"end of sequence flow not found", "a '[' before this is not closed: close it with ']'"},
    {"illegal EOF in scalar", "a quote is not closed: close it"},
    {"unknown token", "a value cannot start with this character: put it in quotes"},
    {"the referenced anchor is not defined", alias_sentence},
    {"alias not found after *", "a value cannot start with '*': put it in quotes"},
    {"anchor not found after &", "a value cannot start with '&': put it in quotes"},
    {"bad file", "nested far too deep (a case has four levels): is it a case file?"},
}};

/// The offset of the start of `line` (counted from 0).
std::size_t start_of(std::string_view text, int line)
{
    std::size_t start = 0;
    for (int i = 0; i < line; ++i) {
        const std::size_t newline = text.find('\n', start);
        if (newline == std::string_view::npos) {
            break;
        }
        start = newline + 1;
    }
    return start;
}

/// The offset of the first tab in the indentation of `line`.
std::optional<std::size_t> indenting_tab(std::string_view text, int line)
{
    const std::size_t tab = text.find_first_not_of(' ', start_of(text, line));
    if (tab == std::string_view::npos || text[tab] != '\t') {
        return std::nullopt;
    }
    return tab;
}

}  // namespace

std::size_t content_start(std::string_view text, std::size_t offset)
{
    std::size_t at = find_or_end(text, offset);
    const std::size_t first = at;
    while (at < text.size()) {
        const char byte = text[at];
        if (byte == '&' || byte == '!') {
            at = find_or_end(text, text.find_first_of(" \t\r\n,]}", at));
        } else if (byte == '#' && at > first) {
            at = find_or_end(text, text.find('\n', at));
        } else if (blanks.find(byte) != std::string_view::npos) {
            ++at;
        } else {
            break;
        }
    }
    return at;
}

Style style_at(std::string_view text, std::size_t offset)
{
    const char byte = offset < text.size() ? text[offset] : ' ';
    if (byte == '"' || byte == '\'') {
        return Style::quoted;
    }
    return byte == '|' || byte == '>' ? Style::block : Style::plain;
}

std::string in_one_line(std::string text)
{
    const auto is_blank = [](char byte) { return blanks.find(byte) != std::string_view::npos; };
    std::ranges::replace_if(text, is_blank, ' ');
    text.erase(text.find_last_not_of(' ') + 1);
    text.erase(0, text.find_first_not_of(' '));
    return text;
}

std::string syntax_sentence(std::string_view text, int line, std::string_view message)
{
    if (line >= 0 && indenting_tab(text, line)) {
        return "a tab indents this line (YAML allows spaces only): replace it by spaces";
    }
    const auto known = std::ranges::find(translations, message, &Translation::message);
    if (known != translations.end()) {
        return std::string{known->sentence};
    }
    return "not valid YAML (" + std::string{message} + "): correct the text here";
}

Position syntax_position(std::string_view text, int line, int byte, const std::string& source)
{
    if (line < 0) {
        return position_of(text, text.size(), source);
    }
    if (const auto tab = indenting_tab(text, line)) {
        return position_of(text, *tab, source);
    }
    const std::size_t offset = start_of(text, line) + static_cast<std::size_t>(std::max(byte, 0));
    return position_of(text, std::min(offset, text.size()), source);
}

bool lacks_closing_quote(std::string_view text, std::size_t offset)
{
    if (offset >= text.size() || (text[offset] != '\'' && text[offset] != '"')) {
        return false;
    }
    const char quote = text[offset];
    for (std::size_t i = offset + 1; i < text.size(); ++i) {
        const bool pair = text[i] == '\'' && text.substr(i + 1).starts_with('\'');
        if (quote == '"' ? text[i] == '\\' : pair) {
            ++i;  // \" and '' are quotes inside the scalar
        } else if (text[i] == quote) {
            return false;
        }
    }
    return true;
}

}  // namespace tobiuo::casefile
