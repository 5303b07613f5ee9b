// SPDX-License-Identifier: BSD-3-Clause
// Words in messages: how lists, values and suggestions are written.
#include "app/wording.hpp"

#include <array>
#include <charconv>
#include <cstddef>

#include "app/printable.hpp"
#include "solvers/nearest_word.hpp"

namespace tobiuo {
namespace {

bool continues_a_character(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

bool ends_a_word(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

}  // namespace

std::string in_quotes(std::string_view text)
{
    constexpr std::size_t most_characters = 40;
    std::string shown;
    std::size_t characters = 0;
    for (const char byte : text) {
        if (!continues_a_character(byte) && ++characters > most_characters) {
            return "'" + printable(shown) + "...'";
        }
        shown += ends_a_word(byte) ? ' ' : byte;
    }
    return "'" + printable(shown) + "'";
}

std::string list_of(std::span<const std::string> words)
{
    std::string list;
    for (const std::string& word : words) {
        list += (list.empty() ? "" : ", ") + word;
    }
    return list;
}

std::string suggestion(std::string_view word, std::span<const std::string> known,
                       std::string_view otherwise)
{
    const std::string meant = nearest(word, known);
    if (meant.empty()) {
        return " (" + std::string{otherwise} + ")";
    }
    return " (did you mean '" + meant + "'?)";
}

std::string suggestion(std::string_view word, std::span<const std::string> known)
{
    const std::string meant = nearest(word, known);
    return " (" + (meant.empty() ? "" : "did you mean '" + meant + "'? ") +
           "known: " + (known.empty() ? "none" : list_of(known)) + ")";
}

std::string_view word_of(Precision precision)
{
    return precision == Precision::fp32 ? "single" : "double";
}

std::string shortest(double value)
{
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    static_cast<void>(error);  // 32 characters hold every double
    return {buffer.data(), end};
}

}  // namespace tobiuo
