// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/tune/tune.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace tobiuo::stencil {
namespace {

/// The least gain of a change; it is above the noise of the medians of one kernel on an idle GPU.
constexpr double least_gain = 1.005;

/// The state of one kernel during the search.
struct Contender {
    const SweepKind* kind;
    std::optional<Trial> best;
    double seconds_of_last = 0.0;
};

class Search {
public:
    Search(std::span<const SweepKind* const> kinds, const TuneProblem& problem,
           const TuneOptions& options, TuneObserver& observer)
        : options_{options},
          observer_{observer},
          start_{options.timing.now()},
          deadline_{options.budget_seconds},
          examiner_{problem, options.timing}
    {
        for (const SweepKind* kind : kinds) {
            contenders_.push_back({.kind = kind, .best = {}});
        }
    }

    TuneResult run()
    {
        for (Contender& contender : contenders_) {
            attempt(contender, {.kind = contender.kind, .parameters = {}}, deadline_);
        }
        for (const Candidate& candidate : options_.remembered) {
            const auto found = std::ranges::find(contenders_, candidate.kind, &Contender::kind);
            if (found != contenders_.end()) {
                attempt(*found, candidate, deadline_);
            }
        }
        search_in_turn();
        for (Contender& contender : contenders_) {
            if (contender.best) {
                result_.best.push_back(std::move(*contender.best));
            }
        }
        result_.seconds = elapsed();
        result_.seconds_of_twin = examiner_.seconds_of_twin();
        return std::move(result_);
    }

private:
    [[nodiscard]] double elapsed() const { return options_.timing.now() - start_; }

    /// Searches the parameters of each kernel, the fastest kernel first; each has an equal share of
    /// the time that is left.
    void search_in_turn()
    {
        std::vector<Contender*> order;
        for (Contender& contender : contenders_) {
            if (contender.best) {
                order.push_back(&contender);
            }
        }
        std::ranges::stable_sort(order, std::ranges::greater{},
                                 [](const Contender* one) { return one->best->gflops; });
        for (std::size_t at = 0; at < order.size(); ++at) {
            const double now = elapsed();
            const double end = now + (deadline_ - now) / static_cast<double>(order.size() - at);
            if (options_.exhaustive) {
                attempt_all(*order[at], all_candidates(*order[at]->kind, request()), end);
            } else {
                descend(*order[at], end);
            }
        }
    }

    /// Changes one parameter at a time from the best so far, until a whole round finds nothing
    /// better.
    void descend(Contender& contender, double end)
    {
        bool better = true;
        while (better) {
            const tuning::Parameters before = contender.best->candidate.parameters;
            for (const Parameter& parameter : contender.kind->parameters) {
                const auto candidates = along(parameter, contender.best->candidate, request());
                if (!attempt_all(contender, candidates, end)) {
                    return;
                }
            }
            better = contender.best->candidate.parameters != before;
        }
    }

    /// Tries `candidates` in order; returns false when the time is over.
    bool attempt_all(Contender& contender, const std::vector<Candidate>& candidates, double end)
    {
        return std::ranges::all_of(candidates, [&](const Candidate& candidate) {
            return attempt(contender, candidate, end);
        });
    }

    /// Tries `candidate`; returns false without doing so if `end` has passed or a stop is
    /// requested.
    bool attempt(Contender& contender, const Candidate& candidate, double end)
    {
        const bool known =
            std::ranges::find(result_.trials, candidate, &Trial::candidate) != result_.trials.end();
        if (known) {
            return true;
        }
        if (observer_.stop_requested()) {
            result_.end = TuneEnd::stopped;
            return false;
        }
        const bool any = std::ranges::any_of(
            contenders_, [](const Contender& one) { return one.best.has_value(); });
        if (any && elapsed() + contender.seconds_of_last >= end) {
            result_.end = TuneEnd::budget;
            return false;
        }
        observer_.trying(candidate);
        const double best = contender.best ? contender.best->gflops : 0.0;
        Trial trial = examiner_.examine(candidate, best);
        observer_.tried(trial);
        contender.seconds_of_last = trial.seconds.total();
        if (trial.verdict == Verdict::good && trial.gflops > least_gain * best) {
            contender.best = trial;
        }
        result_.trials.push_back(std::move(trial));
        return true;
    }

    [[nodiscard]] const SweepRequest& request() const { return examiner_.problem().request; }

    const TuneOptions& options_;
    TuneObserver& observer_;
    double start_;
    double deadline_;  ///< in seconds since the start
    Examiner examiner_;
    std::vector<Contender> contenders_;
    TuneResult result_;
};

}  // namespace

TaskSeconds TuneResult::tasks() const
{
    TaskSeconds sum;
    for (const Trial& trial : trials) {
        sum += trial.seconds;
    }
    return sum;
}

TuneResult tune(std::span<const SweepKind* const> kinds, const TuneProblem& problem,
                const TuneOptions& options, TuneObserver& observer)
{
    return Search{kinds, problem, options, observer}.run();
}

const Trial* best_of_class(const TuneResult& result, std::string_view label)
{
    const Trial* best = nullptr;
    for (const Trial& trial : result.best) {
        if (trial.candidate.kind->label == label &&
            (best == nullptr || trial.gflops > best->gflops)) {
            best = &trial;
        }
    }
    return best;
}

}  // namespace tobiuo::stencil
