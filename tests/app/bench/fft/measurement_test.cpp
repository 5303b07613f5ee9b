// Timing in an arena that tells its own time.
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
class ExactArena final : public Arena {
public:
    explicit ExactArena(double of_one) : of_one_{of_one} {}

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

std::vector<Contestant> contestants(Arena& arena, const std::string& names)
{
    std::vector<Contestant> all;
    for (const char name : names) {
        all.push_back({.library = {name}, .transform = arena.plan({name}), .seconds = {}});
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
    ExactArena arena{60e-6};
    std::vector<Contestant> all = contestants(arena, "a");
    prepare(all.front(), arena);
    EXPECT_EQ(all.front().executions, 4);
    EXPECT_GT(arena.calls.size(), 100U) << "20 ms of warming up";
    EXPECT_TRUE(all.front().seconds.empty());
}

TEST(FftMeasurement, long_work_is_warm_after_two_trials)
{
    ExactArena arena{0.5};
    std::vector<Contestant> all = contestants(arena, "a");
    prepare(all.front(), arena);
    EXPECT_EQ(arena.calls.size(), 3U);
    EXPECT_EQ(all.front().executions, 1);
}

TEST(FftMeasurement, contestants_alternate_and_each_begins_a_round_in_turn)
{
    ExactArena arena{1e-3};
    std::vector<Contestant> all = contestants(arena, "abc");
    arena.calls = "-";
    for (Contestant& one : all) {
        one.executions = 5;
    }
    measure(all, arena, 4, never);
    EXPECT_EQ(arena.calls, "-abcbcacababc");
    for (const Contestant& one : all) {
        ASSERT_EQ(one.seconds.size(), 4U);
        for (const double seconds : one.seconds) {
            EXPECT_DOUBLE_EQ(seconds, 1e-3) << "of one execution";
        }
    }
}

TEST(FftMeasurement, a_stop_keeps_what_was_measured)
{
    ExactArena arena{1e-3};
    std::vector<Contestant> all = contestants(arena, "ab");
    arena.calls = "-";
    measure(all, arena, 9, [&] { return arena.calls.size() > 3; });
    EXPECT_EQ(arena.calls, "-abb");
    EXPECT_EQ(all[0].seconds.size(), 1U);
    EXPECT_EQ(all[1].seconds.size(), 2U);
    std::vector<Contestant> nobody;
    measure(nobody, arena, 3, never);
}

}  // namespace
}  // namespace tobiuo::fft_bench
