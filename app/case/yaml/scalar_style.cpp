// Looks at the text of a scalar, of which yaml-cpp gives the value and the first position only.
#include "app/case/yaml/scalar_style.hpp"

#include <algorithm>

namespace tobiuo::casefile {
namespace {

constexpr std::string_view blanks = " \t\r\n";

std::size_t find_or_end(std::string_view text, std::size_t found)
{
    return std::min(found, text.size());
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

}  // namespace tobiuo::casefile
