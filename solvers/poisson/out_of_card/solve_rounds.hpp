// The rounds in which an array in host memory visits the device for any operator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/fft/choose/tuned_table.hpp"
#include "kernels/memory/host_rows.hpp"
#include "solvers/poisson/device/solve_chunk.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

struct SolveRounds {
    std::vector<SolveChunk> outer;   ///< of the first round and the last one
    std::vector<SolveChunk> middle;  ///< of the one between them
    std::int64_t chunk_bytes{};      ///< of the largest chunk, the size of a slot
    int slots{};                     ///< in device memory, at most memory::slots_in_flight

    /// How often a chunk is copied to the device, in all rounds.
    [[nodiscard]] std::size_t loads() const { return 2 * outer.size() + middle.size(); }
};

/// Cuts the array of a valid problem of three axes into chunks of `most_bytes` at most, which fill
/// the link. `table` may have measured numbers of rows (fft::usual_columns()). Throws
/// std::invalid_argument if a chunk of one plane or of one row is larger.
[[nodiscard]] SolveRounds make_solve_rounds(const Problem& problem, std::int64_t most_bytes,
                                            const fft::TunedTable* table = nullptr);

/// One chunk of each number of points: the chunks of a round have two or three such numbers.
[[nodiscard]] std::vector<SolveChunk> sizes_of(const std::vector<SolveChunk>& chunks);

/// Where a chunk lies in the array.
[[nodiscard]] memory::HostRows rows_of(const Problem& problem, const SolveChunk& chunk);

/// "three rounds: 64 chunks of 4 planes, 128 chunks of 8 rows in each plane, and as the first; ..."
[[nodiscard]] std::string describe(const Problem& problem, const SolveRounds& rounds);

/// Makes the rounds, from f to u in host memory: handles of arrays that the machine knows. A
/// Machine has the functions
///
///     load(chunk, f)        copies the chunk from an array to the device
///     forward(chunk)        does the transforms of the first round; inverse(chunk) of the last
///     solve_middle(chunk)   does what is between them
///     store(chunk, u)       copies the chunk from the device to an array
///     finish_round()        lets later rounds see what this one has stored
///
/// which are called in the order of the work, but may do it later, as on a stream.
template <typename Array, typename Machine>
void run_rounds(const SolveRounds& rounds, Machine& machine, const Array& f, const Array& u)
{
    for (const SolveChunk& chunk : rounds.outer) {
        machine.load(chunk, f);
        machine.forward(chunk);
        machine.store(chunk, u);
    }
    machine.finish_round();
    for (const SolveChunk& chunk : rounds.middle) {
        machine.load(chunk, u);
        machine.solve_middle(chunk);
        machine.store(chunk, u);
    }
    machine.finish_round();
    for (const SolveChunk& chunk : rounds.outer) {
        machine.load(chunk, u);
        machine.inverse(chunk);
        machine.store(chunk, u);
    }
}

}  // namespace tobiuo::poisson
