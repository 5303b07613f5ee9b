#include "kernels/fft/choose/block_choice.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <utility>

#include "kernels/fft/choose/block_cost.hpp"

namespace tobiuo::fft {
namespace {

int fewest_stages(int length)
{
    // Lengths are small: the fewest factors by trying radices, largest first, with memory.
    std::vector<int> fewest(static_cast<std::size_t>(length) + 1, KernelConfig::most_stages + 1);
    fewest[1] = 0;
    for (int divisor = 2; divisor <= length; ++divisor) {
        if (length % divisor != 0) {
            continue;
        }
        for (const Radix& r : radices) {
            if (divisor % r.radix == 0) {
                int& best = fewest[static_cast<std::size_t>(divisor)];
                best = std::min(best, fewest[static_cast<std::size_t>(divisor / r.radix)] + 1);
            }
        }
    }
    return fewest[static_cast<std::size_t>(length)];
}

void extend(int rest, int stages_left, std::vector<int>& way, std::vector<std::vector<int>>& ways)
{
    if (rest == 1) {
        ways.push_back(way);
        return;
    }
    if (stages_left == 0) {
        return;
    }
    for (const Radix& r : radices) {
        if (rest % r.radix == 0) {
            way.push_back(r.radix);
            extend(rest / r.radix, stages_left - 1, way, ways);
            way.pop_back();
        }
    }
}

bool needs_shared(const KernelConfig& form, const KernelRequest& request)
{
    return form.stages > 1 || request.needs_shared_memory;
}

/// Complex values of shared memory.
int places_of(const KernelConfig& form, const KernelRequest& request)
{
    return form.shared_elements() + (request.type_one ? form.shared_sum_elements() : 0);
}

/// Whether so many threads make blocks of columns a transaction wide that are too large.
bool is_too_large(int threads_per_transform, const KernelRequest& request)
{
    return request.order != Order::contiguous &&
           threads_per_transform * transaction_bytes / complex_bytes(request.precision) >
               2 * wanted_threads;
}

/// Columns far apart: two transactions side by side in memory. Of floats, if blocks wait for one
/// exchange only (z of 512^3, 16 threads of 32 values: 0.55 ms instead of 0.59; of 500^3, 25
/// threads of 10 x 5 x 10 points: 0.59 instead of 0.56), or where a block of one transaction is
/// small and yet alone for its registers (z of 720^3, 30 threads of 24 values: 1.89 ms instead of
/// 2.06). Of doubles as waits_once() says.
bool wants_two_transactions(KernelConfig form, const KernelRequest& request,
                            const DeviceLimits& limits)
{
    if (request.precision == Precision::fp64) {
        return waits_once(form, request);
    }
    if (!request.large_stride || request.fused_inverse) {
        return false;
    }
    const std::int64_t bytes = 2LL * transaction_bytes * form.length;
    form.transforms_per_block = transaction_bytes / complex_bytes(request.precision);
    const bool is_small =
        form.threads() < 2 * wanted_threads &&
        blocks_per_sm_by_registers(form, form.threads(), request.precision, limits) == 1;
    return (form.stages < 3 && bytes <= most_large_stride_bytes) ||
           (is_small && bytes <= limits.shared_per_block);
}

/// As few lines a block, of at most `lines`, that every multiprocessor gets one, if blocks stay
/// whole pieces.
int spread(int lines, int piece, const KernelRequest& request, const DeviceLimits& limits)
{
    while (lines % 2 == 0 && lines / 2 >= piece &&
           request.line_count / lines < limits.multiprocessors) {
        lines /= 2;
    }
    return lines;
}

/// Likewise of DCT-I and DST-I, whose blocks have more to wait for: three on a multiprocessor, if
/// blocks keep two warps, and columns half a transaction. On nodes between Neumann walls 128^3
/// double takes 0.0650 ms by 16 lines a block, by 32 lines 0.0683, 64^3 double by 8 lines 0.0202,
/// by 16 lines 0.0219. Rows that are not merged get still fewer lines: narrow_rows.hpp.
int spread_far(int lines, int transaction, int two_warps, const KernelRequest& request,
               const DeviceLimits& limits)
{
    const int least =
        request.order == Order::contiguous ? two_warps : std::max(two_warps, transaction / 2);
    const auto fewer = [&] {
        const bool is_whole = request.order != Order::contiguous && lines > transaction;
        return is_whole ? lines - transaction : lines / 2;
    };
    while (fewer() >= least && request.line_count / lines < 3 * limits.multiprocessors) {
        lines = fewer();
    }
    return lines;
}

/// Columns that are transformed there and back wait longer for their barriers: many small blocks
/// are worth more than wide ones (the last axis of a solve, single: 512^3 0.33 ms with 16 lines a
/// block, 0.48 with 32; 128^3 0.0079 and 0.0124).
///
/// Lines a block: a transaction of memory wide for columns, `wanted_threads` in all for rows; fewer
/// if shared memory or the number of lines is short. 0 if not even one fits.
int lines_for(const KernelConfig& form, const KernelRequest& request, const DeviceLimits& limits)
{
    const int bytes = complex_bytes(request.precision);
    const int narrow = transaction_bytes / bytes;
    const bool two = wants_two_transactions(form, request, limits);
    const int transaction = two ? 2 * narrow : narrow;
    const auto most_lines = [&](std::int64_t shared) {
        KernelConfig one = form;
        one.transforms_per_block = 1;
        return static_cast<int>(shared / (std::int64_t{places_of(one, request)} * bytes));
    };
    const int ideal = std::max(1, wanted_threads / form.threads_per_transform);
    int lines = ideal;
    if (request.order != Order::contiguous) {
        lines = request.fused_inverse || form.threads_per_transform >= wanted_threads / transaction
                    ? transaction
                    : ideal / transaction * transaction;
    }
    if (needs_shared(form, request)) {
        // Half of a multiprocessor's, so that another block works while this one waits.
        const int fitting =
            most_lines(limits.shared_per_multiprocessor / 2 - shared_reserved_per_block);
        const int least = request.order == Order::contiguous               ? 1
                          : request.large_stride && !request.fused_inverse ? transaction
                                                                           : transaction / 2;
        lines = std::min(lines, std::max(fitting, least));
        lines = std::min(lines, most_lines(limits.shared_per_block));
    }
    if (request.order != Order::contiguous) {
        // Whole powers of two below a transaction keep pieces aligned.
        lines = lines >= transaction
                    ? lines / transaction * transaction
                    : static_cast<int>(std::pow(2, std::floor(std::log2(std::max(lines, 1)))));
        lines = most_lines(limits.shared_per_block) < 1 && needs_shared(form, request) ? 0 : lines;
    }
    lines = std::min(lines, most_threads / form.threads_per_transform);
    if (form.threads_per_transform < warp_threads &&
        warp_threads % form.threads_per_transform == 0) {
        const int warp = warp_threads / form.threads_per_transform;
        lines = lines >= warp ? lines / warp * warp : lines;
    }
    while (lines > 1 && lines / 2 >= request.line_count) {
        lines /= 2;
    }
    const int two_warps = std::max(1, 2 * warp_threads / form.threads_per_transform);
    if (request.type_one) {
        return spread_far(lines, transaction, two_warps, request, limits);
    }
    return spread(lines, request.order == Order::contiguous ? two_warps : transaction, request,
                  limits);
}

KernelConfig shaped(const std::vector<int>& way, int threads_per_transform,
                    const KernelRequest& request)
{
    KernelConfig form;
    form.length = request.length;
    form.stages = std::max<int>(1, static_cast<int>(way.size()));
    std::ranges::copy(way, form.radices);
    form.threads_per_transform = threads_per_transform;
    form.load_contiguous = request.order != Order::strided;
    form.store_contiguous = request.order == Order::contiguous;
    form.twiddle_recurrence = request.order == Order::contiguous;
    if ((request.fused_inverse || request.makhoul) && form.stages == 2 &&
        form.radices[0] > form.radices[1]) {
        // Loads and stores of more butterflies a thread overlap: 512 = 16 x 32 saves 3 %. Of folded
        // rows less is alive at the end: 512 = 32 x 16 spills, and takes 0.61 ms merged, not 0.50.
        std::swap(form.radices[0], form.radices[1]);
    }
    if (form.lies_contiguous() && form.stages > 1) {
        // Writes of the first stage go radix places apart.
        form.pad = form.radices[0] % 2 == 0 ? form.radices[0] : 0;
    }
    return form;
}

}  // namespace

bool is_smooth(long long length)
{
    if (length < 1) {
        return false;
    }
    for (const int prime : {2, 3, 5, 7, 11, 13}) {
        while (length % prime == 0) {
            length /= prime;
        }
    }
    return length == 1;
}

long long next_smooth(long long least)
{
    while (!is_smooth(least)) {
        ++least;
    }
    return least;
}

std::vector<std::vector<int>> factorisations(int length, int extra)
{
    std::vector<std::vector<int>> ways;
    if (is_smooth(length)) {
        std::vector<int> way;
        const int stages = std::min(fewest_stages(length) + extra, KernelConfig::most_stages);
        extend(length, stages, way, ways);
    }
    return ways;
}

int blocks_per_sm_by_registers(const KernelConfig& form, int threads, Precision precision,
                               const DeviceLimits& limits)
{
    const int words = form.elements_per_thread() * complex_bytes(precision) / 4;
    return limits.registers_per_multiprocessor /
           (threads * registers_for(words, form.lies_contiguous()));
}

int blocks_per_sm(const KernelConfig& form, const KernelRequest& request,
                  const DeviceLimits& limits)
{
    const auto shared = needs_shared(form, request) ? std::int64_t{places_of(form, request)} *
                                                          complex_bytes(request.precision)
                                                    : 0;
    if (form.transforms_per_block < 1 || form.threads() > most_threads ||
        shared > limits.shared_per_block) {
        return 0;
    }
    const int by_registers =
        blocks_per_sm_by_registers(form, form.threads(), request.precision, limits);
    const int by_threads = limits.threads_per_multiprocessor / form.threads();
    const auto by_shared =
        static_cast<int>(limits.shared_per_multiprocessor / (shared + shared_reserved_per_block));
    return std::clamp(std::min({by_registers, by_threads, by_shared}), 1, 16);
}

std::vector<KernelConfig> block_shapes(const KernelRequest& request, const DeviceLimits& limits)
{
    struct Scored {
        double cost;
        KernelConfig form;
    };
    std::vector<Scored> scored;
    for (const std::vector<int>& way : factorisations(request.length, 1)) {
        std::set<int> thread_counts;
        for (const int radix : way) {
            const int butterflies = request.length / radix;
            thread_counts.insert(butterflies);
            if (butterflies % 2 == 0 && is_too_large(butterflies, request)) {
                thread_counts.insert(butterflies / 2);
            }
        }
        if (way.empty()) {
            thread_counts.insert(1);
        }
        for (const int threads_per_transform : thread_counts) {
            const bool one_stage = way.size() < 2;
            if (threads_per_transform > most_threads ||
                (one_stage && request.order == Order::transposing)) {
                continue;
            }
            const KernelConfig form = shaped(way, threads_per_transform, request);
            if (form.elements_per_thread() <=
                2 * best_elements_per_thread(form, request.precision)) {
                scored.push_back({block_cost(form, request, limits), form});
            }
        }
    }
    std::ranges::stable_sort(scored, {}, &Scored::cost);
    std::vector<KernelConfig> forms;
    for (const Scored& one : scored) {
        forms.push_back(one.form);
    }
    return forms;
}

std::vector<KernelConfig> block_candidates(const KernelRequest& request, const DeviceLimits& limits,
                                           int most)
{
    std::vector<KernelConfig> forms;
    for (KernelConfig& form : block_shapes(request, limits)) {
        form.transforms_per_block = lines_for(form, request, limits);
        if (form.transforms_per_block > 0 && static_cast<int>(forms.size()) < most) {
            form.min_blocks_per_sm = blocks_per_sm(form, request, limits);
            forms.push_back(form);
        }
    }
    return forms;
}

std::optional<KernelConfig> choose_block(const KernelRequest& request, const DeviceLimits& limits)
{
    const std::vector<KernelConfig> forms = block_candidates(request, limits, 1);
    return forms.empty() ? std::nullopt : std::optional{forms.front()};
}

}  // namespace tobiuo::fft
