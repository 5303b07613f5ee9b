// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/himeno/run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "runtime/seconds_since.hpp"

namespace tobiuo::himeno {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t rehearsal_sweeps = 3;
/// The rehearsal takes this part of the target time, and at most `longest_rehearsal` seconds.
constexpr double rehearsal_part = 0.05;
constexpr double longest_rehearsal = 1.0;
/// The shortest round in seconds; shorter ones would measure launches and the clock.
constexpr double shortest_round = 0.01;
/// The approximate time of a batch of sweeps, after which the clock and the observer are asked.
constexpr double batch_seconds = 0.1;
/// The number of sweeps of a run's first batch, when its speed is not known yet.
constexpr std::int64_t first_batch = 1;

/// Sweeps in batches until `planned` sweeps are done or the run ends for another reason.
class Runner {
public:
    Runner(stencil::SweepPlan& plan, Observer& observer, History& history)
        : plan_{plan}, observer_{observer}, history_{history}
    {
    }

    /// Sweeps `count` times. Returns false if gosa is no longer finite.
    bool sweep(std::int64_t count, double& gosa)
    {
        sums_.resize(static_cast<std::size_t>(count));
        plan_.sweep_and_wait(sums_);
        const auto bad =
            std::ranges::find_if(sums_, [](double sum) { return !std::isfinite(sum); });
        history_.append(sums_);
        gosa = sums_.back();
        return bad == sums_.end();
    }

    /// Runs until `planned` sweeps are done, those in `measured` included, in batches of
    /// `batch_seconds`. Calls `finished(gosa)` at every multiple of `granule` sweeps and at the end,
    /// whatever the batches are.
    template <typename Finished>
    Status run(std::int64_t planned, std::int64_t granule, double seconds_per_sweep,
               const Finished& finished, Measurement& measured)
    {
        const auto start = Clock::now();
        const double earlier = measured.seconds;
        double paused = 0.0;
        while (measured.sweeps < planned) {
            const std::int64_t to_look = granule - measured.sweeps % granule;
            const std::int64_t batch =
                std::min({batch_size(seconds_per_sweep), to_look, planned - measured.sweeps});
            const bool finite = sweep(batch, measured.gosa);
            measured.sweeps += batch;
            measured.seconds = earlier + observer_.agreed(seconds_since(start) - paused);
            seconds_per_sweep = measured.seconds / static_cast<double>(measured.sweeps);
            const Progress progress{.sweeps = measured.sweeps,
                                    .planned = planned,
                                    .seconds = measured.seconds,
                                    .gosa = measured.gosa};
            observer_.advanced(progress);
            if (!finite) {
                return Status::diverged;
            }
            const bool look = measured.sweeps % granule == 0 || measured.sweeps == planned;
            if (look && finished(measured.gosa)) {
                return Status::done;
            }
            if (observer_.stop_requested() && measured.sweeps < planned) {
                return Status::interrupted;
            }
            const auto pause = Clock::now();
            observer_.between_batches(progress);
            paused += seconds_since(pause);
        }
        return Status::done;
    }

private:
    static std::int64_t batch_size(double seconds_per_sweep)
    {
        if (seconds_per_sweep <= 0.0) {
            return first_batch;
        }
        constexpr double most = 1 << 20;
        return static_cast<std::int64_t>(std::clamp(batch_seconds / seconds_per_sweep, 1.0, most));
    }

