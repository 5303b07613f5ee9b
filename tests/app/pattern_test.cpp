// SPDX-License-Identifier: BSD-3-Clause
// Patterns match whole texts of any length.
#include "app/pattern.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace tobiuo::test {
namespace {

TEST(Pattern, matches_a_whole_text)
{
    EXPECT_TRUE(matches("p.vti", ".*\\.vti"));
    EXPECT_TRUE(matches(".vti", ".*\\.vti"));
    EXPECT_FALSE(matches("p.vti.gz", ".*\\.vti"));
    EXPECT_FALSE(matches("p-vti", ".*\\.vti"));
}

TEST(Pattern, matches_either_of_two_as_a_whole)
{
    EXPECT_TRUE(matches("ab", "ab|cd"));
    EXPECT_FALSE(matches("abd", "ab|cd"));
    EXPECT_FALSE(matches("acd", "ab|cd"));
}

TEST(Pattern, counts_characters)
{
    const std::string name = "[A-Za-z][a-z0-9._-]{0,3}";
    EXPECT_TRUE(matches("A.-_", name));
    EXPECT_FALSE(matches("Abcde", name));
    EXPECT_FALSE(matches("", name));
    EXPECT_FALSE(matches("a\n", name));
}

TEST(Pattern, takes_a_text_of_a_million_bytes)
{
    const std::string text(1'000'000, 'a');
    EXPECT_FALSE(matches(text, ".*\\.vti"));
    EXPECT_TRUE(matches(text + ".vti", ".*\\.vti"));
}

TEST(Pattern, refuses_what_is_no_regular_expression)
{
    EXPECT_THROW(static_cast<void>(matches("a", "(")), std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::test
