// SPDX-License-Identifier: BSD-3-Clause
// The tuner is tested with artificial kernels: fast, slow, wrong and failing ones.
#include "kernels/stencil/tune/tune.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "kernels/stencil/host_kinds.hpp"
#include "kernels/stencil/parameters.hpp"
#include "solvers/himeno/coefficients.hpp"

namespace tobiuo::stencil {
namespace {

/// The time that the tuner sees: it passes only while an artificial kernel sweeps, so that the
/// fastest one does not depend on other load.
double made_up_seconds = 0.0;

/// How an artificial kernel differs from the twin.
enum class Fault { none, wrong_p, wrong_gosa, infinite };

/// The twin with a fault, and with a given time for every sweep.
class MadeUpPlan final : public SweepPlan {
public:
    MadeUpPlan(const SweepRequest& request, double sweep_seconds, Fault fault)
        : twin_{twin_kind().make(without_parameters(request))},
          sweep_seconds_{sweep_seconds},
          fault_{fault}
    {
    }

    void load(const ArraySource& source) override { twin_->load(source); }

    void sweep_and_wait(std::span<double> gosa) override
    {
        for (std::size_t sweep = 0; sweep < gosa.size(); ++sweep) {
            twin_->sweep_and_wait(gosa.subspan(sweep, 1));
            made_up_seconds += sweep_seconds_;
        }
        gosa.back() *= fault_ == Fault::wrong_gosa ? 1.0 + 1e-7 : 1.0;
        if (fault_ == Fault::infinite) {
            gosa.back() = std::numeric_limits<double>::infinity();
        }
    }

    void read_pressure(std::int64_t first, std::int64_t count, std::span<float> out) const override
    {
        twin_->read_pressure(first, count, out);
    }
    void read_pressure(std::int64_t first, std::int64_t count, std::span<double> out) const override
    {
        twin_->read_pressure(first, count, out);
        if (fault_ == Fault::wrong_p) {
            out.back() = std::nextafter(out.back(), 2.0);
        }
    }
    [[nodiscard]] std::string describe() const override { return "made up"; }

private:
    static SweepRequest without_parameters(SweepRequest request)
    {
        request.parameters.clear();
        return request;
    }

    std::unique_ptr<SweepPlan> twin_;
    double sweep_seconds_;
    Fault fault_;
};

constexpr std::array<std::string_view, 3> choices{"2000", "10", "8000"};
constexpr std::array<std::string_view, 2> idle_choices{"x", "declined"};
constexpr std::array<Parameter, 2> switches{
    {{"pause", "microseconds a sweep", choices}, {"idle", "does nothing", idle_choices}}};

template <int microseconds, Fault fault>
std::unique_ptr<SweepPlan> made_up(const SweepRequest& request)
{
    const std::string pause = parameter(request, "pause", std::to_string(microseconds));
    return std::make_unique<MadeUpPlan>(request, 1e-6 * std::stod(pause), fault);
}

std::unique_ptr<SweepPlan> throwing(const SweepRequest&)
{
    throw std::runtime_error{"the compiler refuses it"};
}

std::optional<std::string> unsupported_reason(const SweepRequest& request)
{
    const bool declined = parameter(request, "idle", "auto") == "declined";
    return declined ? std::optional<std::string>{"it is declined"} : std::nullopt;
}

Footprint no_footprint(const SweepRequest&)
{
    return {};
}

SweepKind kind(std::string_view name, std::unique_ptr<SweepPlan> (*make)(const SweepRequest&),
               std::span<const Parameter> parameters = {}, std::string_view label = "one-sweep")
{
    return {.name = name,
            .backend = Backend::cpu,
            .summary = "made up",
            .label = label,
            .sweeps_per_pass = 1,
            .parameters = parameters,
            .unsupported_reason = unsupported_reason,
            .footprint = no_footprint,
            .make = make};
}

/// Counts trials, and asks for a stop after a given number.
class Counter final : public TuneObserver {
public:
    explicit Counter(int most = std::numeric_limits<int>::max()) : most_{most} {}

    void trying(const Candidate&) override { ++begun_; }
    void tried(const Trial&) override { ++ended_; }
    [[nodiscard]] bool stop_requested() const override { return ended_ >= most_; }

    [[nodiscard]] int begun() const { return begun_; }

private:
    int most_;
    int begun_ = 0;
    int ended_ = 0;
};

class Tune : public ::testing::Test {
protected:
    [[nodiscard]] TuneResult run(const std::vector<SweepKind>& kinds, const TuneOptions& options,
                                 TuneObserver& observer) const
    {
        std::vector<const SweepKind*> pointers;
        for (const SweepKind& one : kinds) {
            pointers.push_back(&one);
        }
        const auto source = himeno::official_source(shape_);
        const auto random = himeno::random_source(check_shape_, 1);
        TuneProblem problem;
        problem.request = request();
        problem.source = source.get();
        problem.checks.push_back({.shape = check_shape_, .source = random.get()});
        problem.host_bytes = std::int64_t{1} << 30;
        return tune(pointers, problem, options, observer);
    }

    [[nodiscard]] SweepRequest request() const
    {
        SweepRequest request;
        request.shape = shape_;
        return request;
    }

    [[nodiscard]] static TuneOptions options(double budget_seconds)
    {
        return {
            .budget_seconds = budget_seconds,
            .remembered = {},
            .timing = {.seconds = 0.01, .repetitions = 3, .now = [] { return made_up_seconds; }}};
    }

    [[nodiscard]] static const Trial& trial_of(const TuneResult& result, std::string_view name)
    {
        return *std::ranges::find_if(
            result.trials, [&](const Trial& one) { return one.candidate.kind->name == name; });
    }