    stencil::SweepPlan& plan_;
    Observer& observer_;
    History& history_;
    std::vector<double> sums_;
};

/// The granule of rules that are checked at the end only.
constexpr std::int64_t whole_run = std::numeric_limits<std::int64_t>::max();

constexpr auto never = [](double /*gosa*/) { return false; };

/// Times rounds of sweeps; `per_sweep` becomes the mean time after the first round. Returns false
/// if gosa is no longer finite.
bool rehearse(Runner& runner, double target, Observer& observer, Measurement& measured,
              double& per_sweep)
{
    const double patience = std::min(longest_rehearsal, rehearsal_part * target);
    const auto start = Clock::now();
    std::int64_t round = rehearsal_sweeps;
    double first_seconds = 0.0;
    bool finite = true;
    bool enough = false;
    do {
        const double before = measured.seconds;
        finite = runner.sweep(round, measured.gosa);
        measured.sweeps += round;
        measured.seconds = observer.agreed(seconds_since(start));
        const bool first = measured.sweeps == rehearsal_sweeps;
        first_seconds = first ? measured.seconds : first_seconds;
        enough = measured.seconds >= (first ? target : patience);
        round *= measured.seconds - before < shortest_round ? 2 : 1;
    } while (finite && !enough && !observer.stop_requested());
    const bool only_one = measured.sweeps == rehearsal_sweeps;
    per_sweep = only_one ? measured.seconds / static_cast<double>(rehearsal_sweeps)
                         : (measured.seconds - first_seconds) /
                               static_cast<double>(measured.sweeps - rehearsal_sweeps);
    return finite;
}

Result run_official(Runner& runner, const TargetSeconds& rule, Observer& observer)
{
    Result result;
    double per_sweep = 0.0;
    const bool finite = rehearse(runner, rule.seconds, observer, result.rehearsal, per_sweep);
    constexpr double most = 9.0e15;
    const auto planned = static_cast<std::int64_t>(std::clamp(rule.seconds / per_sweep, 1.0, most));
    observer.rehearsed(result.rehearsal, planned);
    if (finite && observer.stop_requested()) {
        result.status = Status::interrupted;
        return result;
    }
    result.status =
        finite ? runner.run(planned, whole_run, per_sweep, never, result.run) : Status::diverged;
    return result;
}

double seconds_per_sweep(const Measurement& measured)
{
    return measured.sweeps > 0 ? measured.seconds / static_cast<double>(measured.sweeps) : 0.0;
}

Result run_fixed(Runner& runner, const FixedSweeps& rule, const Measurement& before)
{
    Result result{.status = {}, .rehearsal = {}, .run = before, .total_sweeps = {}};
    result.status =
        runner.run(rule.sweeps, whole_run, seconds_per_sweep(before), never, result.run);
    return result;
}

Result run_to_tolerance(Runner& runner, const Tolerance& rule, const Measurement& before)
{
    Result result{.status = Status::done, .rehearsal = {}, .run = before, .total_sweeps = {}};
    const auto converged = [&](double gosa) { return gosa <= rule.gosa; };
    if (before.sweeps > 0 && before.sweeps % rule.check_every == 0 && converged(before.gosa)) {
        return result;  // the run before stopped here because it had converged
    }
    result.status = runner.run(rule.max_sweeps, rule.check_every, seconds_per_sweep(before),
                               converged, result.run);
    if (result.status == Status::done && !converged(result.run.gosa)) {
        result.status = Status::not_converged;
    }
    return result;
}

}  // namespace

double Measurement::gflops(const stencil::Shape& shape) const
{
    return seconds > 0.0
               ? stencil::flops_per_sweep(shape) * static_cast<double>(sweeps) / seconds * 1e-9
               : 0.0;
}

Result run(stencil::SweepPlan& plan, const StopRule& rule, Observer& observer, History& history,
           const Measurement& before)
{
    if (before.sweeps > 0 && std::holds_alternative<TargetSeconds>(rule)) {
        throw std::invalid_argument{
            "a run of the official protocol times its sweeps without a break: begin it anew, or "
            "give a number of sweeps or a tolerance"};
    }
    Runner runner{plan, observer, history};
    Result result;
    if (const auto* official = std::get_if<TargetSeconds>(&rule)) {
        result = run_official(runner, *official, observer);
    } else if (const auto* fixed = std::get_if<FixedSweeps>(&rule)) {
        result = run_fixed(runner, *fixed, before);
    } else {
        result = run_to_tolerance(runner, std::get<Tolerance>(rule), before);
    }
    result.total_sweeps = result.rehearsal.sweeps + result.run.sweeps;
    return result;
}

}  // namespace tobiuo::himeno
