// SPDX-License-Identifier: BSD-3-Clause
// The tuner: searches the parameters of some kernels within a time budget.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "kernels/stencil/sweep.hpp"
#include "kernels/stencil/tune/candidates.hpp"
#include "kernels/stencil/tune/trial.hpp"

namespace tobiuo::stencil {

/// A part of the key of wisdom. Raise the number when kernels or their parameters change so much
/// that earlier measurements no longer count.
inline constexpr std::string_view tuning_engine = "stencil 1";

struct TuneOptions {
    double budget_seconds = 60.0;
    /// Tries every combination instead of one parameter at a time from the best so far.
    bool exhaustive = false;
    std::vector<Candidate> remembered;  ///< tried right after the kernels with their own choices
    TuneTiming timing;
};

/// Is told what the tuner does, and may end it.
class TuneObserver {
public:
    TuneObserver() = default;
    TuneObserver(const TuneObserver&) = delete;
    TuneObserver& operator=(const TuneObserver&) = delete;
    virtual ~TuneObserver() = default;

    virtual void trying(const Candidate& /*candidate*/) {}
    virtual void tried(const Trial& /*trial*/) {}

    /// Asked before every candidate.
    [[nodiscard]] virtual bool stop_requested() const { return false; }
};

enum class TuneEnd { complete, budget, stopped };

struct TuneResult {
    std::vector<Trial> trials;  ///< in the order of trying
    std::vector<Trial> best;    ///< one of each kernel that has a good one, in their order
    TuneEnd end = TuneEnd::complete;
    double seconds{};  ///< total time, including the twin
    double seconds_of_twin{};

    [[nodiscard]] TaskSeconds tasks() const;
};

/// Tries every kernel with its own choices, then what is remembered, then the parameters of each
/// kernel, the fastest kernel first; each kernel has an equal share of the time that is left. The
/// budget does not count until one candidate is good; after that no candidate is started that would
/// end too late if it took as long as the last one of its kernel. `kinds` are of one back end. New
/// parameters replace the best so far only if they gain more than the noise of the timing.
[[nodiscard]] TuneResult tune(std::span<const SweepKind* const> kinds, const TuneProblem& problem,
                              const TuneOptions& options, TuneObserver& observer);

/// The fastest of `result.best` whose kernel has this label; null if there is none.
[[nodiscard]] const Trial* best_of_class(const TuneResult& result, std::string_view label);

}  // namespace tobiuo::stencil
