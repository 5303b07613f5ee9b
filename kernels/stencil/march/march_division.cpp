// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/march/march_division.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>

namespace tobiuo::stencil {

int parse_positive(std::string_view text)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 1) {
        throw std::invalid_argument{"'" + std::string{text} + "' is not a positive number"};
    }
    return value;
}

BlockShape parse_block(std::string_view text)
{
    const auto cross = text.find('x');
    if (cross == std::string_view::npos) {
        throw std::invalid_argument{"block '" + std::string{text} + "' is not written like 64x4"};
    }
    return {.k = parse_positive(text.substr(0, cross)),
            .j = parse_positive(text.substr(cross + 1))};
}

MarchTiles tiles_of(const Shape& shape, PlaneRange range, BlockShape block, std::int64_t planes)
{
    return {.first = range.first,
            .end = range.end,
            .nj = shape.nj,
            .nk = shape.nk,
            .planes = planes,
            .block_k = block.k,
            .block_j = block.j,
            .along_k = static_cast<unsigned>(ceil_div(shape.nk - 1, block.k)),
            .along_j = static_cast<unsigned>(ceil_div(shape.nj - 2, block.j))};
}

std::int64_t blocks_of(const Shape& shape, PlaneRange range, BlockShape block, std::int64_t planes)
{
    return ceil_div(shape.nk - 1, block.k) * ceil_div(shape.nj - 2, block.j) *
           ceil_div(range.count(), planes);
}

std::int64_t balanced_planes(const Shape& shape, PlaneRange range, BlockShape block,
                             std::int64_t resident)
{
    const std::int64_t interior = range.count();
    constexpr std::int64_t most_segments = 64;
    std::int64_t best = interior;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::int64_t segments = 1; segments <= std::min(most_segments, interior); ++segments) {
        const std::int64_t length = ceil_div(interior, segments);
        // A segment reads two more planes of p, which are 2 of 14 arrays: a seventh of a plane's
        // traffic each.
        const std::int64_t blocks_needed = blocks_of(shape, range, block, length);
        if (blocks_needed > most_blocks) {
            break;
        }
        const std::int64_t rounds = ceil_div(blocks_needed, resident);
        const std::int64_t time = rounds * (7 * length + 2);
        if (time < least) {
            least = time;
            best = length;
        }
    }
    return best;
}

}  // namespace tobiuo::stencil
