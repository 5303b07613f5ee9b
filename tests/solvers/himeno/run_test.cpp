// SPDX-License-Identifier: BSD-3-Clause
// The stopping rules, on a plan whose gosa the test decides.
#include "solvers/himeno/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/history.hpp"

namespace tobiuo::himeno {
namespace {

/// Counts sweeps; the test sets gosa of sweep s (from 1).
class ScriptedPlan final : public stencil::SweepPlan {
public:
    explicit ScriptedPlan(std::function<double(std::int64_t)> gosa,
                          std::chrono::microseconds pace = {})
        : gosa_{std::move(gosa)}, pace_{pace}
    {
    }

    void load(const stencil::ArraySource& /*source*/) override {}
    void sweep_and_wait(std::span<double> gosa) override
    {
        for (double& value : gosa) {
            value = gosa_(++sweeps);
        }
        std::this_thread::sleep_for(pace_ * gosa.size());
    }
    void read_pressure(std::int64_t, std::int64_t, std::span<float>) const override {}
    void read_pressure(std::int64_t, std::int64_t, std::span<double>) const override {}
    [[nodiscard]] std::string describe() const override { return "scripted"; }

    std::int64_t sweeps = 0;

private:
    std::function<double(std::int64_t)> gosa_;
    std::chrono::microseconds pace_;
};

class Recorder final : public Observer {
public:
    void rehearsed(const Measurement& rehearsal, std::int64_t planned) override
    {
        rehearsals.push_back(rehearsal);
        planned_sweeps = planned;
    }
    void advanced(const Progress& progress) override { last = progress; }
    [[nodiscard]] bool stop_requested() const override
    {
        return last && last->sweeps >= stop_after;
    }

