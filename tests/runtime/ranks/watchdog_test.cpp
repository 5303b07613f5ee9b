// SPDX-License-Identifier: BSD-3-Clause
// The thread that ends messages after a failure, with a stand-in for the library that sends them.
#include "runtime/ranks/watchdog.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include <tobiuo/error.hpp>

namespace tobiuo::ranks {
namespace {

using namespace std::chrono_literals;

/// Messages that arrive never, but that can be aborted.
class LostMessages {
public:
    void fail()
    {
        const std::scoped_lock lock{mutex_};
        failed_ = true;
    }
    [[nodiscard]] std::string failure()
    {
        const std::scoped_lock lock{mutex_};
        ++asked_;
        return failed_ ? "the messages are lost" : "";
    }
    void abort()
    {
        const std::scoped_lock lock{mutex_};
        ++aborted_;
        changed_.notify_all();
    }

    /// As a stream would; returns whether the wait has ended.
    [[nodiscard]] bool wait()
    {
        std::unique_lock lock{mutex_};
        return changed_.wait_for(lock, 60s, [&] { return aborted_ > 0; });
    }
    [[nodiscard]] int asked()
    {
        const std::scoped_lock lock{mutex_};
        return asked_;
    }
    [[nodiscard]] int aborted()
    {
        const std::scoped_lock lock{mutex_};
        return aborted_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool failed_ = false;
    int asked_ = 0;
    int aborted_ = 0;
};

std::unique_ptr<Watchdog> watchdog_of(LostMessages& messages, std::chrono::milliseconds period)
{
    return std::make_unique<Watchdog>([&] { return messages.failure(); }, [&] { messages.abort(); },
                                      period);
}

TEST(Watchdog, ends_a_wait_for_lost_messages_and_says_why)
{
    LostMessages messages;
    const auto watchdog = watchdog_of(messages, 1ms);
    watchdog->check();
    std::thread other{[&] {
        std::this_thread::sleep_for(20ms);
        messages.fail();
    }};
    EXPECT_TRUE(messages.wait());
    other.join();
    try {
        watchdog->check();
        FAIL() << "the failure is not said";
    } catch (const DeviceError& error) {
        EXPECT_STREQ(error.what(), "the messages are lost");
    }
    bool worked = false;
    EXPECT_THROW(watchdog->guarded([&] { worked = true; }), DeviceError);
    EXPECT_FALSE(worked) << "aborted messages are not used again";
    std::this_thread::sleep_for(20ms);
    EXPECT_EQ(messages.aborted(), 1);
}

TEST(Watchdog, does_not_disturb_work_that_is_guarded)
{
    LostMessages messages;
    const auto watchdog = watchdog_of(messages, 1ms);
    watchdog->guarded([&] {
        messages.fail();
        const int asked = messages.asked();
        std::this_thread::sleep_for(30ms);
        EXPECT_EQ(messages.asked(), asked);
        EXPECT_EQ(messages.aborted(), 0);
    });
    EXPECT_TRUE(messages.wait()) << "behind the work it goes on";
}

TEST(Watchdog, lets_what_the_work_throws_pass)
{
    LostMessages messages;
    const auto watchdog = watchdog_of(messages, 1ms);
    EXPECT_THROW(watchdog->guarded([] { throw std::invalid_argument{"wrong"}; }),
                 std::invalid_argument);
    watchdog->check();
}

TEST(Watchdog, ends_at_once_without_a_failure)
{
    LostMessages messages;
    const auto start = std::chrono::steady_clock::now();
    watchdog_of(messages, 60s).reset();
    EXPECT_LT(std::chrono::steady_clock::now() - start, 30s);
    EXPECT_EQ(messages.aborted(), 0);
}

}  // namespace
}  // namespace tobiuo::ranks
