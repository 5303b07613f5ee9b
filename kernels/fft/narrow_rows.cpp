#include "kernels/fft/narrow_rows.hpp"

#include <algorithm>

#include "kernels/fft/block_choice.hpp"
#include "kernels/precision.hpp"

namespace tobiuo::fft {
namespace {

constexpr int warp = 32;
constexpr int most_warps = 4;
/// A multiprocessor holds no more blocks than these at a time; more of them that also hold less than
/// these bytes would be begun faster than they work: periodic 128^3 single by 1 KiB a block 0.037 ms,
/// by 4 KiB 0.026.
constexpr long long blocks_held = 32;
constexpr long long least_bytes = 2048;

int lines_of(const BlockForm& rows, int warps)
{
    return warps * warp / rows.lanes;
}

int warps_for(const BlockForm& rows, const BlockWish& wish)
{
    if (rows.within_warps()) {
        return wish.continued ? 2 : most_warps;
    }
    int warps = 1;
    while (warps < most_warps && 4 * lines_of(rows, warps) * rows.lanes < 3 * warps * warp) {
        ++warps;
    }
    return warps;
}

}  // namespace

BlockForm narrowed(const BlockForm& rows, const BlockWish& wish, const DeviceLimits& limits)
{
    const auto blocks_by = [&](int lines) { return (wish.line_count + lines - 1) / lines; };
    if (blocks_by(rows.lines) <= limits.multiprocessors) {
        return rows;
    }
    const auto is_scanty = [&](int lines) {
        return blocks_by(lines) > blocks_held * limits.multiprocessors &&
               static_cast<long long>(lines) * rows.length * complex_bytes(wish.precision) <
                   least_bytes;
    };
    int lines = std::max(1, lines_of(rows, warps_for(rows, wish)));
    if (is_scanty(lines)) {
        lines = std::max(1, lines_of(rows, most_warps));
    }
    if (lines >= rows.lines) {
        return rows;
    }
    BlockForm form = rows;
    form.lines = lines;
    form.resident_blocks = resident_blocks(form, wish, limits);
    return form;
}

}  // namespace tobiuo::fft
