// Timing in a testbed that tells its own time.
#include "app/bench/fft/measurement.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tobiuo::fft_bench {
namespace {

class NamedTransform final : public Transform {
public:
    explicit NamedTransform(std::string name) : name_{std::move(name)} {}
    void execute(void* /*in*/, void* /*out*/) override {}
    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override { return 0; }
    [[nodiscard]] std::string version() const override { return {}; }
    [[nodiscard]] std::string describe() const override { return name_; }

private:
    std::string name_;
};

/// Every execution takes `of_one`, the very first a second; notes who came.
class ExactTestbed final : public Testbed {
public:
    explicit ExactTestbed(double of_one) : of_one_{of_one} {}

    std::unique_ptr<Transform> plan(const std::string& library) override
    {
        return std::make_unique<NamedTransform>(library);
    }
    double time_and_wait(Transform& transform, int executions) override
    {
        calls += transform.describe();
        const bool first = calls.size() == 1;
        return first ? 1.0 : of_one_ * executions;
    }
    Bytes output_and_wait(Transform& /*transform*/) override { return {}; }

    std::string calls;

private:
    double of_one_;
};

std::vector<Implementation> implementations(Testbed& testbed, const std::string& names)
{
    std::vector<Implementation> all;
    for (const char name : names) {
        all.push_back({.library = {name}, .transform = testbed.plan({name}), .seconds = {}});
    }
    return all;
}

bool never()
{
    return false;
}

TEST(FftMeasurement, executions_fill_200_microseconds_but_are_at_most_8)
{
    EXPECT_EQ(executions_for(1.0), 1);
    EXPECT_EQ(executions_for(200e-6), 1);
    EXPECT_EQ(executions_for(199e-6), 2);
    EXPECT_EQ(executions_for(60e-6), 4);
    EXPECT_EQ(executions_for(10e-6), 8);
    EXPECT_EQ(executions_for(0.0), 8);
}

TEST(FftMeasurement, the_first_execution_does_not_choose_how_many_follow)
{
    ExactTestbed testbed{60e-6};
    std::vector<Implementation> all = implementations(testbed, "a");
    prepare(all.front(), testbed);
    EXPECT_EQ(all.front().executions, 4);
    EXPECT_GT(testbed.calls.size(), 100U) << "20 ms of warming up";
    EXPECT_TRUE(all.front().seconds.empty());
}

TEST(FftMeasurement, long_work_is_warm_after_two_trials)
{
    ExactTestbed testbed{0.5};
    std::vector<Implementation> all = implementations(testbed, "a");
    prepare(all.front(), testbed);
    EXPECT_EQ(testbed.calls.size(), 3U);
    EXPECT_EQ(all.front().executions, 1);
}

TEST(FftMeasurement, implementations_alternate_and_each_begins_a_round_in_turn)
{
    ExactTestbed testbed{1e-3};
    std::vector<Implementation> all = implementations(testbed, "abc");
    testbed.calls = "-";
    for (Implementation& one : all) {
        one.executions = 5;
    }
    measure(all, testbed, 4, never);
    EXPECT_EQ(testbed.calls, "-abcbcacababc");
    for (const Implementation& one : all) {
        ASSERT_EQ(one.seconds.size(), 4U);
        for (const double seconds : one.seconds) {
            EXPECT_DOUBLE_EQ(seconds, 1e-3) << "of one execution";
        }
    }
}

TEST(FftMeasurement, a_stop_keeps_what_was_measured)
{
    ExactTestbed testbed{1e-3};
    std::vector<Implementation> all = implementations(testbed, "ab");
    testbed.calls = "-";
    measure(all, testbed, 9, [&] { return testbed.calls.size() > 3; });
    EXPECT_EQ(testbed.calls, "-abb");
    EXPECT_EQ(all[0].seconds.size(), 1U);
    EXPECT_EQ(all[1].seconds.size(), 2U);
    std::vector<Implementation> nobody;
    measure(nobody, testbed, 3, never);
}

}  // namespace
}  // namespace tobiuo::fft_bench
