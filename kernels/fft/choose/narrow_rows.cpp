#include "kernels/fft/choose/narrow_rows.hpp"

#include <algorithm>

#include "kernels/fft/choose/block_choice.hpp"
#include "kernels/precision.hpp"
#include "kernels/rounding.hpp"

namespace tobiuo::fft {
namespace {

constexpr int most_warps = 4;
/// Of a block where more of them wait for a place: with less to do they end before others begin
/// (periodic 128^3 single by 1 KiB a block 0.037 ms, by 4 KiB 0.026).
constexpr long long least_bytes = 2048;

int lines_of(const BlockForm& rows, int warps)
{
    return warps * warp_threads / rows.lanes;
}

int warps_for(const BlockForm& rows, const BlockWish& wish)
{
    if (rows.within_warps()) {
        return wish.continued ? 2 : most_warps;
    }
    const auto is_filled = [&](int warps) {
        return 4 * lines_of(rows, warps) * rows.lanes >= 3 * warps * warp_threads;
    };
    int warps = 1;
    while (warps < most_warps && !is_filled(warps)) {
        ++warps;
    }
    return warps;
}

/// As resident_blocks(), but that registers are given to whole warps, which counts where they are few.
int resident_by_warps(const BlockForm& rows, const BlockWish& wish, const DeviceLimits& limits)
{
    const int threads = rounded_up(rows.threads(), warp_threads);
    const int by_registers = resident_by_registers(rows, threads, wish.precision, limits);
    return std::min(resident_blocks(rows, wish, limits), std::max(1, by_registers));
}

}  // namespace

BlockForm narrowed(const BlockForm& rows, const BlockWish& wish, const DeviceLimits& limits)
{
    const auto blocks_by = [&](int lines) { return (wish.line_count + lines - 1) / lines; };
    if (blocks_by(rows.lines) <= limits.multiprocessors) {
        return rows;
    }
    const long long held =
        static_cast<long long>(limits.blocks_per_multiprocessor) * limits.multiprocessors;
    int lines = std::max(1, lines_of(rows, warps_for(rows, wish)));
    const long long bytes =
        static_cast<long long>(lines) * rows.length * complex_bytes(wish.precision);
    if (blocks_by(lines) > held && bytes < least_bytes) {
        lines = std::max(1, lines_of(rows, most_warps));
    }
    if (lines >= rows.lines) {
        return rows;
    }
    BlockForm form = rows;
    form.lines = lines;
    form.resident_blocks = resident_by_warps(form, wish, limits);
    return form;
}

}  // namespace tobiuo::fft
