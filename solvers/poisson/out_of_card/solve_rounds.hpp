// SPDX-License-Identifier: BSD-3-Clause
// The rounds in which an array in host memory visits the device for any operator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/fft/choose/choices.hpp"
#include "runtime/memory/host_rows.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/device/solve_chunk.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The points that rounds visit, along the axis of their cuts; they have all of the other axes. One
/// of several ranks has planes in the outer rounds and columns in the middle one, in two arrays.
struct RoundsPart {
    ChunkCuts cuts;
    ranks::Slice outer;
    ranks::Slice middle;

    [[nodiscard]] const ranks::Slice& of(bool is_middle) const
    {
        return is_middle ? middle : outer;
    }
};

/// The whole array of a problem, cut as cuts_of_rounds() says.
[[nodiscard]] RoundsPart whole_array(const Problem& problem);

struct SolveRounds {
    RoundsPart part;
    std::vector<SolveChunk> outer;   ///< of the first round and the last one
    std::vector<SolveChunk> middle;  ///< of the one between them
    std::int64_t chunk_bytes{};      ///< of the largest chunk, the size of a slot
    int slots{};                     ///< in device memory, at most memory::slots_in_flight

    /// How often a chunk is copied to the device, in all rounds.
    [[nodiscard]] std::size_t loads() const { return 2 * outer.size() + middle.size(); }
};

/// Cuts a part of the array of a valid problem of three axes into chunks of `most_bytes` at most, which
/// fill the link; a round that has no points has no chunks. `table` may have measured numbers of rows (fft::usual_columns()). Throws
/// std::invalid_argument if a chunk of one plane or of one row is larger.
[[nodiscard]] SolveRounds make_solve_rounds(const Problem& problem, const RoundsPart& part,
                                            std::int64_t most_bytes,
                                            const fft::TunedTable* table = nullptr);

/// One chunk of each number of points: the chunks of a round have two or three such numbers.
[[nodiscard]] std::vector<SolveChunk> sizes_of(const std::vector<SolveChunk>& chunks);

/// Where a chunk lies in the array of its round.
[[nodiscard]] memory::HostRows rows_of(const Problem& problem, const RoundsPart& part,
                                       const SolveChunk& chunk);

/// "three rounds: 64 chunks of 4 planes, 128 chunks of 8 rows in each plane, and as the first; ..."
[[nodiscard]] std::string describe(const SolveRounds& rounds);

/// Makes one round, from an array in host memory to another one or the same: handles of arrays that
/// the machine knows. work(chunk) works on the chunk that is on the device. A Machine has the
/// functions
///
///     load(chunk, f)        copies the chunk from an array to the device
///     store(chunk, u)       copies the chunk from the device to an array
///
/// which are called in the order of the work, but may do it later, as on a stream.
template <typename Array, typename Machine, typename Work>
void run_round(const std::vector<SolveChunk>& chunks, Machine& machine, const Array& from,
               const Array& to, const Work& work)
{
    for (const SolveChunk& chunk : chunks) {
        machine.load(chunk, from);
        work(chunk);
        machine.store(chunk, to);
    }
}

/// Makes the rounds of a whole array, from f to u. The machine also has the functions
///
///     forward(chunk)        does the transforms of the first round; inverse(chunk) of the last
///     solve_middle(chunk)   does what is between them
///     finish_round()        lets later rounds see what this one has stored
template <typename Array, typename Machine>
void run_rounds(const SolveRounds& rounds, Machine& machine, const Array& f, const Array& u)
{
    run_round(rounds.outer, machine, f, u, [&](const SolveChunk& one) { machine.forward(one); });
    machine.finish_round();
    run_round(rounds.middle, machine, u, u,
              [&](const SolveChunk& one) { machine.solve_middle(one); });
    machine.finish_round();
    run_round(rounds.outer, machine, u, u, [&](const SolveChunk& one) { machine.inverse(one); });
}

}  // namespace tobiuo::poisson
