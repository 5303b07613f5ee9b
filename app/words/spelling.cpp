// Words in messages: the edit distance behind "did you mean", and how values are quoted.
#include "app/words/spelling.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <vector>

namespace tobiuo {
namespace {

bool continues_a_character(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

bool is_control(char byte)
{
    const auto value = static_cast<unsigned char>(byte);
    return value < 0x20U || value == 0x7FU;
}

char lower(char letter)
{
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

/// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
std::size_t edit_distance(std::string_view left, std::string_view right)
{
    const std::size_t width = right.size() + 1;
    std::vector<std::size_t> cost((left.size() + 1) * width);
    const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& {
        return cost[i * width + j];
    };
    for (std::size_t i = 0; i <= left.size(); ++i) {
        for (std::size_t j = 0; j <= right.size(); ++j) {
            if (i == 0 || j == 0) {
                at(i, j) = i + j;
                continue;
            }
            const char a = lower(left[i - 1]);
            const char b = lower(right[j - 1]);
            at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1,
                                 at(i - 1, j - 1) + static_cast<std::size_t>(a != b)});
            const bool swapped =
                i > 1 && j > 1 && a == lower(right[j - 2]) && b == lower(left[i - 2]);
            if (swapped) {
                at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
            }
        }
    }
    return cost.back();
}

}  // namespace

std::string in_quotes(std::string_view text)
{
    constexpr std::size_t most_characters = 40;
    std::string shown;
    std::size_t characters = 0;
    for (const char byte : text) {
        if (!continues_a_character(byte) && ++characters > most_characters) {
            return "'" + shown + "...'";
        }
        shown += is_control(byte) ? ' ' : byte;
    }
    return "'" + shown + "'";
}

std::string list_of(std::span<const std::string> words)
{
    std::string list;
    for (const std::string& word : words) {
        list += (list.empty() ? "" : ", ") + word;
    }
    return list;
}

std::string nearest(std::string_view word, std::span<const std::string> known)
{
    constexpr std::size_t longest_word = 64;
    if (word.empty() || word.size() > longest_word) {
        return {};
    }
    std::string best;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& candidate : known) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < least && distance < candidate.size()) {
            least = distance;
            best = candidate;
        }
    }
    return best;
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

std::string shortest(double value)
{
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    static_cast<void>(error);  // 32 characters hold every double
    return {buffer.data(), end};
}

}  // namespace tobiuo
