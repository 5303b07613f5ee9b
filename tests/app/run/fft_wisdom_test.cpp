// SPDX-License-Identifier: BSD-3-Clause
// The messages about configurations of passes: those that do not fit, and the number of measured
// ones.
#include "app/run/fft_wisdom.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/fft/schedule/schedule.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

/// The log of the action.
template <typename Action>
std::string log_of(const Action& action)
{
    std::ostringstream text;
    const auto before = spdlog::default_logger();
    spdlog::set_default_logger(std::make_shared<spdlog::logger>(
        "test", std::make_shared<spdlog::sinks::ostream_sink_st>(text)));
    action();
    spdlog::set_default_logger(before);
    return text.str();
}

/// The requests and configurations of a plan with the default table, with that entry for its first
/// request.
std::vector<fft::Chosen> choices_with(const std::string& entry, int lines = 10000)
{
    const fft::Problem problem{.lengths = {512}, .batch = lines};
    const fft::DeviceLimits limits;
    fft::TunedTable table;
    table.remember(fft::choices_in(fft::make_schedule(problem, limits)).at(0).key, entry);
    return fft::choices_in(fft::make_schedule(problem, limits, {.table = &table}));
}

TEST(FftWisdom, an_entry_that_does_not_fit_is_warned_of_once)
{
    const auto choices = choices_with("16x16 threads 16 lines 4 blocks 1");
    ASSERT_EQ(choices.size(), 1U);
    const std::string log = log_of([&] {
        warn_of_unused(choices);
        warn_of_unused(choices);
    });
    EXPECT_THAT(log, HasSubstr("the tuned configuration for '" + choices[0].key +
                               "' is not used (it does not transform 512 points)"));
    EXPECT_THAT(log, HasSubstr("tune again"));
    EXPECT_EQ(log.find("is not used"), log.rfind("is not used")) << log;
    EXPECT_EQ(measured_text(fft::told_choices(choices)),
              "none of 1 passes of transforms have measured configurations");
}

TEST(FftWisdom, a_solve_tells_of_its_entries_too)
{
    poisson::Problem problem;
    problem.grid = grid_of_cells({64, 64, 64}, Location::cell);
    const fft::DeviceLimits limits;
    fft::TunedTable table;
    const auto by_model = poisson::make_solve_schedule(problem, limits);
    table.remember(fft::choices_in(by_model.forward).at(0).key, "no configuration");
    const auto solve = poisson::make_solve_schedule(problem, limits, {.table = &table});
    const std::string log = log_of([&] { warn_of_unused(fft::choices_in(solve.forward)); });
    EXPECT_THAT(log, HasSubstr("' is not used ("));
}

TEST(FftWisdom, entries_that_fit_are_counted_and_not_warned_of)
{
    const auto choices = choices_with("16x32 threads 32 lines 4 blocks 1");
    EXPECT_EQ(log_of([&] { warn_of_unused(choices); }), "");
    EXPECT_EQ(measured_text(fft::told_choices(choices)),
              "1 of 1 passes of transforms have measured configurations");
    EXPECT_EQ(measured_text({}), "");
}

}  // namespace
}  // namespace tobiuo
