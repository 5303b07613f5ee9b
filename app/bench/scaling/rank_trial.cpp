#include "app/bench/scaling/rank_trial.hpp"

#include <algorithm>
#include <chrono>

#include "runtime/ranks/messages.hpp"
#include "runtime/rounding.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo::scaling_bench {
namespace {

constexpr int warming_turns = 3;  // code and connections are loaded in the first one

/// The seconds of `work` on the slowest rank, where all begin together.
double seconds_of_slowest(const Communicator& ranks, const std::function<void()>& work)
{
    return ranks::slowest(ranks, [&] {
        const auto start = std::chrono::steady_clock::now();
        work();
        return seconds_since(start);
    });
}

Timing repeated(const Communicator& ranks, std::int64_t executions, int repetitions,
                const std::function<void()>& prepare, const std::function<void()>& work)
{
    Timing timing{.executions = executions};
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        prepare();
        timing.seconds.push_back(seconds_of_slowest(ranks, work) / static_cast<double>(executions));
    }
    return timing;
}

/// Warms up, and chooses how many executions a repetition has.
std::int64_t chosen_executions(const Communicator& ranks, RankTrial& trial, const bench::Pace& pace)
{
    const std::int64_t step = trial.step();
    double seconds = 0;
    for (int turn = 0; turn < warming_turns; ++turn) {
        trial.prepare(step);
        seconds = seconds_of_slowest(ranks, [&] { trial.execute_and_wait(step); });
    }
    const std::int64_t wanted = bench::executions_for(
        seconds / static_cast<double>(step),
        {.seconds = pace.seconds, .most_executions = trial.most_executions()});
    return std::max(wanted / step, std::int64_t{1}) * step;
}

}  // namespace

Timing time_together(const Communicator& ranks, int repetitions, std::int64_t executions,
                     const std::function<void()>& work)
{
    return repeated(
        ranks, executions, repetitions, [] {}, work);
}

Timing time_executions(const Communicator& ranks, RankTrial& trial, const bench::Pace& pace)
{
    const std::int64_t executions = chosen_executions(ranks, trial, pace);
    Timing timing = repeated(
        ranks, executions, pace.repetitions, [&] { trial.prepare(executions); },
        [&] { trial.execute_and_wait(executions); });
    timing.executed = warming_turns * trial.step() + pace.repetitions * executions;
    return timing;
}

Timing time_exchanges(const Communicator& ranks, RankTrial& trial, const Timing& like)
{
    const auto work = [&] { trial.exchange_and_wait(like.executions); };
    work();
    return time_together(ranks, static_cast<int>(like.seconds.size()), like.executions, work);
}

}  // namespace tobiuo::scaling_bench
