// SPDX-License-Identifier: BSD-3-Clause
// Reads a case file as text, checks size, encoding and control characters before it is parsed, and
// looks at what yaml-cpp has read: scalars, and where and why their syntax is bad.
#include "app/case/yaml/text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ios>
#include <istream>
#include <optional>
#include <system_error>
#include <utility>

#include "app/input/input_file.hpp"
#include "runtime/utf8.hpp"

namespace tobiuo::casefile {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

struct ByteOrderMark {
    std::string_view bytes;
    std::string_view encoding;
};
/// The byte order marks of other encodings; UTF-32 comes first because its little-endian mark
/// starts with that of UTF-16.
constexpr std::array<ByteOrderMark, 4> foreign_marks{{{"\xFF\xFE\0\0"sv, "UTF-32"},
                                                      {"\0\0\xFE\xFF"sv, "UTF-32"},
                                                      {"\xFF\xFE"sv, "UTF-16"},
                                                      {"\xFE\xFF"sv, "UTF-16"}}};

Position whole(const std::string& source)
{
    return {.source = source, .line = 0, .column = 0};
}

std::string hexadecimal(char byte)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto value = static_cast<unsigned char>(byte);
    return {'0', 'x', digits[value / 16U], digits[value % 16U]};
}

/// Why the byte is not allowed; nothing if it is. Byte 0x04 would end the text for yaml-cpp.
std::optional<std::string> objection(char byte)
{
    if (byte == '\0') {
        return "contains a NUL byte (a binary file, or UTF-16 text?): save it as UTF-8 text";
    }
    const bool control = (static_cast<unsigned char>(byte) < 0x20U && byte != '\t' &&
                          byte != '\n' && byte != '\r') ||
                         byte == 0x7F;
    if (control) {
        return "contains the control character " + hexadecimal(byte) +
               " (a case is plain text): remove it";
    }
    return std::nullopt;
}

/// Throws InputError if the file is not there, or is no file.
void refuse_unreadable(const fs::path& file, const std::string& source)
{
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (status.type() == fs::file_type::not_found) {
        throw InputError{whole(source), "does not exist: check the path"};
    }
    if (status.type() == fs::file_type::directory) {
        throw InputError{whole(source), "is a folder (a case is a YAML file): name the file"};
    }
    if (status.type() != fs::file_type::regular) {
        throw InputError{whole(source), "cannot be read (" +
                                            (error ? error.message() : "not a regular file") +
                                            "): name a YAML file"};
    }
}

/// Throws InputError if the file has more bytes than a case.
void refuse_too_large(const InputFile& file, const std::string& source)
{
    if (file.bytes() > most_bytes) {
        throw InputError{whole(source), "has " + std::to_string(file.bytes()) +
                                            " bytes (a case has at most " +
                                            std::to_string(most_bytes) +
                                            "): is it a case file? Data belongs in a .vti file"};
    }
}

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

int characters_in(std::string_view text)
{
    const auto starts_character = [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    };
    return static_cast<int>(std::ranges::count_if(text, starts_character));
}

Position position_of(std::string_view text, std::size_t offset, const std::string& source)
{
    const std::string_view before = text.substr(0, offset);
    const std::size_t newline = before.rfind('\n');
    const std::string_view line =
        newline == std::string_view::npos ? before : before.substr(newline + 1);
    return {.source = source,
            .line = 1 + static_cast<int>(std::ranges::count(before, '\n')),
            .column = 1 + characters_in(line)};
}

std::string checked_text(std::string text, const std::string& source)
{
    for (const ByteOrderMark& mark : foreign_marks) {
        if (text.starts_with(mark.bytes)) {
            throw InputError{position_of(text, 0, source),
                             "is encoded in " + std::string{mark.encoding} +
                                 " (a case is UTF-8): save it as UTF-8"};
        }
    }
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.erase(0, 3);
    }
    const std::string_view view{text};
    for (std::size_t i = 0; i < text.size();) {
        if (const auto sentence = objection(text[i])) {
            throw InputError{position_of(view, i, source), *sentence};
        }
        const std::size_t length = character_length(view.substr(i));
        if (length == 0) {
            throw InputError{position_of(view, i, source),
                             "byte " + hexadecimal(text[i]) +
                                 " is not UTF-8 (Latin-1 text?): save the file as UTF-8"};
        }
        i += length;
    }
    return text;
}

std::string read_text(std::istream& stream, const std::string& source)
{
    errno = 0;
    std::string text(most_bytes + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.bad()) {
        throw InputError{whole(source), "cannot be read (" + std::string{std::strerror(errno)} +
                                            "): check its permissions"};
    }
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.size() > most_bytes) {
        throw InputError{whole(source),
                         "has more than " + std::to_string(most_bytes) +
                             " bytes (a case has a few hundred): is it a case file?"};
    }
    return checked_text(std::move(text), source);
}

std::string read_text_file(const fs::path& file)
{
    const std::string source = file.string();
    refuse_unreadable(file, source);
    try {
        const InputFile opened = InputFile::named(file);
        refuse_too_large(opened, source);
        return checked_text(opened.text(most_bytes), source);
    } catch (const Unreadable& reason) {
        throw InputError{whole(source), std::string{"cannot be read ("} + reason.what() +
                                            "): check its permissions"};
    }
}

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
