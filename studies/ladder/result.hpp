// SPDX-License-Identifier: BSD-3-Clause
// The result of a step of the ladder.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/bench/harness.hpp"
#include "studies/ladder/steps.hpp"

namespace tobiuo::ladder {

struct Result {
    Step step;
    std::optional<bench::Json> figures;  ///< with the keys of himeno_bench::put_figures()
    std::string reason;                  ///< why there are no figures

    /// The figure `key`; nothing if the step was not measured.
    [[nodiscard]] std::optional<double> figure(const char* key) const
    {
        return figures ? std::optional{figures->at(key).get<double>()} : std::nullopt;
    }
};

/// The results of one size of the benchmark, in the order of the steps.
struct Climbed {
    std::string size;
    std::vector<Result> results;
};

}  // namespace tobiuo::ladder
