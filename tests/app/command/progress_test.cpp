// The text of the progress display.
#include "app/command/progress.hpp"

#include <gtest/gtest.h>

namespace tobiuo {
namespace {

TEST(Progress, shows_part_rate_gosa_and_time_left)
{
    const himeno::Progress progress{.sweeps = 50, .planned = 200, .seconds = 10.0, .gosa = 1.5e-3};
    EXPECT_EQ(progress_text(progress, 2e9, false),
              " 25 % 50/200 sweeps, 10 GFLOPS, gosa 1.500e-03, 0:30 left");
    EXPECT_EQ(progress_text(progress, 2e9, true),
              "[######..................]  25 % 50/200 sweeps, 10 GFLOPS, gosa 1.500e-03, "
              "0:30 left");
}

TEST(Progress, long_runs_show_hours)
{
    const himeno::Progress progress{.sweeps = 1, .planned = 3601, .seconds = 2.0, .gosa = 0.0};
    EXPECT_NE(progress_text(progress, 1e9, false).find("2:00:00 left"), std::string::npos);
}

}  // namespace
}  // namespace tobiuo
