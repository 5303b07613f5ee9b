// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/scaling/rank_trial.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "runtime/ranks/exchange.hpp"
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

/// Messages of a rank in arrays of its own.
class ProbedLink {
public:
    ProbedLink(const Communicator& ranks, const bench::MachineKind& machine, int device)
        : ranks_{ranks},
          machine_{machine.make(device)},
          stream_{machine_->make_stream()},
          most_{machine.is_device ? std::int64_t{64} << 20U : std::int64_t{4} << 20U},
          sent_{machine_->zeros_and_wait(static_cast<std::size_t>(most_))},
          received_{machine_->zeros_and_wait(static_cast<std::size_t>(most_))},
          exchange_{ranks::make_exchange(machine.backend, ranks)}
    {
    }

    /// The median of an exchange in which each rank sends to the next `count` ranks.
    [[nodiscard]] double seconds(int count, std::int64_t bytes, std::int64_t exchanges)
    {
        std::vector<Outgoing> sends;
        std::vector<Incoming> receives;
        const auto size = static_cast<std::size_t>(bytes);
        for (int step = 1; step <= count; ++step) {
            const int to = (ranks_.rank() + step) % ranks_.size();
            const int from = (ranks_.rank() + ranks_.size() - step) % ranks_.size();
            const std::size_t at = static_cast<std::size_t>(step - 1) * size;
            sends.push_back({.to = to, .data = sent_.as<std::byte>() + at, .bytes = size});
            receives.push_back(
                {.from = from, .data = received_.as<std::byte>() + at, .bytes = size});
        }
        const auto work = [&] {
            for (std::int64_t n = 0; n < exchanges; ++n) {
                exchange_->exchange(sends, receives, stream_.get());
            }
            machine_->wait(stream_.get());
        };
        work();
        constexpr int repetitions = 5;
        return time_together(ranks_, repetitions, exchanges, work).times().median;
    }

    [[nodiscard]] std::int64_t most() const { return most_; }
    [[nodiscard]] bool copies_rows() const { return exchange_->takes_rows(); }

private:
    const Communicator& ranks_;
    std::unique_ptr<const runtime::Machine> machine_;
    runtime::OwnStream stream_;
    std::int64_t most_;
    runtime::Array sent_;
    runtime::Array received_;
    std::unique_ptr<ranks::Exchange> exchange_;
};

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

scaling::Link measured_link(const Communicator& ranks, const bench::MachineKind& machine,
                            int device)
{
    constexpr std::int64_t short_message = 16;
    constexpr std::int64_t short_exchanges = 50;
    constexpr std::int64_t long_exchanges = 4;
    ProbedLink probe{ranks, machine, device};
    const int others = ranks.size() - 1;
    const double latency = probe.seconds(others, short_message, short_exchanges) / others;
    const double seconds = probe.seconds(1, probe.most(), long_exchanges);
    return {.bytes_per_second = static_cast<double>(probe.most()) / seconds,
            .latency_seconds = latency,
            .overlaps = machine.is_device,
            .copies_rows = probe.copies_rows()};
}

}  // namespace tobiuo::scaling_bench
