// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/out_of_card/solve_rounds.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>

#include "kernels/fft/choose/columns_choice.hpp"
#include "runtime/memory/link.hpp"
#include "runtime/rounding.hpp"
#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {
namespace {

std::int64_t row_bytes(const Problem& problem)
{
    return unknowns(problem, 0).count * bytes_per_value(problem.precision);
}

/// The array of a round as columns of rows of x.
fft::ColumnView columns_of(const Problem& problem, const RoundsPart& part, bool is_middle)
{
    std::array<std::int64_t, 3> shape = shape_of(problem);
    shape.at(static_cast<std::size_t>(part.cuts.of(is_middle))) = part.of(is_middle).count;
    return {.outer = 1, .points = shape[2], .inner = shape[1]};
}

/// Planes of z, in as few chunks as possible, which differ by one plane at most.
std::vector<SolveChunk> planes(const ranks::Slice& all, bool is_middle, std::int64_t most)
{
    const std::int64_t count = (all.count + most - 1) / most;
    std::vector<SolveChunk> chunks;
    for (std::int64_t chunk = 0; chunk < count; ++chunk) {
        const std::int64_t begin = begin_of_part(chunk, count, all.count);
        const std::int64_t end = begin_of_part(chunk + 1, count, all.count);
        chunks.push_back(
            {.is_middle = is_middle, .first = all.first + begin, .count = end - begin});
    }
    return chunks;
}

std::vector<SolveChunk> chunks_of(const Problem& problem, const RoundsPart& part, bool is_middle,
                                  std::int64_t most_bytes, const fft::TunedTable* table)
{
    const ranks::Slice& all = part.of(is_middle);
    if (all.count == 0) {
        return {};
    }
    const fft::ColumnView view = columns_of(problem, part, is_middle);
    const bool in_planes = part.cuts.of(is_middle) == 2;
    const std::int64_t least = row_bytes(problem) * (in_planes ? view.inner : view.points);
    if (least > most_bytes) {
        throw std::invalid_argument{std::string{in_planes ? "a plane" : "a row of x for each z"} +
                                    " has " + std::to_string(least) + " bytes"};
    }
    if (in_planes) {
        const std::int64_t filling = std::min(memory::filling_copy_bytes, most_bytes);
        return planes(all, is_middle, std::max<std::int64_t>(filling / least, 1));
    }
    std::vector<SolveChunk> chunks;
    for (const fft::Columns& columns : fft::column_chunks(
             {.view = view, .value_bytes = row_bytes(problem), .most_bytes = most_bytes}, table)) {
        chunks.push_back(
            {.is_middle = is_middle, .first = all.first + columns.first, .count = columns.count});
    }
    return chunks;
}

std::string chunks_text(const RoundsPart& part, const std::vector<SolveChunk>& chunks)
{
    if (chunks.empty()) {
        return "no chunks";
    }
    const bool in_planes = part.cuts.of(chunks.front().is_middle) == 2;
    std::int64_t most = 0;
    for (const SolveChunk& chunk : chunks) {
        most = std::max(most, chunk.count);
    }
    return std::to_string(chunks.size()) + (chunks.size() == 1 ? " chunk of " : " chunks of ") +
           std::to_string(most) + (in_planes ? " planes" : " rows in each plane");
}

}  // namespace

RoundsPart whole_array(const Problem& problem)
{
    const ChunkCuts cuts = cuts_of_rounds(problem);
    const auto all = [&](int axis) {
        return ranks::Slice{.first = 0, .count = unknowns(problem, axis).count};
    };
    return {.cuts = cuts, .outer = all(cuts.outer), .middle = all(cuts.middle)};
}

SolveRounds make_solve_rounds(const Problem& problem, const RoundsPart& part,
                              std::int64_t most_bytes, const fft::TunedTable* table)
{
    SolveRounds rounds{.part = part,
                       .outer = chunks_of(problem, part, false, most_bytes, table),
                       .middle = chunks_of(problem, part, true, most_bytes, table)};
    for (const std::vector<SolveChunk>* chunks : {&rounds.outer, &rounds.middle}) {
        for (const SolveChunk& chunk : *chunks) {
            rounds.chunk_bytes =
                std::max(rounds.chunk_bytes, rows_of(problem, part, chunk).bytes());
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

memory::HostRows rows_of(const Problem& problem, const RoundsPart& part, const SolveChunk& chunk)
{
    const fft::ColumnView view = columns_of(problem, part, chunk.is_middle);
    const std::int64_t first = chunk.first - part.of(chunk.is_middle).first;
    if (part.cuts.of(chunk.is_middle) == 1) {
        return fft::rows_of(view, {.first = first, .count = chunk.count}, row_bytes(problem));
    }
    const std::int64_t plane = view.inner * row_bytes(problem);
    return {
        .offset = first * plane, .row_bytes = chunk.count * plane, .pitch = chunk.count * plane};
}

std::string describe(const SolveRounds& rounds)
{
    return "three rounds: " + chunks_text(rounds.part, rounds.outer) + ", " +
           chunks_text(rounds.part, rounds.middle) + ", and as the first; " +
           std::to_string(rounds.slots) + " of them on the device at a time";
}

}  // namespace tobiuo::poisson
