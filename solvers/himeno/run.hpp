// Runs the Himeno solver to its stopping rule, whatever kernel does the sweeps.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/history.hpp"

namespace tobiuo::himeno {

/// The official protocol: a rehearsal, then int(seconds / time of a sweep) sweeps. The benchmark's
/// own program rehearses 3 sweeps. Here these warm up; longer rounds follow, each twice as long as
/// the one before while that is too short to be timed, for a twentieth of `seconds` or one second,
/// and their mean is the time of a sweep.
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
    done,           ///< all sweeps that the rule asked for, or the tolerance reached
    not_converged,  ///< max_sweeps done, gosa still above the tolerance
    diverged,       ///< gosa is not finite
    interrupted     ///< the observer asked to stop
};

/// Sweeps done together and the time they took.
struct Measurement {
    std::int64_t sweeps{};
    double seconds{};
    double gosa{};  ///< of the last sweep

    [[nodiscard]] double gflops(const stencil::Shape& shape) const;
};

struct Progress {
    std::int64_t sweeps{};  ///< done so far, the rehearsal not counted
    std::int64_t planned{};
    double seconds{};
    double gosa{};
};

/// What the caller wants to know, and may say, while the sweeps run.
class Observer {
public:
    virtual ~Observer() = default;
    /// After the official rehearsal, before the measured run.
    virtual void rehearsed(const Measurement& rehearsal, std::int64_t planned) = 0;
    /// After each batch of sweeps, about ten times a second.
    virtual void advanced(const Progress& progress) = 0;
    /// True stops the run at this sweep boundary.
    [[nodiscard]] virtual bool stop_requested() const = 0;
};

struct Result {
    Status status = Status::done;
    Measurement rehearsal;        ///< zero sweeps unless the official protocol ran
    Measurement run;              ///< the measured sweeps
    std::int64_t total_sweeps{};  ///< rehearsal included: what p has seen
};

/// Sweeps `plan`, already loaded, until `rule` or `observer` stops it. `history` gets gosa.
[[nodiscard]] Result run(stencil::SweepPlan& plan, const StopRule& rule, Observer& observer,
                         History& history);

}  // namespace tobiuo::himeno
