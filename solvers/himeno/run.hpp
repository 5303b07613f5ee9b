// SPDX-License-Identifier: BSD-3-Clause
// The Himeno solver: sweeps by any kernel until a stopping rule ends them.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/history.hpp"

namespace tobiuo::himeno {

/// The official protocol: a rehearsal, then int(seconds / time of a sweep) sweeps. The benchmark's
/// own program rehearses 3 sweeps. Here these 3 warm up; then rounds follow, each twice as long as
/// the one before while that was too short to time, for a twentieth of `seconds` or at most one
/// second. The mean of these rounds is the time of a sweep.
struct TargetSeconds {
    double seconds = 60.0;
};
struct FixedSweeps {
    std::int64_t sweeps{};
};
/// Stops at the first multiple of `check_every` sweeps where gosa <= `gosa`.
struct Tolerance {
    double gosa{};
    std::int64_t max_sweeps{};
    std::int64_t check_every = 10;
};
using StopRule = std::variant<TargetSeconds, FixedSweeps, Tolerance>;

enum class Status {
    done,           ///< all sweeps that the rule asks for are done, or the tolerance is reached
    not_converged,  ///< max_sweeps are done, and gosa is still above the tolerance
    diverged,       ///< gosa is not finite
    interrupted     ///< the observer asked to stop
};

/// A number of sweeps and the time they took.
struct Measurement {
    std::int64_t sweeps{};
    double seconds{};
    double gosa{};  ///< of the last sweep

    [[nodiscard]] double gflops(const stencil::Shape& shape) const;
};

struct Progress {
    std::int64_t sweeps{};  ///< sweeps done, without the rehearsal
    std::int64_t planned{};
    double seconds{};
    double gosa{};
};

/// The observer of a run, which may also stop it.
class Observer {
public:
    virtual ~Observer() = default;
    /// Called after the official rehearsal, before the measured run.
    virtual void rehearsed(const Measurement& rehearsal, std::int64_t planned) = 0;
    /// Called after each batch of sweeps, about ten times a second.
    virtual void advanced(const Progress& progress) = 0;
    /// Called after advanced(): the observer may read p of the plan and the history, to keep them.
    /// The time that it takes is not that of sweeps.
    virtual void between_batches(const Progress& /*progress*/) {}
    /// Whether the run shall stop at this sweep boundary.
    [[nodiscard]] virtual bool stop_requested() const = 0;
    /// The time that decides how the run goes on: on several ranks that of one of them, because all
    /// must decide alike.
    [[nodiscard]] virtual double agreed(double seconds) const { return seconds; }
};

struct Result {
    Status status = Status::done;
    Measurement rehearsal;        ///< zero sweeps unless the official protocol ran
    Measurement run;              ///< the measured sweeps, those before this run included
    std::int64_t total_sweeps{};  ///< with the rehearsal: all sweeps that p went through
};

/// Sweeps `plan`, which is loaded, until `rule` or `observer` stops it. `history` receives gosa.
/// `before` is what p has gone through already, which the rule counts, too: p, gosa and history
/// then are those of a run without the break. Throws std::invalid_argument for sweeps before a run
/// of the official protocol, which times sweeps without a break.
[[nodiscard]] Result run(stencil::SweepPlan& plan, const StopRule& rule, Observer& observer,
                         History& history, const Measurement& before = {});

}  // namespace tobiuo::himeno
