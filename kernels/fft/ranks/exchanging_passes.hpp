// SPDX-License-Identifier: BSD-3-Clause
// A transform of slabs whose passes exchange: they load and store the arrays of other devices.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <tobiuo/stream.hpp>

#include "kernels/fft/pass/rank_array.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::fft {

/// The passes of one rank between the samples [z of the rank][y][x] and the transposed spectrum
/// [z][y of the rank][x]: those of its planes and that of its columns, one before the exchange and
/// one behind it.
///
/// Traffic   one read and one write of the rank's part for each pass, as on one rank.
struct ExchangingPasses {
    /// Enqueue the passes before the exchange, after which all ranks meet, and those behind it. In
    /// place both arrays are the same.
    std::function<void(void* in, void* out, const RankAddresses& ranks, Stream stream)>
        execute_first;
    std::function<void(void* out, const RankAddresses& ranks, Stream stream)> execute_last;

    /// The passes in words.
    std::string planes;
    std::string columns;
};

/// Whether so many ranks have equal parts of the problem's arrays, as a RankArray needs them: of
/// complex numbers along three axes.
[[nodiscard]] inline bool may_exchange_in_passes(const Problem& problem, int ranks)
{
    return problem.kind == Kind::c2c && problem.lengths.size() == 3 && ranks > 1 &&
           ranks <= most_exchanging_ranks && problem.lengths[0] % ranks == 0 &&
           problem.lengths[1] % (2 * ranks) == 0;
}

/// The array of rank `rank` of a problem that may exchange so.
[[nodiscard]] inline RankArray rank_array(const Problem& problem, int ranks, int rank)
{
    return {.ranks = ranks,
            .rank = rank,
            .planes = problem.lengths[0],
            .rows = problem.lengths[1],
            .row = problem.lengths[2],
            .to_planes = problem.direction == Direction::inverse};
}

/// The passes on the current CUDA device. Nothing if an axis takes several passes. Throws
/// DeviceError.
[[nodiscard]] std::optional<ExchangingPasses> make_exchanging_passes(const Problem& problem,
                                                                     const RankArray& array);

}  // namespace tobiuo::fft
