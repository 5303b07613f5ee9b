// SPDX-License-Identifier: BSD-3-Clause
// Which division among ranks and which number of chunks are the fastest, measured.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <tobiuo/communicator.hpp>

#include "kernels/fft/problem.hpp"
#include "kernels/fft/ranks/rank_layout.hpp"
#include "kernels/fft/ranks/rank_transform.hpp"

namespace tobiuo::fft {

/// The numbers of chunks that are tried for slabs of at most `most` chunks: powers of two.
[[nodiscard]] std::vector<int> chunk_candidates(std::int64_t most);

/// The median over some repetitions of the time that `once` takes on the slowest rank, which begin
/// together; the first repetition does not count. `once` returns seconds. Collective; the same on
/// all ranks.
[[nodiscard]] double seconds_of_slowest(const Communicator& ranks,
                                        const std::function<double()>& once);

/// The options with the grid of these, empty for slabs, and the candidate of chunks whose
/// executions take the least time. Collective; the same on all ranks. Throws as RankTransform does.
[[nodiscard]] RankOptions fastest_options(const Problem& problem, const Communicator& ranks,
                                          const RankOptions& options,
                                          const std::vector<std::optional<RankGrid>>& grids);

}  // namespace tobiuo::fft
