// What the environment says about the terminal.
#include "app/machine/terminal.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace tobiuo {
namespace {

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
