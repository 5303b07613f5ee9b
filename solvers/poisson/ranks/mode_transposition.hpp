// SPDX-License-Identifier: BSD-3-Clause
// The way of one rank's planes to their modes, of these to whole lines along z, and back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <tobiuo/communicator.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/fft/ranks/transposition.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/ranks/exchange.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/ranks/mode_division.hpp"
#include "solvers/poisson/ranks/rank_messages.hpp"
#include "solvers/poisson/ranks/rank_passes.hpp"

namespace tobiuo::poisson {

/// Planes are transformed along x and y, all ranks exchange blocks, so that each has columns of
/// whole lines along z; what is done with them goes back the same way.
template <typename T>
class ModeTransposition {
public:
    /// In `chunks` of planes, or a number that suits if that is 0. `takes_rows`: whether the
    /// exchange does. The machine must outlive this object. Throws std::invalid_argument as
    /// mode_rows() does, and std::bad_alloc or DeviceError.
    ModeTransposition(const Problem& problem, const Communicator& ranks,
                      const runtime::Machine& machine, int chunks, bool takes_rows)
        : ModeTransposition{problem,   mode_rows(problem, machine), ranks, machine, chunks,
                            takes_rows}
    {
    }

    [[nodiscard]] const ModeDivision& division() const { return division_; }
    [[nodiscard]] int chunks() const { return transposition_.chunks(); }
    [[nodiscard]] std::size_t bytes() const { return transposition_.bytes(); }

    /// The values in the planes of this rank.
    [[nodiscard]] std::int64_t own_values() const
    {
        return division_.planes_of(rank_).count * plane_;
    }

    /// What the passes of this rank are to do.
    [[nodiscard]] RankPart part() const
    {
        RankPart part{.chunks = {}, .columns = {}, .cuts = division_.cuts()};
        for (int chunk = 0; chunk < transposition_.chunks(); ++chunk) {
            const std::int64_t planes = transposition_.planes_of(chunk).count;
            if (planes > 0 && std::ranges::find(part.chunks, planes) == part.chunks.end()) {
                part.chunks.push_back(planes);
            }
        }
        if (const SolveChunk columns = division_.columns_of(rank_); columns.count > 0) {
            part.columns = columns;
        }
        return part;
    }

    /// Collective. Transforms f, has between(columns) enqueue what is done with the modes, and
    /// transforms these back to u. The messages that between() returns go with those to planes.
    template <typename Between>
    void run(const RankPasses<T>& passes, const T* f, T* u, const Between& between,
             ranks::Exchange& exchange, Stream stream) const
    {
        transposition_.planes_to_columns(
            [&](const ranks::Slice& planes) {
                const std::int64_t at = planes.first * plane_;
                if (planes.count > 0) {
                    passes.forward(f + at, u + at, planes.count, stream);
                }
                return modes_of(passes, u, planes);
            },
            exchange, stream);
        const Messages others = between(reinterpret_cast<T*>(transposition_.columns()));
        transposition_.columns_to_planes(
            [&](const ranks::Slice& planes) { return modes_of(passes, u, planes); },
            [&](const ranks::Slice& planes) {
                if (planes.count > 0) {
                    passes.inverse(u + planes.first * plane_, planes.count, stream);
                }
            },
            exchange, stream, others.sends, others.receives);
    }

    /// Collective. The exchanges of run() without its work.
    void exchange_alone(const RankPasses<T>& passes, T* u, ranks::Exchange& exchange,
                        Stream stream) const
    {
        const auto modes = [&](const ranks::Slice& planes) { return modes_of(passes, u, planes); };
        transposition_.planes_to_columns(modes, exchange, stream);
        transposition_.columns_to_planes(
            modes, [](const ranks::Slice& /*planes*/) {}, exchange, stream);
    }

private:
    ModeTransposition(const Problem& problem, const ModeRows& rows, const Communicator& ranks,
                      const runtime::Machine& machine, int chunks, bool takes_rows)
        : rank_{ranks.rank()},
          plane_{points(problem) / unknowns(problem, 2).count},
          division_{problem, rows, ranks.size()},
          transposition_{
              division_.slabs(),
              ranks::everyone(ranks),
              sizeof(T),
              machine,
              {.chunks = fft::usual_chunks(chunks, division_.slabs(), sizeof(T), machine.backend()),
               .packs = !(takes_rows && rows.in_planes)}}
    {
    }

    /// Where the modes of planes lie that come back.
    [[nodiscard]] std::byte* modes_of(const RankPasses<T>& passes, T* u,
                                      const ranks::Slice& planes) const
    {
        return reinterpret_cast<std::byte*>(passes.modes(u + planes.first * plane_));
    }

    int rank_;
    std::int64_t plane_;
    ModeDivision division_;
    fft::Transposition transposition_;
};

}  // namespace tobiuo::poisson
