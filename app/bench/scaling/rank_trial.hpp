// SPDX-License-Identifier: BSD-3-Clause
// A job of `tobiuo bench scaling` on one rank or on several, and the clock of them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/communicator.hpp>

#include "app/bench/harness.hpp"
#include "app/scaling/model.hpp"
#include "kernels/fft/problem.hpp"
#include "runtime/machine/machine.hpp"

namespace tobiuo::scaling_bench {

using bench::Json;

/// What a rank executes: solves, transforms or sweeps of one problem. All ranks call the functions
/// in the same order.
class RankTrial {
public:
    RankTrial() = default;
    RankTrial(const RankTrial&) = delete;
    RankTrial& operator=(const RankTrial&) = delete;
    virtual ~RankTrial() = default;

    /// Prepares the arrays for so many executions, which is not timed.
    virtual void prepare(std::int64_t /*executions*/) {}
    virtual void execute_and_wait(std::int64_t executions) = 0;

    /// The messages of so many executions without their work; nothing on one rank.
    virtual void exchange_and_wait(std::int64_t executions) = 0;

    /// What the exchanges of this rank have taken since the last call; nothing on one rank.
    [[nodiscard]] virtual ExchangeUse take_exchange_use_and_wait() { return {}; }

    /// The error of this rank's part of a result whose answer is known, before anything is timed;
    /// nothing if there is no such answer.
    [[nodiscard]] virtual std::optional<double> error_and_wait() = 0;

    /// The most executions that a repetition may have, of which it has a multiple of `step`.
    [[nodiscard]] virtual std::int64_t most_executions() const { return 1000; }
    [[nodiscard]] virtual std::int64_t step() const { return 1; }

    /// Keys of a row: how the class works.
    [[nodiscard]] virtual Json keys() const = 0;
};

/// A problem that is measured on one rank and on all.
class ScalingJob {
public:
    ScalingJob() = default;
    ScalingJob(const ScalingJob&) = delete;
    ScalingJob& operator=(const ScalingJob&) = delete;
    virtual ~ScalingJob() = default;

    /// The problem on so many ranks, for the log: "poisson 512x512x512 periodic, single".
    [[nodiscard]] virtual std::string text(int size) const = 0;
    /// The keys of a row that name the problem.
    [[nodiscard]] virtual Json keys(int size) const = 0;
    /// Operations of an execution by the usual count; nothing where none is usual.
    [[nodiscard]] virtual std::optional<double> flops(int size) const = 0;
    /// Whether the problem grows with the ranks.
    [[nodiscard]] virtual bool is_weak() const { return false; }
    /// About the bytes that the rank with the most takes.
    [[nodiscard]] virtual double bytes_of_rank(int size) const = 0;
    /// The bound of the relative error that rounding explains.
    [[nodiscard]] virtual double tolerance(int size) const = 0;
    /// The transform that a peer on several devices can do, too.
    [[nodiscard]] virtual std::optional<fft::Problem> transform() const { return std::nullopt; }

    /// The ways in which ranks could share the job; the class for several goes the first one.
    [[nodiscard]] virtual std::vector<std::string> methods() const = 0;
    /// What an execution takes by one of these, if the problem that one rank had took so long.
    [[nodiscard]] virtual scaling::Prediction predicted(const std::string& method, int size,
                                                        double one_rank_seconds,
                                                        const scaling::Link& link) const = 0;

    /// By the class for one rank. The machine must outlive the trial.
    [[nodiscard]] virtual std::unique_ptr<RankTrial> alone(const runtime::Machine& machine) = 0;
    /// By the class for several. Collective.
    [[nodiscard]] virtual std::unique_ptr<RankTrial> on_ranks(const Communicator& ranks,
                                                              const runtime::Machine& machine) = 0;
};

/// The seconds of one execution by the slowest rank, for each repetition.
struct Timing {
    std::vector<double> seconds = {};
    std::int64_t executions = 1;  ///< in a repetition
    std::int64_t executed = 0;    ///< in all, with those that warm up

    [[nodiscard]] bench::Times times() const { return bench::times_of(seconds); }
};

/// Times `work`, so many executions, which the ranks begin together. Collective; the same on all.
[[nodiscard]] Timing time_together(const Communicator& ranks, int repetitions,
                                   std::int64_t executions, const std::function<void()>& work);
/// Times executions; the ranks begin each repetition together. Collective; the same on all ranks.
[[nodiscard]] Timing time_executions(const Communicator& ranks, RankTrial& trial,
                                     const bench::Pace& pace);
/// Times the messages of as many executions as `like` has.
[[nodiscard]] Timing time_exchanges(const Communicator& ranks, RankTrial& trial,
                                    const Timing& like);

/// Measures the bandwidth with which each rank sends to the next one of a ring and receives from
/// the one before, and the latency of empty messages to all others, by each of them. Collective, of
/// at least two ranks, each with its `device`; the same on all ranks. Throws DeviceError.
[[nodiscard]] scaling::Link measured_link(const Communicator& ranks,
                                          const bench::MachineKind& machine, int device);

}  // namespace tobiuo::scaling_bench
