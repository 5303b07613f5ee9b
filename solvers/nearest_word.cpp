// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/nearest_word.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <vector>

namespace tobiuo {
namespace {

char lower(char letter)
{
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

/// The number of insertions, deletions, replacements and swaps of neighbours (optimal string
/// alignment).
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

}  // namespace tobiuo
