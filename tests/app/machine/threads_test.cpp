// SPDX-License-Identifier: BSD-3-Clause
// The number of threads that the program uses, and the environment variables that it refuses.
#include "app/machine/threads.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>

#include "app/machine/system_limits.hpp"
#include "tests/support/other_user.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

constexpr const char* small_case =
    "name: t\nsolver: himeno\ngrid: { preset: XS }\nbackend: cpu\nrun: { sweeps: 3 }\n";
constexpr const char* endless_case =
    "name: t\nsolver: himeno\ngrid: { preset: XS }\nbackend: cpu\nrun: { sweeps: 100000000 }\n";

/// The environment that the program runs in.
std::string environment_of(const test::RunningProgram& program)
{
    return test::text_of("/proc/" + std::to_string(program.process()) + "/environ");
}

TEST(ThreadLimits, there_are_never_more_than_processors)
{
    EXPECT_EQ(threads_within({.wanted = 8, .asked = false, .processors = 8, .quota = {}}), 8);
    EXPECT_EQ(threads_within({.wanted = 3, .asked = true, .processors = 8, .quota = {}}), 3);
    EXPECT_EQ(threads_within({.wanted = 100000, .asked = true, .processors = 8, .quota = {}}), 8);
    EXPECT_EQ(threads_within({.wanted = 1, .asked = false, .processors = 0, .quota = {}}), 1);
}

TEST(ThreadLimits, a_quota_holds_unless_the_user_asked)
{
    EXPECT_EQ(threads_within({.wanted = 8, .asked = false, .processors = 8, .quota = 1.5}), 2);
    EXPECT_EQ(threads_within({.wanted = 8, .asked = false, .processors = 8, .quota = 0.1}), 1);
    EXPECT_EQ(threads_within({.wanted = 8, .asked = false, .processors = 8, .quota = 64.0}), 8);
    EXPECT_EQ(threads_within({.wanted = 8, .asked = true, .processors = 8, .quota = 1.5}), 8);
}

TEST(ThreadLimits, stack_sizes_are_read_as_openmp_reads_them)
{
    EXPECT_EQ(stack_bytes("16"), 16384.0);
    EXPECT_EQ(stack_bytes(" 2 M "), 2097152.0);
    EXPECT_EQ(stack_bytes("512b"), 512.0);
    EXPECT_EQ(stack_bytes("1G"), 1073741824.0);
    for (const char* none : {"", "k", "16x", "16kk", "-1", "much"}) {
        EXPECT_EQ(stack_bytes(none), std::nullopt) << none;
    }
}

TEST(ThreadLimits, the_tightest_quota_of_control_groups_counts)
{
    const test::TemporaryFolder root;
    static_cast<void>(root.write("batch/cpu.max", "250000 100000\n"));
    static_cast<void>(root.write("batch/job/cpu.max", "max 100000\n"));
    EXPECT_EQ(control_group_processors(root.path(), "0::/batch/job\n"), 2.5);
    EXPECT_EQ(control_group_processors(root.path(), "0::/other\n"), std::nullopt);
    static_cast<void>(root.write("cpu/job/cpu.cfs_quota_us", "-1\n"));
    static_cast<void>(root.write("cpu/job/cpu.cfs_period_us", "100000\n"));
    const std::string both = "4:cpu,cpuacct:/job\n0::/batch/job\n";
    EXPECT_EQ(control_group_processors(root.path(), both), 2.5) << "-1 is no quota";
    static_cast<void>(root.write("cpu/job/cpu.cfs_quota_us", "150000\n"));
    EXPECT_EQ(control_group_processors(root.path(), both), 1.5);
    EXPECT_EQ(control_group_processors(root.path(), "4:cpuset:/job\n"), std::nullopt);
}

TEST(ThreadLimits, a_hundred_thousand_threads_are_not_started)
{
    const test::TemporaryFolder temporary;
    test::RunningProgram program{{"run", temporary.write("case.yaml", small_case)},
                                 [] { setenv("OMP_NUM_THREADS", "100000", 1); }};
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("OMP_NUM_THREADS asks for 100000 threads, but the program may run "
                               "on "),
              std::string::npos)
        << outcome.err;
}

TEST(ThreadLimits, a_tiny_stack_of_the_shell_does_not_matter)
{
    const test::TemporaryFolder temporary;
    constexpr rlim_t tiny = 64 << 10;
    test::RunningProgram program{{"run", temporary.write("case.yaml", small_case)}, [] {
                                     const rlimit limit{.rlim_cur = tiny, .rlim_max = tiny};
                                     setrlimit(RLIMIT_STACK, &limit);
                                 }};
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 0) << outcome.err;
}

