// SPDX-License-Identifier: BSD-3-Clause
// What one rank computes in a solve by transposition, ready to run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/stream.hpp>

#include "runtime/machine/machine.hpp"
#include "runtime/precision.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/ranks/mode_division.hpp"

namespace tobiuo::poisson {

/// What solves remove from the constant mode, which the rank that has this mode tells all others: a
/// sum over the box in the precision of the solve on a device, a mean in double on the host.
struct RemovedMode {
    std::int64_t place = 0;       ///< of the mode along the axis that the columns divide
    runtime::Array removed = {};  ///< by the last solve, on a rank with columns
    runtime::Array told = {};     ///< where what the ranks are told arrives
    Precision precision = Precision::fp64;
    double round_trip = 1.0;  ///< the number of terms of the sum

    /// The mean of f that is told, when the work on the stream is done.
    [[nodiscard]] double mean_and_wait(const runtime::Machine& machine, Stream stream) const;
};

/// The passes before, between and after both transpositions. Each function enqueues on the machine
/// of the arrays; on the host it is done when the call returns.
template <typename T>
struct RankPasses {
    /// Transforms `planes` planes of f, at least one, along x and y, except a stretched axis, to
    /// modes(u); u may be f.
    std::function<void(const T* f, T* u, std::int64_t planes, Stream stream)> forward = {};
    /// The inverse transforms of modes(u) to u.
    std::function<void(T* u, std::int64_t planes, Stream stream)> inverse = {};
    /// Does, for the columns of this rank, all that is between: transforms along z, the division by
    /// eigenvalues or the elimination along a stretched axis.
    std::function<void(T* columns, Stream stream)> solve = {};

    runtime::Array padded_rows = {};  ///< of the modes of planes, where these do not lie in u
    RemovedMode constant = {};
    std::size_t bytes = 0;
    std::int64_t copied_bytes = 0;  ///< that a solve copies to a device, and as many from it
    std::string description = {};

    /// Where the modes of planes of u are, in rows of mode_rows().
    [[nodiscard]] T* modes(T* u) const
    {
        return padded_rows.data() != nullptr ? padded_rows.as<T>() : u;
    }
};

/// The part of one rank.
struct RankPart {
    std::vector<std::int64_t> chunks;  ///< planes of the chunks of its slab, each number once
    std::optional<SolveChunk> columns;
    ChunkCuts cuts;
    bool applies = false;  ///< on the host: the operator, in place of a solve
};

/// How a machine stores modes. Throws std::invalid_argument if it cannot do the passes of any rank,
/// with one sentence.
[[nodiscard]] ModeRows mode_rows(const Problem& problem, const runtime::Machine& machine);

/// The passes of arrays that the machine has and works on, on the host with so many threads. The
/// machine must outlive them. Throws std::invalid_argument if lambda makes the operator singular
/// for a mode of this rank, or as mode_rows() does.
template <typename T>
[[nodiscard]] RankPasses<T> resident_passes(const Problem& problem, const RankPart& part,
                                            const runtime::Machine& machine, int threads);

/// As many threads as a rank's part of a problem is worth, or as many as are wanted.
[[nodiscard]] int host_rank_threads(const Problem& problem, int size, int wanted);

}  // namespace tobiuo::poisson
