// SPDX-License-Identifier: BSD-3-Clause
// Bounds of a JSON text from elsewhere, checked before anything is built from it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tobiuo::tuning {

/// What a text may hold. A parsed value takes up to a hundred times the bytes of its text, functions
/// of parsed values recurse as deeply as these nest, and an object that keeps the order of its
/// members finds each by comparing with all others.
struct JsonBounds {
    std::size_t depth = 32;           ///< of objects and arrays in each other
    std::size_t values = 2'000'000;   ///< numbers, texts, words, arrays and objects in all
    std::size_t entries = 2'000'000;  ///< of one object; those of an array count as values only
};

/// Why a text exceeds its bounds, as a clause such as "it nests deeper than 32 levels"; empty if it
/// does not. It takes one pass and no memory that grows with the text beyond the depth that is
/// allowed. Whether the text is JSON is for the parser to say.
[[nodiscard]] std::string objection_to_json(std::string_view text, const JsonBounds& bounds);

}  // namespace tobiuo::tuning