TEST(ThreadLimits, stacks_on_which_no_thread_can_run_are_refused)
{
    for (const char* variable : {"OMP_STACKSIZE", "GOMP_STACKSIZE"}) {
        test::RunningProgram program{{"info", "--no-ceilings"},
                                     [variable] { setenv(variable, "16k", 1); }};
        const auto outcome = program.wait();
        EXPECT_EQ(outcome.code, 2);
        EXPECT_EQ(outcome.err,
                  std::string{variable} +
                      " is 16k (the threads need stacks of 256 kilobytes): give 256K or more, or "
                      "unset it\n");
    }
}

TEST(WaitPolicy, threads_that_wait_do_not_spin_for_long)
{
    const test::TemporaryFolder temporary;
    const test::RunningProgram program{{"run", temporary.write("case.yaml", endless_case)}, [] {
                                           setenv("OMP_NUM_THREADS", "2", 1);
                                           unsetenv("OMP_WAIT_POLICY");
                                           unsetenv("GOMP_SPINCOUNT");
                                           unsetenv("KMP_BLOCKTIME");
                                       }};
    ASSERT_TRUE(program.says("info", std::chrono::seconds{60}));
    const std::string environment = environment_of(program);
    EXPECT_NE(environment.find("OMP_WAIT_POLICY=passive"), std::string::npos);
    EXPECT_NE(environment.find("GOMP_SPINCOUNT=2000"), std::string::npos);
}

TEST(WaitPolicy, that_of_the_user_holds)
{
    const test::TemporaryFolder temporary;
    const test::RunningProgram program{{"run", temporary.write("case.yaml", endless_case)}, [] {
                                           setenv("OMP_NUM_THREADS", "2", 1);
                                           setenv("OMP_WAIT_POLICY", "active", 1);
                                           unsetenv("GOMP_SPINCOUNT");
                                       }};
    ASSERT_TRUE(program.says("info", std::chrono::seconds{60}));
    const std::string environment = environment_of(program);
    EXPECT_NE(environment.find("OMP_WAIT_POLICY=active"), std::string::npos);
    EXPECT_EQ(environment.find("GOMP_SPINCOUNT"), std::string::npos);
}

TEST(SpareThreads, are_as_many_as_are_wanted_where_nothing_limits_them)
{
    EXPECT_EQ(spare_threads(0), 0);
    EXPECT_EQ(spare_threads(3), 3);
}

TEST(SpareThreads, are_none_below_a_limit_of_one_process)
{
    const pid_t child = ::fork();
    if (child == 0) {
        test::be_an_ordinary_user();
        const rlimit one{.rlim_cur = 1, .rlim_max = 1};
        ::setrlimit(RLIMIT_NPROC, &one);
        ::_exit(spare_threads(3));
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(SpareThreads, leave_some_for_those_who_write_while_others_compute)
{
    EXPECT_EQ(threads_to_be_had(8, comfortable_threads(8)), 8);
    EXPECT_EQ(threads_to_be_had(8, comfortable_threads(8) - 1), 7);
    EXPECT_EQ(threads_to_be_had(8, 6), 3);
    EXPECT_EQ(threads_to_be_had(8, 3), 2);
    EXPECT_EQ(threads_to_be_had(8, 2), 1);
    EXPECT_EQ(threads_to_be_had(8, 1), 1);
    EXPECT_EQ(threads_to_be_had(8, 0), 1);
    EXPECT_EQ(threads_to_be_had(1, 0), 1);
}

/// Sets variables for a scope.
class Setting {
public:
    Setting(const char* name, const char* value) : name_{name}
    {
        if (const char* earlier = std::getenv(name)) {
            earlier_ = earlier;
        }
        setenv(name, value, 1);
    }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;
    ~Setting() { earlier_ ? setenv(name_, earlier_->c_str(), 1) : unsetenv(name_); }

private:
    const char* name_;
    std::optional<std::string> earlier_;
};

TEST(WaitPolicy, only_what_the_program_has_set_is_its_own)
{
    const Setting turns{"GOMP_SPINCOUNT", "2000"};
    {
        const Setting policy{"OMP_WAIT_POLICY", "passive"};
        EXPECT_TRUE(is_own_setting("OMP_WAIT_POLICY=passive"));
        EXPECT_TRUE(is_own_setting("GOMP_SPINCOUNT=2000"));
        EXPECT_FALSE(is_own_setting("OMP_NUM_THREADS=2"));
        const Setting of_user{"GOMP_SPINCOUNT", "100"};
        EXPECT_FALSE(is_own_setting("OMP_WAIT_POLICY=passive")) << "the user has set both";
    }
    const Setting policy{"OMP_WAIT_POLICY", "active"};
    EXPECT_FALSE(is_own_setting("OMP_WAIT_POLICY=active"));
    EXPECT_FALSE(is_own_setting("GOMP_SPINCOUNT=2000"));
}

}  // namespace

}  // namespace tobiuo
