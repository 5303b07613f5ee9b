// What the jobs of `tobiuo bench scaling` would take on thousands of ranks.
#pragma once

#include "app/bench/scaling/rank_trial.hpp"
#include "app/scaling/model.hpp"

namespace tobiuo::scaling_bench {

/// A curve for each way in which ranks could do the job, from one rank to 4096, with the keys of
/// the problem: lists of ranks and of what is predicted for each number of them.
[[nodiscard]] std::vector<Json> curves_of(const ScalingJob& job, double one_rank_seconds,
                                          const scaling::Link& link);

/// The link as JSON.
[[nodiscard]] Json link_json(const scaling::Link& link);

}  // namespace tobiuo::scaling_bench
