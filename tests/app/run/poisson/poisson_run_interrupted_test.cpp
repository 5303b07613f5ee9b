// SPDX-License-Identifier: BSD-3-Clause
// Poisson runs that a signal stops, and folders that another run uses or used.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/app/run/poisson/poisson_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using test::mixed_case;
using PoissonRunInterrupted = test::PoissonCaseRun;

TEST_F(PoissonRunInterrupted, a_signal_between_solves_keeps_the_results)
{
    const auto path = write_case(std::string{mixed_case} + "run: { repeat: 1000000 }\n");
    test::RunningProgram program{{"run", path}};
    EXPECT_TRUE(program.says("ready after", std::chrono::seconds{60}));
    program.signal(SIGINT);
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_NE(outcome.err.find("stopped by SIGINT after "), std::string::npos) << outcome.err;
    EXPECT_EQ(report()["status"], "interrupted");
    EXPECT_EQ(report()["exit_code"], 6);
    EXPECT_LT(report()["run"]["solves"], 1000000);
    EXPECT_LE(report()["run"]["seconds_each"].size(), 1000U);
    EXPECT_TRUE(std::filesystem::exists(results() / "p.vti"));
    EXPECT_TRUE(std::filesystem::exists(results() / "manifest.json"));
}

TEST_F(PoissonRunInterrupted, a_signal_that_costs_no_solve_leaves_the_run_done)
{
    const auto path = write_case(std::string{mixed_case} + "run: { repeat: 1 }\n");
    // The cells are so many that the signal arrives before the run ends.
    test::RunningProgram program{{"run", path, "--set", "grid.cells=[160, 120, 80]"}};
    EXPECT_TRUE(program.says("poisson ", std::chrono::seconds{60}));
    program.signal(SIGINT);
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("SIGINT came, but all solves are done"), std::string::npos)
        << outcome.err;
    EXPECT_EQ(report()["status"], "done");
    EXPECT_EQ(report()["exit_code"], 0);
    EXPECT_EQ(report()["run"]["solves"], 1);
    if (report()["order"].is_object()) {
        EXPECT_EQ(report()["order"]["skipped"], "SIGINT came");
    }
}

TEST_F(PoissonRunInterrupted, a_second_run_into_the_same_folder_computes_nothing)
{
    const auto path = write_case(std::string{mixed_case} + "run: { repeat: 1000000 }\n");
    test::RunningProgram first{{"run", path}};
    EXPECT_TRUE(first.says("ready after", std::chrono::seconds{60}));
    const auto second = test::run_program({"run", path, "--force"});
    EXPECT_EQ(second.code, 2);
    EXPECT_NE(second.err.find("another run (process " + std::to_string(first.process()) + " on "),
              std::string::npos)
        << second.err;
    EXPECT_EQ(second.err.find("ready after"), std::string::npos) << second.err;
    first.signal(SIGKILL);
    EXPECT_EQ(first.wait().code, -SIGKILL);
    const auto third = test::run_program({"run", path, "--set", "run.repeat=1"});
    EXPECT_EQ(third.code, 0) << "the lock of a killed run holds nobody up: " << third.err;
}

// A run on a uniform grid replaces one on a stretched grid.
TEST_F(PoissonRunInterrupted, no_field_of_the_earlier_run_stays_beside_the_new_one)
{
    const std::string even = "grid: { cells: [4, 4, 4] }\nsource: \"sin(2*pi*x)\"\n";
    ASSERT_EQ(run(even).code, 0);
    std::filesystem::rename(results() / "p.vti", results() / "p.vtr");
    std::filesystem::remove(results() / "manifest.json");  // a killed run has none
    ASSERT_EQ(run(even + "output: { picture: false }\n").code, 0);
    EXPECT_TRUE(std::filesystem::exists(results() / "p.vti"));
    EXPECT_FALSE(std::filesystem::exists(results() / "p.vtr"));
    EXPECT_FALSE(std::filesystem::exists(results() / "p.png"));
}

}  // namespace
}  // namespace tobiuo
