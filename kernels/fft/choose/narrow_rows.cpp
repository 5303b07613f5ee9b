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

int lines_of(const KernelConfig& rows, int warps)
{
    return warps * warp_threads / rows.threads_per_transform;
}

int warps_for(const KernelConfig& rows, const KernelRequest& request)
{
    if (rows.within_warps()) {
        return request.type_one ? 2 : most_warps;
    }
    const auto is_filled = [&](int warps) {
        return 4 * lines_of(rows, warps) * rows.threads_per_transform >= 3 * warps * warp_threads;
    };
    int warps = 1;
    while (warps < most_warps && !is_filled(warps)) {
        ++warps;
    }
    return warps;
}

/// As blocks_per_sm(), but that registers are given to whole warps, which counts where they are
/// few.
int blocks_per_sm_by_warps(const KernelConfig& rows, const KernelRequest& request,
                           const DeviceLimits& limits)
{
    const int threads = rounded_up(rows.threads(), warp_threads);
    const int by_registers = blocks_per_sm_by_registers(rows, threads, request.precision, limits);
    return std::min(blocks_per_sm(rows, request, limits), std::max(1, by_registers));
}

}  // namespace

KernelConfig narrowed(const KernelConfig& rows, const KernelRequest& request,
                      const DeviceLimits& limits)
{
    const auto blocks_by = [&](int lines) { return (request.line_count + lines - 1) / lines; };
    if (blocks_by(rows.transforms_per_block) <= limits.multiprocessors) {
        return rows;
    }
    const long long held =
        static_cast<long long>(limits.blocks_per_multiprocessor) * limits.multiprocessors;
    int lines = std::max(1, lines_of(rows, warps_for(rows, request)));
    const long long bytes =
        static_cast<long long>(lines) * rows.length * complex_bytes(request.precision);
    if (blocks_by(lines) > held && bytes < least_bytes) {
        lines = std::max(1, lines_of(rows, most_warps));
    }
    if (lines >= rows.transforms_per_block) {
        return rows;
    }
    KernelConfig form = rows;
    form.transforms_per_block = lines;
    form.min_blocks_per_sm = blocks_per_sm_by_warps(form, request, limits);
    return form;
}

}  // namespace tobiuo::fft
