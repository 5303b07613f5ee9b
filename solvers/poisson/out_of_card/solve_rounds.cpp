#include "solvers/poisson/out_of_card/solve_rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include "kernels/fft/out_of_card/column_chunks.hpp"
#include "kernels/memory/link.hpp"
#include "kernels/rounding.hpp"

namespace tobiuo::poisson {
namespace {

/// The array as columns of rows of x.
fft::ColumnView columns_of(const Problem& problem)
{
    return {.outer = 1, .points = unknowns(problem, 2).count, .inner = unknowns(problem, 1).count};
}

std::int64_t row_bytes(const Problem& problem)
{
    return unknowns(problem, 0).count * bytes_per_value(problem.precision);
}

/// Planes of z, in as few chunks as possible, which differ by one plane at most.
std::vector<SolveChunk> planes(const Problem& problem, bool is_middle, std::int64_t most)
{
    const std::int64_t all = unknowns(problem, 2).count;
    const std::int64_t count = (all + most - 1) / most;
    std::vector<SolveChunk> chunks;
    for (std::int64_t chunk = 0; chunk < count; ++chunk) {
        const std::int64_t first = begin_of_part(chunk, count, all);
        const std::int64_t end = begin_of_part(chunk + 1, count, all);
        chunks.push_back({.is_middle = is_middle, .first = first, .count = end - first});
    }
    return chunks;
}

std::vector<SolveChunk> chunks_of(const Problem& problem, bool is_middle, std::int64_t most_bytes,
                                  const fft::TunedTable* table)
{
    const fft::ColumnView view = columns_of(problem);
    const bool in_planes = cut_axis(problem, is_middle) == 2;
    const std::int64_t least = row_bytes(problem) * (in_planes ? view.inner : view.points);
    if (least > most_bytes) {
        throw std::invalid_argument{std::string{in_planes ? "a plane" : "a row of x for each z"} +
                                    " has " + std::to_string(least) + " bytes"};
    }
    if (in_planes) {
        const std::int64_t filling = std::min(memory::filling_copy_bytes, most_bytes);
        return planes(problem, is_middle, std::max<std::int64_t>(filling / least, 1));
    }
    std::vector<SolveChunk> chunks;
    for (const fft::Columns& columns : fft::column_chunks(
             {.view = view, .value_bytes = row_bytes(problem), .most_bytes = most_bytes}, table)) {
        chunks.push_back({.is_middle = is_middle, .first = columns.first, .count = columns.count});
    }
    return chunks;
}

std::string chunks_text(const Problem& problem, const std::vector<SolveChunk>& chunks)
{
    const bool in_planes = cut_axis(problem, chunks.front().is_middle) == 2;
    std::int64_t most = 0;
    for (const SolveChunk& chunk : chunks) {
        most = std::max(most, chunk.count);
    }
    return std::to_string(chunks.size()) + (chunks.size() == 1 ? " chunk of " : " chunks of ") +
           std::to_string(most) + (in_planes ? " planes" : " rows in each plane");
}

}  // namespace

SolveRounds make_solve_rounds(const Problem& problem, std::int64_t most_bytes,
                              const fft::TunedTable* table)
{
    SolveRounds rounds{.outer = chunks_of(problem, false, most_bytes, table),
                       .middle = chunks_of(problem, true, most_bytes, table)};
    for (const std::vector<SolveChunk>* chunks : {&rounds.outer, &rounds.middle}) {
        for (const SolveChunk& chunk : *chunks) {
            rounds.chunk_bytes = std::max(rounds.chunk_bytes, rows_of(problem, chunk).bytes());
        }
        rounds.slots = std::max(rounds.slots, static_cast<int>(std::min<std::size_t>(
                                                  chunks->size(), memory::slots_in_flight)));
    }
    return rounds;
}

std::vector<SolveChunk> sizes_of(const std::vector<SolveChunk>& chunks)
{
    std::vector<SolveChunk> sizes;
    for (const SolveChunk& chunk : chunks) {
        if (std::ranges::find(sizes, chunk.count, &SolveChunk::count) == sizes.end()) {
            sizes.push_back(chunk);
        }
    }
    return sizes;
}

memory::HostRows rows_of(const Problem& problem, const SolveChunk& chunk)
{
    const fft::ColumnView view = columns_of(problem);
    if (cut_axis(problem, chunk.is_middle) == 1) {
        return fft::rows_of(view, {.first = chunk.first, .count = chunk.count}, row_bytes(problem));
    }
    const std::int64_t plane = view.inner * row_bytes(problem);
    return {.offset = chunk.first * plane,
            .row_bytes = chunk.count * plane,
            .pitch = chunk.count * plane};
}

std::string describe(const Problem& problem, const SolveRounds& rounds)
{
    return "three rounds: " + chunks_text(problem, rounds.outer) + ", " +
           chunks_text(problem, rounds.middle) + ", and as the first; " +
           std::to_string(rounds.slots) + " of them on the device at a time";
}

}  // namespace tobiuo::poisson