    std::vector<Measurement> rehearsals;
    std::int64_t planned_sweeps = 0;
    std::optional<Progress> last;
    std::int64_t stop_after = std::numeric_limits<std::int64_t>::max();
};

double halving(std::int64_t sweep)
{
    return std::exp2(-static_cast<double>(sweep));
}

TEST(Run, fixed_sweeps_are_done_exactly)
{
    ScriptedPlan plan{halving};
    Recorder recorder;
    History history;
    const Result result = run(plan, FixedSweeps{37}, recorder, history);
    EXPECT_EQ(result.status, Status::done);
    EXPECT_EQ(plan.sweeps, 37);
    EXPECT_EQ(result.run.sweeps, 37);
    EXPECT_EQ(result.total_sweeps, 37);
    EXPECT_EQ(result.rehearsal.sweeps, 0);
    EXPECT_EQ(result.run.gosa, halving(37));
    EXPECT_EQ(history.rows().size(), 37U);
    EXPECT_EQ(recorder.last->planned, 37);
}

TEST(Run, goes_on_after_earlier_sweeps_and_counts_them)
{
    ScriptedPlan plan{halving};
    plan.sweeps = 30;
    Recorder recorder;
    History history;
    const Measurement before{.sweeps = 30, .seconds = 100.0, .gosa = halving(30)};
    const Result result = run(plan, FixedSweeps{37}, recorder, history, before);
    EXPECT_EQ(result.status, Status::done);
    EXPECT_EQ(plan.sweeps, 37);
    EXPECT_EQ(result.run.sweeps, 37);
    EXPECT_EQ(result.total_sweeps, 37);
    EXPECT_GE(result.run.seconds, 100.0);
    EXPECT_LT(result.run.seconds, 110.0);
    EXPECT_EQ(history.rows().size(), 7U);
}

TEST(Run, looks_at_the_tolerance_after_the_same_sweeps_with_a_break)
{
    ScriptedPlan plan{halving};
    plan.sweeps = 13;
    Recorder recorder;
    History history;
    const Tolerance rule{.gosa = halving(24), .max_sweeps = 1000, .check_every = 10};
    const Result result =
        run(plan, rule, recorder, history, {.sweeps = 13, .seconds = 1.0, .gosa = halving(13)});
    EXPECT_EQ(result.status, Status::done);
    EXPECT_EQ(result.run.sweeps, 30) << "the first multiple of 10 from sweep 24 on";
}

TEST(Run, the_official_protocol_does_not_go_on)
{
    ScriptedPlan plan{halving};
    Recorder recorder;
    History history;
    EXPECT_THROW(static_cast<void>(run(plan, TargetSeconds{1.0}, recorder, history,
                                       {.sweeps = 3, .seconds = 1.0, .gosa = 0.5})),
                 std::invalid_argument);
}

TEST(Run, goes_on_from_its_end_without_a_sweep)
{
    const auto sweeps_from = [](const StopRule& rule, std::int64_t sweeps) {
        ScriptedPlan plan{[](std::int64_t) { return 0.0; }};
        Recorder recorder;
        History history;
        const Measurement before{.sweeps = sweeps, .seconds = 1.0, .gosa = halving(sweeps)};
        const Result result = run(plan, rule, recorder, history, before);
        EXPECT_EQ(result.status, Status::done);
        EXPECT_EQ(result.run.sweeps, sweeps + plan.sweeps);
        return plan.sweeps;
    };
    EXPECT_EQ(sweeps_from(FixedSweeps{12}, 12), 0);
    const Tolerance rule{.gosa = halving(8), .max_sweeps = 100, .check_every = 6};
    EXPECT_EQ(sweeps_from(rule, 12), 0);
    EXPECT_EQ(sweeps_from(rule, 10), 2) << "a run without the break looks at gosa there";
    EXPECT_EQ(sweeps_from(rule, 6), 6) << "gosa was too large";
}

TEST(Run, time_between_batches_is_not_that_of_sweeps)
{
    class Keeper final : public Observer {
    public:
        void rehearsed(const Measurement& /*rehearsal*/, std::int64_t /*planned*/) override {}
        void advanced(const Progress& /*progress*/) override {}
        void between_batches(const Progress& progress) override
        {
            kept.push_back(progress.sweeps);
            std::this_thread::sleep_for(std::chrono::milliseconds{300});
        }
        [[nodiscard]] bool stop_requested() const override { return false; }

        std::vector<std::int64_t> kept;
    };
    ScriptedPlan plan{halving, std::chrono::milliseconds{20}};
    Keeper keeper;
    History history;
    const Result result = run(plan, FixedSweeps{10}, keeper, history);
    ASSERT_GE(keeper.kept.size(), 2U);
    EXPECT_EQ(keeper.kept.front(), 1);
    EXPECT_LT(result.run.seconds, 0.3 * static_cast<double>(keeper.kept.size()));
}

TEST(Run, official_protocol_rehearses_for_a_part_of_the_target_and_fills_it)
{
    ScriptedPlan plan{halving, std::chrono::microseconds{1000}};
    Recorder recorder;
    History history;
    const Result result = run(plan, TargetSeconds{0.2}, recorder, history);
    ASSERT_EQ(recorder.rehearsals.size(), 1U);
    EXPECT_GE(result.rehearsal.sweeps, 6) << "3 warm up, and more are timed";
    EXPECT_EQ(result.rehearsal.sweeps % 3, 0);
    EXPECT_GE(result.rehearsal.seconds, 0.2 / 20);
    EXPECT_EQ(result.rehearsal.gosa, halving(result.rehearsal.sweeps));
    EXPECT_LE(recorder.planned_sweeps, 200) << "a sweep takes at least a millisecond";
    EXPECT_EQ(result.run.sweeps, recorder.planned_sweeps);
    EXPECT_EQ(result.total_sweeps, recorder.planned_sweeps + result.rehearsal.sweeps);
    EXPECT_EQ(plan.sweeps, result.total_sweeps);
    EXPECT_EQ(result.run.gosa, halving(plan.sweeps));
}

// The first sweeps load code and touch memory, so the plan of a run must not depend on them.
TEST(Run, slow_first_sweeps_do_not_shorten_the_run)
{
    ScriptedPlan plan{
        [](std::int64_t sweep) {
            std::this_thread::sleep_for(std::chrono::milliseconds{sweep <= 3 ? 50 : 0});
            return 1.0;
        },
        std::chrono::microseconds{500}};
    Recorder recorder;
    History history;
    const Result result = run(plan, TargetSeconds{1.0}, recorder, history);
    EXPECT_GE(result.rehearsal.sweeps, 6);
    const double slow = result.rehearsal.seconds / static_cast<double>(result.rehearsal.sweeps);
    EXPECT_GT(static_cast<double>(recorder.planned_sweeps), 1.0 / slow)
        << "more than the mean with the first sweeps allows";
}

TEST(Run, three_sweeps_that_take_all_of_the_target_are_the_rehearsal)
{
    ScriptedPlan plan{halving, std::chrono::microseconds{4000}};
    Recorder recorder;
    History history;
    const Result result = run(plan, TargetSeconds{0.01}, recorder, history);
    EXPECT_EQ(result.rehearsal.sweeps, 3);
    EXPECT_EQ(recorder.planned_sweeps,
              std::max<std::int64_t>(
                  1, static_cast<std::int64_t>(0.01 / (result.rehearsal.seconds / 3.0))));
}

TEST(Run, tolerance_stops_at_a_multiple_of_check_every)
{
    ScriptedPlan plan{halving};
    Recorder recorder;
    History history;
    const Tolerance rule{.gosa = halving(23), .max_sweeps = 1000, .check_every = 10};
    const Result result = run(plan, rule, recorder, history);
    EXPECT_EQ(result.status, Status::done);
    EXPECT_EQ(result.run.sweeps, 30);
}

TEST(Run, tolerance_run_can_be_stopped_between_its_checks)
{
    ScriptedPlan plan{[](std::int64_t) { return 1.0; }, std::chrono::microseconds{1000}};
    Recorder recorder;
    recorder.stop_after = 20;
    History history;
    const Tolerance rule{.gosa = 0.5, .max_sweeps = 2000000, .check_every = 1000000};
    EXPECT_EQ(run(plan, rule, recorder, history).status, Status::interrupted);
    EXPECT_LT(plan.sweeps, 1000);
}

TEST(Run, tolerance_is_looked_at_only_at_multiples_of_check_every)
{
    ScriptedPlan plan{[](std::int64_t) { return 0.1; }, std::chrono::microseconds{30000}};
    Recorder recorder;
    History history;
    const Tolerance rule{.gosa = 0.5, .max_sweeps = 1000, .check_every = 7};
    EXPECT_EQ(run(plan, rule, recorder, history).run.sweeps, 7);
}

TEST(Run, tolerance_not_reached_is_said)
{
    ScriptedPlan plan{[](std::int64_t) { return 1.0; }};
    Recorder recorder;
    History history;
    const Tolerance rule{.gosa = 0.5, .max_sweeps = 25, .check_every = 10};
    const Result result = run(plan, rule, recorder, history);
    EXPECT_EQ(result.status, Status::not_converged);
    EXPECT_EQ(result.run.sweeps, 25);
}

TEST(Run, tolerance_reached_in_the_last_short_batch_counts)
{
    ScriptedPlan plan{[](std::int64_t sweep) { return sweep >= 25 ? 0.1 : 1.0; }};
    Recorder recorder;
    History history;
    const Tolerance rule{.gosa = 0.5, .max_sweeps = 25, .check_every = 10};
    EXPECT_EQ(run(plan, rule, recorder, history).status, Status::done);
}

TEST(Run, gosa_that_is_not_finite_ends_the_run)
{
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        ScriptedPlan plan{[bad](std::int64_t sweep) { return sweep < 50 ? 1.0 : bad; },
                          std::chrono::microseconds{2000}};
        Recorder recorder;
        History history;
        const Result result = run(plan, FixedSweeps{100000}, recorder, history);
        EXPECT_EQ(result.status, Status::diverged);
        EXPECT_LT(result.total_sweeps, 500);
    }
}

TEST(Run, divergence_in_the_rehearsal_starts_no_run)
{
    ScriptedPlan plan{[](std::int64_t) { return std::nan(""); }};
    Recorder recorder;
    History history;
    const Result result = run(plan, TargetSeconds{5.0}, recorder, history);
    EXPECT_EQ(result.status, Status::diverged);
    EXPECT_EQ(plan.sweeps, 3);
}

TEST(Run, a_request_stops_at_the_next_boundary)
{
    ScriptedPlan plan{halving, std::chrono::microseconds{1000}};
    Recorder recorder;
    recorder.stop_after = 20;
    History history;
    const Result result = run(plan, FixedSweeps{1000000}, recorder, history);
    EXPECT_EQ(result.status, Status::interrupted);
    EXPECT_GE(result.run.sweeps, 20);
    EXPECT_LT(result.run.sweeps, 1000);
    EXPECT_EQ(plan.sweeps, result.run.sweeps);
}

TEST(Measurement, counts_the_benchmarks_flops)
{
    const Measurement measured{.sweeps = 10, .seconds = 2.0, .gosa = 0.0};
    EXPECT_DOUBLE_EQ(measured.gflops({128, 128, 256}), 137105136.0 * 10.0 / 2.0 * 1e-9);
    EXPECT_EQ(Measurement{}.gflops({8, 8, 8}), 0.0);
}

}  // namespace
}  // namespace tobiuo::himeno
