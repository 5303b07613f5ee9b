// SPDX-License-Identifier: BSD-3-Clause
// Text for a terminal: names of others are made harmless; what the environment says about it.
#include "app/printable.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace tobiuo {
namespace {

TEST(Printable, leaves_ordinary_text_of_every_script_as_it_is)
{
    for (const std::string text :
         {"", "out/case.yaml: 100 %", "M\xC3\xBCller", "\xE6\xB5\x81\xE4\xBD\x93",
          "\xD9\x85\xD8\xB1\xD8\xAD", "\xF0\x9F\x8C\x8A", "back\\slash 'quote'"}) {
        EXPECT_EQ(printable(text), text);
        EXPECT_EQ(printable_lines(text), text);
    }
}

TEST(Printable, writes_control_characters_as_numbers)
{
    EXPECT_EQ(printable("a\x1b[31mb\r\x07\x7f"), "a\\x1b[31mb\\x0d\\x07\\x7f");
    EXPECT_EQ(printable(std::string("\0x", 2)), "\\x00x");
    EXPECT_EQ(printable("\xC2\x9B"
                        "31m"),
              "\\u009b31m")
        << "C1 has a sequence introducer of its own";
}

TEST(Printable, writes_marks_of_direction_as_numbers)
{
    EXPECT_EQ(printable("a\u202eb\u202ac\u2066d\u2069e\u200ef\u200fg\u061ch"),
              "a\\u202eb\\u202ac\\u2066d\\u2069e\\u200ef\\u200fg\\u061ch");
    EXPECT_EQ(printable("a\u2028b\u2029c\ufeffd"), "a\\u2028b\\u2029c\\ufeffd");
}

TEST(Printable, writes_bytes_that_are_no_characters_as_numbers)
{
    EXPECT_EQ(printable("a\xff\xfe"
                        "b\xC3"),
              "a\\xff\\xfeb\\xc3");
    EXPECT_EQ(printable("\xE2\x80"), "\\xe2\\x80") << "cut in the middle";
}

TEST(Printable, keeps_line_ends_where_a_text_has_lines)
{
    EXPECT_EQ(printable("a\nb\tc"), "a\\x0ab\\x09c");
    EXPECT_EQ(printable_lines("a\nb\tc\rd"), "a\nb\tc\\x0dd");
}

TEST(Terminal, a_dumb_one_gets_no_escape_sequences_and_neither_does_who_wants_no_colour)
{
    // NOLINTBEGIN(concurrency-mt-unsafe): no thread of the test runs
    ::unsetenv("NO_COLOR");
    ::setenv("TERM", "xterm", 1);
    EXPECT_TRUE(can_redraw());
    EXPECT_TRUE(may_colour());
    ::setenv("NO_COLOR", "1", 1);
    EXPECT_TRUE(can_redraw());
    EXPECT_FALSE(may_colour());
    ::unsetenv("NO_COLOR");
    for (const char* terminal : {"dumb", ""}) {
        ::setenv("TERM", terminal, 1);
        EXPECT_FALSE(can_redraw());
        EXPECT_FALSE(may_colour());
    }
    ::unsetenv("TERM");
    EXPECT_FALSE(can_redraw());
    // NOLINTEND(concurrency-mt-unsafe)
}

}  // namespace

}  // namespace tobiuo
