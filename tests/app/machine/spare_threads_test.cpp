// The number of threads that the system gives.
#include "app/machine/spare_threads.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/other_user.hpp"

namespace tobiuo {
namespace {

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

}  // namespace
}  // namespace tobiuo
