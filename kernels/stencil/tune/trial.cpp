// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/tune/trial.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "kernels/stencil/host_kinds.hpp"
#include "runtime/median.hpp"

namespace tobiuo::stencil {
namespace {

/// Sweeps of each of two calls, so that kernels with several sweeps a pass do whole passes and a
/// rest in both.
constexpr std::array<std::size_t, 2> calls{7, 2};
constexpr std::size_t checked_sweeps = calls[0] + calls[1];

/// The relative tolerance of sums of the same squares in double in another order: far above the
/// effect of reordering 10^9 of them, far below that of one wrong point.
constexpr double gosa_tolerance = 1e-9;

/// Ends a trial with its verdict; caught where the trial began.
struct Rejected {
    Verdict verdict;
    std::string reason;
};

std::string number(double value)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.12g", value);
    return text.data();
}

std::vector<double> gosa_of(SweepPlan& plan)
{
    std::vector<double> gosa(checked_sweeps);
    std::span<double> rest{gosa};
    for (const std::size_t sweeps : calls) {
        plan.sweep_and_wait(rest.first(sweeps));
        rest = rest.subspan(sweeps);
    }
    return gosa;
}

std::vector<double> pressure_of(const SweepPlan& plan, const Shape& shape)
{
    std::vector<double> p(static_cast<std::size_t>(shape.values()));
    plan.read_pressure(0, shape.ni, std::span<double>{p});
    return p;
}

void compare_gosa(std::span<const double> got, std::span<const double> twin)
{
    for (std::size_t sweep = 0; sweep < twin.size(); ++sweep) {
        if (!std::isfinite(got[sweep])) {
            throw Rejected{Verdict::not_finite,
                           "gosa of sweep " + std::to_string(sweep + 1) + " is not finite"};
        }
        if (std::abs(got[sweep] - twin[sweep]) > gosa_tolerance * std::abs(twin[sweep])) {
            throw Rejected{Verdict::differs, "gosa of sweep " + std::to_string(sweep + 1) + " is " +
                                                 number(got[sweep]) + ", the twin's " +
                                                 number(twin[sweep])};
        }
    }
}

void compare_pressure(std::span<const double> got, std::span<const double> twin)
{
    for (std::size_t at = 0; at < twin.size(); ++at) {
        if (std::bit_cast<std::uint64_t>(got[at]) != std::bit_cast<std::uint64_t>(twin[at])) {
            throw Rejected{Verdict::differs, "value " + std::to_string(at) + " of p is " +
                                                 number(got[at]) + ", the twin's " +
                                                 number(twin[at])};
        }
    }
}

SweepRequest with_shape(SweepRequest request, const Shape& shape)
{
    request.shape = shape;
    return request;
}

}  // namespace

TaskSeconds& TaskSeconds::operator+=(const TaskSeconds& other)
{
    compile += other.compile;
    load += other.load;
    check += other.check;
    execute += other.execute;
    return *this;
}

std::string_view word_of(Verdict verdict)
{
    constexpr std::array<std::string_view, 6> words{"good",  "declined", "too large",
                                                    "threw", "differs",  "not finite"};
    return words.at(static_cast<std::size_t>(verdict));
}

double steady_seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

template <typename Work>
auto Examiner::timed(double& seconds, const Work& work) const
{
    struct Stopwatch {
        double (*now)();
        double& sum;
        double start = now();
        Stopwatch(double (*clock)(), double& seconds) : now{clock}, sum{seconds} {}
        Stopwatch(const Stopwatch&) = delete;
        Stopwatch& operator=(const Stopwatch&) = delete;
        ~Stopwatch() { sum += now() - start; }
    };
    const Stopwatch stopwatch{timing_.now, seconds};
    return work();
}

Examiner::Examiner(TuneProblem problem, TuneTiming timing)
    : problem_{std::move(problem)}, timing_{timing}
{
    timed(seconds_of_twin_, [&] {
        const Candidate twin{.kind = &twin_kind(), .parameters = {}};
        const SweepRequest request = request_of(twin, problem_.request);
        for (const CheckProblem& check : problem_.checks) {
            const auto plan = twin.kind->make(with_shape(request, check.shape));
            plan->load(*check.source);
            std::vector<double> gosa = gosa_of(*plan);
            references_.push_back({.gosa = std::move(gosa), .p = pressure_of(*plan, check.shape)});
        }
        if (!twin.kind->unsupported_reason(request) &&
            twin.kind->footprint(request).host_bytes <= problem_.host_bytes) {
            const auto plan = twin.kind->make(request);
            plan->load(*problem_.source);
            gosa_ = gosa_of(*plan);
        }
    });
}

