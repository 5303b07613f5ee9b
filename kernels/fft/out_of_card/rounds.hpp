// SPDX-License-Identifier: BSD-3-Clause
// Transforms of arrays in host memory as rounds: in each, all chunks of the data visit the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/columns_choice.hpp"
#include "kernels/fft/problem.hpp"
#include "runtime/memory/host_rows.hpp"

namespace tobiuo::fft {

/// The arrays in host memory that rounds read and write. In place, input and output are the same.
enum class HostArray { input, output, work };

using memory::HostRows;

/// What is done with a chunk on the device.
enum class Task {
    all_axes,      ///< the whole of a problem
    slowest_axis,  ///< the slowest axis of a problem alone
    /// The slowest axis, then twiddle factors and a transposition: see twiddle_transpose.hpp.
    first_factor,
    fold,  ///< elements from both ends of a half spectrum: see fold_ends.hpp
};

/// A task on the device, for all chunks of one size.
struct ChunkTask {
    Task task{};
    /// What is transformed. Of a fold: the c2c problem of as many pairs as the chunk has.
    Problem problem;

    [[nodiscard]] bool operator==(const ChunkTask&) const = default;
    /// Whether the result lies where the chunk was, or in device memory of its own.
    [[nodiscard]] bool in_place() const;
};

/// A part of the data that fits into device memory.
struct Chunk {
    std::vector<HostRows> loads;
    std::vector<HostRows> stores;
    std::size_t task{};    ///< the number of its task in the round
    std::int64_t first{};  ///< the column or the element that it begins with

    [[nodiscard]] std::int64_t loaded_bytes() const;
    [[nodiscard]] std::int64_t stored_bytes() const;
    /// The device memory that it needs before its task, and after.
    [[nodiscard]] std::int64_t bytes() const;
};

/// A visit of all data to the device. Chunks of one round depend on nothing that others of it
/// store.
struct Round {
    HostArray from{};
    HostArray to{};
    std::vector<ChunkTask> tasks;
    std::vector<Chunk> chunks;

    /// Slots of device memory that a chunk and its result take.
    [[nodiscard]] int slots_of_a_chunk() const;
    [[nodiscard]] std::int64_t loaded_bytes() const;
    [[nodiscard]] std::int64_t stored_bytes() const;
};

/// The rounds of a transform.
struct Rounds {
    std::vector<Round> rounds;
    std::int64_t chunk_bytes{};      ///< of the largest chunk, the size of a slot
    int slots{};                     ///< in device memory, at most memory::slots_in_flight
    std::int64_t host_work_bytes{};  ///< of the work array in host memory
    std::int64_t factored{};         ///< points of an axis that takes two rounds; 0: there is none
    std::int64_t folded{};           ///< pairs of reals that a round folds; 0: there is none
    std::vector<ColumnsRequest> columns;  ///< what was asked for, for a tuner
};

/// The rounds of a valid problem in chunks of `most_bytes` at most. The axes whose data is one
/// chunk at most are transformed in one round, together with as many others as are contiguous with
/// them; each other axis takes a round of its own, in columns. An axis of which not even one line
/// is a chunk is divided into two factors, and takes two (D. H. Bailey, FFTs in external or
/// hierarchical memory, 1990); it must be the only one. `table` may have measured numbers of
/// columns (usual_columns()). Throws std::invalid_argument, saying why, if there are no such rounds.
///
/// Source    L. Gu, J. Siegel, X. Li, Using GPUs to compute large out-of-card FFTs, ICS 2011.
[[nodiscard]] Rounds make_rounds(const Problem& problem, std::int64_t most_bytes,
                                 const TunedTable* table = nullptr);

/// The rounds in words: "2 rounds: 512 chunks of 32 MiB in rows of 32 MiB, 32 chunks of ...".
[[nodiscard]] std::string describe(const Rounds& rounds);

/// Runs the rounds. A Machine has the functions
///
///     load(round, chunk)     copies the chunk from host to device memory
///     compute(round, chunk)  does the chunk's task
///     store(round, chunk)    copies the chunk from device to host memory
///     finish(round)          lets later rounds see what this one has stored
///
/// which are called in the order of the work, but may do it later, as on a stream.
template <typename Machine>
void run_rounds(const Rounds& rounds, Machine& machine)
{
    for (const Round& round : rounds.rounds) {
        for (const Chunk& chunk : round.chunks) {
            machine.load(round, chunk);
            machine.compute(round, chunk);
            machine.store(round, chunk);
        }
        machine.finish(round);
    }
}

}  // namespace tobiuo::fft
