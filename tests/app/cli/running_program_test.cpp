// SPDX-License-Identifier: BSD-3-Clause
// The helper that starts the program: a failed test leaves no process behind.
#include <gtest/gtest.h>
#include <sys/types.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <stdexcept>
#include <type_traits>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using test::RunningProgram;

static_assert(!std::is_copy_constructible_v<RunningProgram>);
static_assert(!std::is_copy_assignable_v<RunningProgram>);
static_assert(!std::is_move_constructible_v<RunningProgram>);

/// Whether the process exists, or has ended and waits to be reaped.
bool is_there(pid_t process)
{
    return kill(process, 0) == 0 || errno != ESRCH;
}

TEST(RunningProgram, is_ended_and_reaped_with_its_owner)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.write("case.yaml",
                                      "name: t\nsolver: himeno\ngrid: { preset: XS }\n"
                                      "backend: cpu\nrun: { sweeps: 100000000 }\n");
    pid_t process = -1;
    {
        const RunningProgram program{{"run", path}};
        process = program.process();
        EXPECT_TRUE(program.says("info", std::chrono::seconds{60}));
        EXPECT_TRUE(is_there(process));
    }
    EXPECT_FALSE(is_there(process));
}

TEST(RunningProgram, is_waited_for_once)
{
    RunningProgram program{{"--version"}};
    const pid_t process = program.process();
    EXPECT_EQ(program.wait().code, 0);
    EXPECT_FALSE(is_there(process));
    EXPECT_THROW(static_cast<void>(program.wait()), std::runtime_error);
    EXPECT_THROW(program.signal(SIGTERM), std::runtime_error);
}

TEST(RunningProgram, outcome_names_the_signal_that_ended_it)
{
    RunningProgram program{{"schema"}, [] { std::raise(SIGKILL); }};
    EXPECT_EQ(program.wait().code, -SIGKILL);
}

}  // namespace
}  // namespace tobiuo