Trial Examiner::examine(const Candidate& candidate, double best) const
{
    Trial trial{.candidate = candidate, .reason = {}, .seconds = {}};
    try {
        const SweepRequest request = request_of(candidate, problem_.request);
        if (const auto unsupported_reason = candidate.kind->unsupported_reason(request)) {
            throw Rejected{Verdict::declined, *unsupported_reason};
        }
        const Footprint needed = candidate.kind->footprint(request);
        if (needed.host_bytes > problem_.host_bytes ||
            needed.device_bytes > problem_.device_bytes) {
            throw Rejected{Verdict::too_large, "needs more memory than is free"};
        }
        check(trial);
        time(trial, best);
    } catch (const Rejected& rejected) {
        trial.verdict = rejected.verdict;
        trial.reason = rejected.reason;
    } catch (const std::exception& error) {
        trial.verdict = Verdict::threw;
        trial.reason = error.what();
    }
    return trial;
}

double Examiner::seconds_per_sweep(SweepPlan& plan, std::int64_t count) const
{
    std::vector<double> gosa(static_cast<std::size_t>(count));
    double seconds = 0.0;
    timed(seconds, [&] { plan.sweep_and_wait(gosa); });
    if (!std::isfinite(gosa.back())) {
        throw Rejected{Verdict::not_finite, "gosa is not finite after many sweeps"};
    }
    return seconds / static_cast<double>(count);
}

std::int64_t Examiner::sweeps_of(SweepPlan& plan, std::int64_t pass) const
{
    constexpr double enough = 0.1;  // of the wanted time; the rest is extrapolated
    constexpr std::int64_t growth = 4;
    std::int64_t count = pass;
    double each = seconds_per_sweep(plan, count);
    while (each * static_cast<double>(count) < enough * timing_.seconds) {
        count *= growth;
        each = seconds_per_sweep(plan, count);
    }
    return ceil_div(static_cast<std::int64_t>(std::ceil(timing_.seconds / each)), pass) * pass;
}

void Examiner::check(Trial& trial) const
{
    const SweepKind& kind = *trial.candidate.kind;
    bool checked = false;
    std::string unsupported_reason = "there is nothing to check it on";
    for (std::size_t at = 0; at < references_.size(); ++at) {
        const CheckProblem& problem = problem_.checks[at];
        const SweepRequest request =
            with_shape(request_of(trial.candidate, problem_.request), problem.shape);
        if (const auto reason = kind.unsupported_reason(request)) {
            unsupported_reason = *reason;
            continue;
        }
        const auto plan = timed(trial.seconds.compile, [&] { return kind.make(request); });
        timed(trial.seconds.load, [&] { plan->load(*problem.source); });
        timed(trial.seconds.check, [&] {
            compare_gosa(gosa_of(*plan), references_[at].gosa);
            compare_pressure(pressure_of(*plan, problem.shape), references_[at].p);
        });
        checked = true;
    }
    if (!checked) {
        throw Rejected{Verdict::declined, "could not be checked: " + unsupported_reason};
    }
}

void Examiner::time(Trial& trial, double best) const
{
    const SweepKind& kind = *trial.candidate.kind;
    const SweepRequest request = request_of(trial.candidate, problem_.request);
    const auto plan = timed(trial.seconds.compile, [&] { return kind.make(request); });
    timed(trial.seconds.load, [&] { plan->load(*problem_.source); });
    timed(trial.seconds.check, [&] {
        const std::vector<double> gosa = gosa_of(*plan);
        compare_gosa(gosa, gosa_.empty() ? std::span{gosa} : std::span{gosa_});
    });
    const double flops = flops_per_sweep(request.shape);
    timed(trial.seconds.execute, [&] {
        const std::int64_t count = sweeps_of(*plan, kind.sweeps_per_pass);
        std::vector<double> seconds{seconds_per_sweep(*plan, count)};
        const bool hopeless = flops / seconds.front() * 1e-9 < timing_.hopeless * best;
        // The time is limited, in case the machine has become slower since the sweeps were counted.
        const double most = 2.0 * timing_.seconds * timing_.repetitions;
        double sum = seconds.front() * static_cast<double>(count);
        for (int more = 1; more < timing_.repetitions && !hopeless && sum < most; ++more) {
            seconds.push_back(seconds_per_sweep(*plan, count));
            sum += seconds.back() * static_cast<double>(count);
        }
        trial.gflops = flops / median(std::move(seconds)) * 1e-9;
    });
}

}  // namespace tobiuo::stencil
