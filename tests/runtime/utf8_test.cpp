// SPDX-License-Identifier: BSD-3-Clause
// Characters of UTF-8, well-formed and not.
#include "runtime/utf8.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace tobiuo {
namespace {

using ::testing::ElementsAre;

std::vector<char32_t> characters_of(std::string_view text)
{
    std::vector<char32_t> characters;
    while (!text.empty()) {
        characters.push_back(next_character(text));
    }
    return characters;
}

TEST(Utf8, characters_of_every_length_are_read)
{
    EXPECT_THAT(characters_of("a\xC2\xB5\xE2\x82\xAC\xF0\x9F\x90\x9Fz"),
                ElementsAre(U'a', U'\u00B5', U'\u20AC', U'\U0001F41F', U'z'));
}

TEST(Utf8, a_byte_of_no_character_is_replaced_alone)
{
    constexpr char32_t bad = U'\uFFFD';
    EXPECT_THAT(characters_of("a\xFF\xFEz"), ElementsAre(U'a', bad, bad, U'z'));
    EXPECT_THAT(characters_of("\xE2\x82"), ElementsAre(bad, bad)) << "cut short";
    EXPECT_THAT(characters_of("\xC0\xAF"), ElementsAre(bad, bad)) << "longer than it need be";
    EXPECT_THAT(characters_of("\xED\xA0\x80"), ElementsAre(bad, bad, bad)) << "half a pair";
    EXPECT_THAT(characters_of("\xF4\x90\x80\x80"), ElementsAre(bad, bad, bad, bad)) << "beyond";
}

}  // namespace
}  // namespace tobiuo
