// SPDX-License-Identifier: BSD-3-Clause
// A thread that does jobs in order, and gives their errors to the run.
#include "app/output/writer_thread.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/errors.hpp"
#include "app/machine/time_split.hpp"
#include "tests/app/output/gate.hpp"
#include "tests/support/asleep.hpp"
#include "tests/support/other_user.hpp"

namespace tobiuo {
namespace {

using ::testing::ElementsAre;

std::string message_of_output_error(const std::function<void()>& action)
{
    try {
        action();
    } catch (const OutputError& error) {
        return error.what();
    }
    return "none";
}

TEST(WriterThread, does_jobs_in_order_while_its_caller_goes_on)
{
    WriterThread writer;
    test::Gate gate;
    std::vector<int> done;
    EXPECT_TRUE(writer.is_done(0));
    const auto first = writer.submit(gate.job());
    const auto second = writer.submit([&done] { done.push_back(2); });
    const auto third = writer.submit([&done] { done.push_back(3); });
    EXPECT_FALSE(writer.is_done(first));
    EXPECT_FALSE(writer.is_done(third));
    gate.open();
    writer.wait_for(second);
    EXPECT_TRUE(writer.is_done(second));
    writer.drain();
    EXPECT_THAT(done, ElementsAre(2, 3));
    EXPECT_TRUE(writer.is_done(third));
}

/// What this thread has waited for files so far.
double waited_seconds()
{
    return TimeSplit::of_this_thread().so_far().of(TimePart::files);
}

TEST(WriterThread, counts_only_the_time_that_it_lets_its_caller_wait)
{
    TimeSplit::of_this_thread().restart();
    WriterThread writer;
    writer.drain();
    EXPECT_EQ(waited_seconds(), 0.0);
    writer.submit([caller = ::gettid()] { test::wait_until_asleep(caller); });
    writer.drain();
    const double waited = waited_seconds();
    EXPECT_GT(waited, 0.0);
    writer.drain();
    EXPECT_EQ(waited_seconds(), waited) << "there is nothing to wait for";
}

TEST(WriterThread, throws_the_first_error_to_its_caller_and_leaves_later_jobs_out)
{
    WriterThread writer;
    test::Gate gate;
    bool went_on = false;
    writer.submit(gate.job());
    const auto bad = writer.submit([] { throw OutputError{"the disk is full"}; });
    const auto later = writer.submit([&went_on] { went_on = true; });
    EXPECT_NO_THROW(writer.check());
    gate.open();
    const std::string full = "the disk is full";
    EXPECT_EQ(message_of_output_error([&] { writer.wait_for(bad); }), full);
    EXPECT_EQ(message_of_output_error([&] { writer.wait_for(later); }), full);
    EXPECT_EQ(message_of_output_error([&] { writer.drain(); }), full);
    EXPECT_EQ(message_of_output_error([&] { writer.check(); }), full);
    EXPECT_EQ(message_of_output_error([&] { writer.submit([] {}); }), full);
    EXPECT_TRUE(writer.is_done(later)) << "nothing reads its buffers";
    EXPECT_FALSE(went_on);
}

TEST(WriterThread, lets_go_of_what_a_job_holds_before_it_counts_as_done)
{
    WriterThread writer;
    auto held = std::make_shared<int>(1);
    const std::weak_ptr<int> watched = held;
    writer.wait_for(writer.submit([held = std::move(held)] {}));
    EXPECT_TRUE(watched.expired());
}

TEST(WriterThread, ends_when_all_jobs_are_done)
{
    std::vector<int> done;
    {
        WriterThread writer;
        test::Gate gate;
        writer.submit(gate.job());
        writer.submit([&done] { done.push_back(1); });
        writer.submit([] { throw OutputError{"nobody is left to be told"}; });
        gate.open();
    }
    EXPECT_THAT(done, ElementsAre(1));
}

TEST(WriterThread, does_jobs_in_its_caller_where_no_thread_can_be_had)
{
    const pid_t child = ::fork();
    if (child == 0) {
        test::be_an_ordinary_user();
        const rlimit one{.rlim_cur = 1, .rlim_max = 1};
        ::setrlimit(RLIMIT_NPROC, &one);
        WriterThread writer;
        int done = 0;
        const auto first = writer.submit([&done] { ++done; });
        bool good = writer.is_done(first) && done == 1;
        writer.submit([] { throw OutputError{"full"}; });
        good = good && message_of_output_error([&] { writer.drain(); }) == "full";
        ::_exit(good ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace tobiuo
