// The text of the progress display.
#include "app/command/progress.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace tobiuo {
namespace {

constexpr himeno::Progress quarter{.sweeps = 50, .planned = 200, .seconds = 10.0, .gosa = 1.5e-3};
const std::string text = " 25 % 50/200 sweeps, 10 GFLOPS, gosa 1.500e-03, 0:30 left";

TEST(Progress, shows_part_rate_gosa_and_time_left)
{
    EXPECT_EQ(progress_text(quarter, 2e9), text);
    EXPECT_EQ(progress_line(quarter, 2e9, 100), "[######..................] " + text);
}

TEST(Progress, long_runs_show_hours)
{
    const himeno::Progress progress{.sweeps = 1, .planned = 3601, .seconds = 2.0, .gosa = 0.0};
    EXPECT_NE(progress_text(progress, 1e9).find("2:00:00 left"), std::string::npos);
}

TEST(Progress, on_a_narrow_terminal_the_bar_shrinks_then_goes_then_the_text_is_cut)
{
    EXPECT_EQ(progress_line(quarter, 2e9, text.size() + 12), "[##......] " + text);
    EXPECT_EQ(progress_line(quarter, 2e9, text.size() + 11), text);
    EXPECT_EQ(progress_line(quarter, 2e9, 60), text);
    EXPECT_EQ(progress_line(quarter, 2e9, 20), text.substr(0, 19));
}

// A line that fills the last column may wrap, and \r then returns to the start of the wrong line.
TEST(Progress, leaves_the_last_column_free)
{
    const himeno::Progress over{.sweeps = 300, .planned = 200, .seconds = 1.0, .gosa = 1.0};
    for (std::size_t columns = 1; columns < 200; ++columns) {
        EXPECT_LT(progress_line(quarter, 2e9, columns).size(), columns);
        EXPECT_LT(progress_line(over, 2e9, columns).size(), columns);
    }
    EXPECT_EQ(progress_line(quarter, 2e9, 0), "");
}

}  // namespace
}  // namespace tobiuo