    Shape shape_{8, 8, 8};
    Shape check_shape_{5, 6, 7};
    static constexpr double plenty = 300.0;
};

TEST_F(Tune, takes_the_faster_of_two_kernels)
{
    const std::vector kinds{kind("slow", made_up<20000, Fault::none>),
                            kind("fast", made_up<1000, Fault::none>)};
    Counter counter;
    const TuneResult result = run(kinds, options(plenty), counter);
    EXPECT_EQ(result.end, TuneEnd::complete);
    EXPECT_EQ(result.best.size(), 2U) << "the best of each kernel";
    ASSERT_NE(best_of_class(result, "one-sweep"), nullptr);
    EXPECT_EQ(best_of_class(result, "one-sweep")->candidate.kind->name, "fast");
    EXPECT_GT(best_of_class(result, "one-sweep")->gflops, 0.0);
    EXPECT_EQ(best_of_class(result, "temporal-blocked T=2"), nullptr);
}

TEST_F(Tune, never_chooses_a_kernel_that_is_wrong_or_fails)
{
    const std::vector kinds{kind("p", made_up<10, Fault::wrong_p>),
                            kind("gosa", made_up<10, Fault::wrong_gosa>),
                            kind("infinite", made_up<10, Fault::infinite>),
                            kind("throwing", throwing), kind("right", made_up<20000, Fault::none>)};
    Counter counter;
    const TuneResult result = run(kinds, options(plenty), counter);
    EXPECT_EQ(trial_of(result, "p").verdict, Verdict::differs);
    EXPECT_NE(trial_of(result, "p").reason.find("value 209 of p"), std::string::npos)
        << trial_of(result, "p").reason;
    EXPECT_EQ(trial_of(result, "gosa").verdict, Verdict::differs);
    EXPECT_EQ(trial_of(result, "infinite").verdict, Verdict::not_finite);
    EXPECT_EQ(trial_of(result, "throwing").verdict, Verdict::threw);
    EXPECT_EQ(trial_of(result, "throwing").reason, "the compiler refuses it");
    ASSERT_EQ(result.best.size(), 1U);
    EXPECT_EQ(result.best[0].candidate.kind->name, "right");
}

TEST_F(Tune, finds_the_best_value_of_a_parameter)
{
    const std::vector kinds{kind("tunable", made_up<4000, Fault::none>, switches)};
    Counter counter;
    const TuneResult result = run(kinds, options(plenty), counter);
    ASSERT_EQ(result.best.size(), 1U);
    EXPECT_EQ(result.best[0].candidate.parameters.at("pause"), "10");
    for (const Trial& trial : result.trials) {
        EXPECT_EQ(trial.verdict, Verdict::good) << "declined combinations are not tried";
    }
    EXPECT_EQ(result.end, TuneEnd::complete);
    EXPECT_GT(result.tasks().execute, 0.0);
    EXPECT_GT(result.tasks().check, 0.0);
}

TEST_F(Tune, tries_every_combination_when_told_to)
{
    const SweepKind tunable = kind("tunable", made_up<4000, Fault::none>, switches);
    EXPECT_EQ(all_candidates(tunable, request()).size(), 4U) << "itself, and 3 pauses with idle=x";
    EXPECT_EQ(first_candidates(tunable, request()).size(), 5U) << "itself, 3 pauses, idle=x";
    TuneOptions all = options(plenty);
    all.exhaustive = true;
    Counter counter;
    EXPECT_EQ(run({tunable}, all, counter).trials.size(), 4U);
}

TEST_F(Tune, begins_with_what_is_remembered)
{
    const std::vector kinds{kind("tunable", made_up<4000, Fault::none>, switches)};
    Counter counter{2};
    TuneOptions wise = options(plenty);
    wise.remembered = {{.kind = kinds.data(), .parameters = {{"pause", "10"}, {"idle", "x"}}}};
    const TuneResult result = run(kinds, wise, counter);
    ASSERT_EQ(result.trials.size(), 2U);
    EXPECT_EQ(text_of(result.trials[1].candidate), "tunable idle=x pause=10");
    EXPECT_EQ(result.best.at(0).candidate, wise.remembered[0]);
}

TEST_F(Tune, ends_with_the_budget_but_not_before_something_is_found)
{
    const std::vector kinds{kind("throwing", throwing),
                            kind("tunable", made_up<4000, Fault::none>, switches),
                            kind("never", made_up<10, Fault::none>)};
    Counter counter;
    const TuneResult result = run(kinds, options(1e-6), counter);
    EXPECT_EQ(result.end, TuneEnd::budget);
    EXPECT_EQ(counter.begun(), 2);
    ASSERT_EQ(result.best.size(), 1U);
    EXPECT_EQ(result.best[0].candidate.kind->name, "tunable");
}

TEST_F(Tune, stops_on_request_before_the_next_candidate)
{
    const std::vector kinds{kind("tunable", made_up<4000, Fault::none>, switches)};
    Counter counter{2};
    const TuneResult result = run(kinds, options(plenty), counter);
    EXPECT_EQ(result.end, TuneEnd::stopped);
    EXPECT_EQ(counter.begun(), 2);
    EXPECT_EQ(result.best.size(), 1U) << "what was found by then";
}

TEST_F(Tune, does_not_time_what_does_not_fit_into_memory)
{
    SweepKind large = kind("large", throwing);
    large.footprint = [](const SweepRequest&) {
        return Footprint{.host_bytes = std::int64_t{1} << 40, .device_bytes = 0};
    };
    Counter counter;
    EXPECT_EQ(trial_of(run({large}, options(plenty), counter), "large").verdict,
              Verdict::too_large);
}

}  // namespace
}  // namespace tobiuo::stencil
