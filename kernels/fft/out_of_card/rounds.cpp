// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/out_of_card/rounds.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace tobiuo::fft {
namespace {

template <typename Count>
std::int64_t sum_over(const auto& all, const Count& count)
{
    return std::transform_reduce(all.begin(), all.end(), std::int64_t{0}, std::plus{}, count);
}

/// A number of bytes in whole units.
std::string size_text(std::int64_t bytes)
{
    return bytes >= 1 << 20   ? std::to_string(bytes >> 20) + " MiB"
           : bytes >= 1 << 10 ? std::to_string(bytes >> 10) + " KiB"
                              : std::to_string(bytes) + " bytes";
}

}  // namespace

std::int64_t Chunk::loaded_bytes() const
{
    return sum_over(loads, [](const HostRows& rows) { return rows.bytes(); });
}

std::int64_t Chunk::stored_bytes() const
{
    return sum_over(stores, [](const HostRows& rows) { return rows.bytes(); });
}

std::int64_t Chunk::bytes() const
{
    return std::max(loaded_bytes(), stored_bytes());
}

bool ChunkTask::in_place() const
{
    return problem.placement == Placement::in_place;
}

int Round::slots_of_a_chunk() const
{
    return tasks.front().in_place() ? 1 : 2;
}

std::int64_t Round::loaded_bytes() const
{
    return sum_over(chunks, [](const Chunk& chunk) { return chunk.loaded_bytes(); });
}

std::int64_t Round::stored_bytes() const
{
    return sum_over(chunks, [](const Chunk& chunk) { return chunk.stored_bytes(); });
}

std::string describe(const Rounds& rounds)
{
    const std::size_t count = rounds.rounds.size();
    std::string text = std::to_string(count) + (count == 1 ? " round: " : " rounds: ");
    bool first = true;
    for (const Round& round : rounds.rounds) {
        const Chunk& chunk = *std::ranges::max_element(round.chunks, {}, &Chunk::bytes);
        text += first ? "" : ", then ";
        first = false;
        text += std::to_string(round.chunks.size()) +
                (round.chunks.size() == 1 ? " chunk of " : " chunks of ") +
                size_text(chunk.bytes()) + " in rows of " +
                size_text(std::min(chunk.loads.front().row_bytes, chunk.stores.front().row_bytes));
    }
    return text;
}

}  // namespace tobiuo::fft
