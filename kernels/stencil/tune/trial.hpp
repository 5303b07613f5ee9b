// SPDX-License-Identifier: BSD-3-Clause
// The trial of one candidate, which is checked against the twin and then timed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "kernels/stencil/tune/candidates.hpp"

namespace tobiuo::stencil {

/// A small problem on which p must have the bits of the twin's.
struct CheckProblem {
    Shape shape;
    const ArraySource* source{};
};

/// The problem that a tuner tunes for. The sources outlive it.
struct TuneProblem {
    SweepRequest request;  ///< its parameters are ignored
    const ArraySource* source{};
    std::vector<CheckProblem> checks;  ///< awkward shapes, coefficients without symmetry
    std::int64_t host_bytes{};         ///< the most that one plan may take
    std::int64_t device_bytes{};
};

/// Seconds on the machine's steady clock.
[[nodiscard]] double steady_seconds();

/// How long a candidate is timed: the median of `repetitions` of about `seconds` each counts.
struct TuneTiming {
    double seconds = 0.1;
    int repetitions = 5;
    /// One repetition is enough for a candidate slower than this share of the best so far.
    double hopeless = 0.7;
    /// The clock that all seconds of tuning are read from; never goes backwards.
    double (*now)() = steady_seconds;
};

/// Wall-clock seconds of a trial. Compiling includes allocation: both happen in SweepKind::make.
struct TaskSeconds {
    double compile{};
    double load{};
    double check{};
    double execute{};

    [[nodiscard]] double total() const { return compile + load + check + execute; }
    TaskSeconds& operator+=(const TaskSeconds& other);
};

enum class Verdict {
    good,        ///< the bits of the twin, and a time
    declined,    ///< the kernel's own reason, here or on every check
    too_large,   ///< more memory than there is
    threw,       ///< an exception
    differs,     ///< another p or gosa than the twin's
    not_finite,  ///< gosa is infinite or no number
};

/// "good", "declined", "too large", ...
[[nodiscard]] std::string_view word_of(Verdict verdict);

struct Trial {
    Candidate candidate;
    Verdict verdict = Verdict::good;
    std::string reason;  ///< why the verdict is not `good`
    double gflops{};     ///< speed of a good candidate
    TaskSeconds seconds;
};

/// Tries candidates one after the other; only one plan is in memory at a time.
class Examiner {
public:
    /// Sweeps the twin on the checks, and on the problem itself if it fits in host memory.
    Examiner(TuneProblem problem, TuneTiming timing);

    /// Tries `candidate`. An error of the kernel is a verdict and not an exception. `best` is the
    /// speed in GFLOPS of the fastest candidate so far: well below it a rough time is enough.
    [[nodiscard]] Trial examine(const Candidate& candidate, double best) const;

    [[nodiscard]] const TuneProblem& problem() const { return problem_; }

    /// Seconds that the twin took.
    [[nodiscard]] double seconds_of_twin() const { return seconds_of_twin_; }

private:
    /// The results of the twin on one check.
    struct Reference {
        std::vector<double> gosa;
        std::vector<double> p;  ///< keeps every bit of a float
    };

    /// Adds the seconds that `work` takes to `seconds`, even if it throws.
    template <typename Work>
    auto timed(double& seconds, const Work& work) const;

    /// Seconds per sweep, measured with `count` sweeps in one call.
    [[nodiscard]] double seconds_per_sweep(SweepPlan& plan, std::int64_t count) const;

    /// The number of sweeps, in whole passes of `pass` sweeps, that fills one repetition.
    /// Determining it also warms up.
    [[nodiscard]] std::int64_t sweeps_of(SweepPlan& plan, std::int64_t pass) const;

    void check(Trial& trial) const;
    void time(Trial& trial, double best) const;

    TuneProblem problem_;
    TuneTiming timing_;
    std::vector<Reference> references_;  ///< in the order of the checks
    std::vector<double> gosa_;           ///< the twin's for the problem; empty if it is too large
    double seconds_of_twin_{};
};

}  // namespace tobiuo::stencil
