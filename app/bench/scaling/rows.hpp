// SPDX-License-Identifier: BSD-3-Clause
// The rows and curves of `tobiuo bench scaling`, their table and their JSON (docs/scaling.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/bench/harness.hpp"
#include "app/bench/scaling/rank_trial.hpp"
#include "app/ranks/ranks_report.hpp"

namespace tobiuo::scaling_bench {

/// What was measured of a job on so many ranks.
struct Measured {
    int ranks = 1;
    Timing timing = {};
    std::optional<double> error = {};
    Json keys = {};                               ///< of the trial
    std::vector<ExchangeUse> uses = {};           ///< of each rank in all that was executed
    std::optional<double> exchange_seconds = {};  ///< the messages without the work
    std::optional<double> predicted_seconds = {};
    std::optional<double> one_rank_seconds = {};  ///< the median of the same job on one rank
    std::optional<double> cufftxt_seconds = {};
};

/// A row of schema tobiuo-bench-scaling-1; keys that do not apply are null.
[[nodiscard]] Json row_of(const ScalingJob& job, const Measured& measured);

[[nodiscard]] std::vector<bench::Column> columns();

/// A curve for each way in which ranks could do the job, from one rank to 4096, with the keys of
/// the problem: lists of ranks and of what is predicted for each number of them.
[[nodiscard]] std::vector<Json> curves_of(const ScalingJob& job, double one_rank_seconds,
                                          const scaling::Link& link);

/// The link as JSON.
[[nodiscard]] Json link_json(const scaling::Link& link);

/// What stands in the file beside the rows.
struct Surroundings {
    RanksReport ranks;  ///< nothing of one rank
    Json links = Json::array();
    Json curves = Json::array();
};

/// The whole file.
[[nodiscard]] Json scaling_json(const bench::Machine& machine, const bench::Results& results,
                                const bench::Origin& origin, const Surroundings& surroundings);

}  // namespace tobiuo::scaling_bench
