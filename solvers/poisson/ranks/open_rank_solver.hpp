// SPDX-License-Identifier: BSD-3-Clause
// A rank of a solve with open ends of several axes.
#pragma once

#include <memory>

#include "solvers/poisson/ranks/rank_solver.hpp"

namespace tobiuo::poisson {

/// Makes the solver of `problem`, which has open axes, around `closed`, the rank's solver of the problem
/// with_closed_ends(), whose walls it gives: `wanted` is the request that made that. Ranks tell each
/// other the charges beside their planes, and each finds the values on all open faces. Collective.
template <typename T>
[[nodiscard]] std::unique_ptr<const RankSolver<T>> make_open_rank_solver(
    const Problem& problem, const RankRequest& wanted, std::unique_ptr<const RankSolver<T>> closed);

extern template std::unique_ptr<const RankSolver<float>> make_open_rank_solver(
    const Problem&, const RankRequest&, std::unique_ptr<const RankSolver<float>>);
extern template std::unique_ptr<const RankSolver<double>> make_open_rank_solver(
    const Problem&, const RankRequest&, std::unique_ptr<const RankSolver<double>>);

}  // namespace tobiuo::poisson
