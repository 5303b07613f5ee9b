// SPDX-License-Identifier: BSD-3-Clause
// Runs where the system gives few processes, and folders that belong to another user.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/other_user.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::string> cases{
    "solver: himeno\ngrid: { cells: [40, 32, 24] }\ncoefficients: { random: { seed: 7 } }\n"
    "run: { sweeps: 20 }\ncheckpoint: { every: 0.000001 s }\n",
    "solver: poisson\ngrid: { cells: [64, 48, 40] }\nsource: sin(2*pi*x)\n",
    "solver: flow\ngrid: { cells: [48, 32, 32] }\nfluid: { viscosity: 0.01 }\n"
    "initial: { noise: { amplitude: 0.1, seed: 3 } }\nrun: { max_steps: 5 }\n"
    "checkpoint: { every: 0.000001 s }\noutput: { every: 0.01 }\n"};

class OrdinaryUser : public ::testing::Test {
protected:
    void SetUp() override
    {
        test::give_to_ordinary_user(temporary_.path());
        if (run({"--version"}).code == test::not_started) {
            GTEST_SKIP() << "an ordinary user may not start the program where it lies";
        }
    }
    [[nodiscard]] std::string write_case(const std::string& text) const
    {
        return temporary_.write("case.yaml", "name: t\nbackend: cpu\n" + text);
    }
    /// Runs the program as an ordinary user who has a limit of processes.
    [[nodiscard]] static test::Outcome run(const std::vector<std::string>& arguments,
                                           rlim_t processes = RLIM_INFINITY)
    {
        return test::RunningProgram{arguments,
                                    [processes] {
                                        test::be_an_ordinary_user();
                                        if (processes != RLIM_INFINITY) {
                                            const rlimit few{.rlim_cur = processes,
                                                             .rlim_max = processes};
                                            ::setrlimit(RLIMIT_NPROC, &few);
                                        }
                                    }}
            .wait();
    }

    test::TemporaryFolder temporary_;
};

TEST_F(OrdinaryUser, gets_his_field_with_few_processes)
{
    for (const std::string& text : cases) {
        for (const rlim_t processes : {1, 2, 3}) {
            SCOPED_TRACE(text + std::to_string(processes));
            const auto outcome =
                run({"run", write_case(text), "--force", "--ceiling", "none"}, processes);
            EXPECT_EQ(outcome.code, 0) << outcome.err;
            EXPECT_TRUE(std::filesystem::exists(temporary_.path() / "out/t/manifest.json"));
        }
    }
}

TEST_F(OrdinaryUser, is_told_that_a_folder_is_closed_to_him)
{
    const std::string file = write_case(cases.front());
    ASSERT_EQ(run({"run", file}).code, 0);
    const std::filesystem::path results = temporary_.path() / "out/t";
    constexpr unsigned int closed = 0;
    for (const std::filesystem::path& path : {results / "manifest.json", results}) {
        SCOPED_TRACE(path);
        ASSERT_EQ(::chmod(path.c_str(), closed), 0);
        for (const std::vector<std::string>& more :
             std::vector<std::vector<std::string>>{{}, {"--force"}}) {
            std::vector<std::string> arguments{"run", file};
            arguments.insert(arguments.end(), more.begin(), more.end());
            const auto outcome = run(arguments);
            EXPECT_EQ(outcome.code, 2) << outcome.err;
            EXPECT_THAT(outcome.err, HasSubstr("(Permission denied): get permission"));
            EXPECT_THAT(outcome.err, Not(HasSubstr("move")));
        }
    }
    constexpr unsigned int open = 0755;
    ASSERT_EQ(::chmod(results.c_str(), open), 0);  // so that it can be removed
}

}  // namespace
}  // namespace tobiuo
