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
    std::vector<int> fewest(static_cast<std::size_t>(length) + 1, BlockForm::most_stages + 1);
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

bool needs_shared(const BlockForm& form, const BlockWish& wish)
{
    return form.stages > 1 || wish.exchanged;
}

/// Complex values of shared memory.
int places_of(const BlockForm& form, const BlockWish& wish)
{
    return form.places() + (wish.continued ? form.sum_places() : 0);
}

/// Whether so many lanes make blocks of columns a segment wide that are too large.
bool is_crowded(int lanes, const BlockWish& wish)
{
    return wish.order != Order::rows &&
           lanes * segment_bytes / complex_bytes(wish.precision) > 2 * wanted_threads;
}

/// Columns far apart: two segments side by side in memory. Of floats, if blocks wait for one
/// exchange only (z of 512^3, 16 lanes of 32 values: 0.55 ms instead of 0.59; of 500^3, 25 lanes of
/// 10 x 5 x 10 points: 0.59 instead of 0.56), or where a block of one segment is small and yet
/// alone for its registers (z of 720^3, 30 lanes of 24 values: 1.89 ms instead of 2.06). Of doubles
/// as waits_once() says.
bool wants_two_segments(BlockForm form, const BlockWish& wish, const DeviceLimits& limits)
{
    if (wish.precision == Precision::fp64) {
        return waits_once(form, wish);
    }
    if (!wish.wide || wish.twice) {
        return false;
    }
    const std::int64_t bytes = 2LL * segment_bytes * form.length;
    form.lines = segment_bytes / complex_bytes(wish.precision);
    const bool is_small = form.threads() < 2 * wanted_threads &&
                          resident_by_registers(form, form.threads(), wish.precision, limits) == 1;
    return (form.stages < 3 && bytes <= most_wide_bytes) ||
           (is_small && bytes <= limits.shared_per_block);
}

/// As few lines a block, of at most `lines`, that every multiprocessor gets one, if blocks stay whole
/// pieces.
int spread(int lines, int piece, const BlockWish& wish, const DeviceLimits& limits)
{
    while (lines % 2 == 0 && lines / 2 >= piece &&
           wish.line_count / lines < limits.multiprocessors) {
        lines /= 2;
    }
    return lines;
}

/// Likewise of kinds 1, whose blocks have more to wait for: three on a multiprocessor, if blocks keep
/// two warps, and columns half a segment. On nodes between Neumann walls 128^3 double takes 0.0650 ms by
/// 16 lines a block, by 32 lines 0.0683, 64^3 double by 8 lines 0.0202, by 16 lines 0.0219. Rows that
/// are not merged get still fewer lines: narrow_rows.hpp.
int spread_far(int lines, int segment, int two_warps, const BlockWish& wish,
               const DeviceLimits& limits)
{
    const int least = wish.order == Order::rows ? two_warps : std::max(two_warps, segment / 2);
    const auto fewer = [&] {
        const bool is_whole = wish.order != Order::rows && lines > segment;
        return is_whole ? lines - segment : lines / 2;
    };
    while (fewer() >= least && wish.line_count / lines < 3 * limits.multiprocessors) {
        lines = fewer();
    }
    return lines;
}

/// Columns that are transformed there and back wait longer for their barriers: many small blocks are
/// worth more than wide ones (the last axis of a solve, single: 512^3 0.33 ms with 16 lines a block,
/// 0.48 with 32; 128^3 0.0079 and 0.0124).
///
/// Lines a block: a segment of memory wide for columns, `wanted_threads` in all for rows; fewer if
/// shared memory or the number of lines is short. 0 if not even one fits.
int lines_for(const BlockForm& form, const BlockWish& wish, const DeviceLimits& limits)
{
    const int bytes = complex_bytes(wish.precision);
    const int narrow = segment_bytes / bytes;
    const bool two = wants_two_segments(form, wish, limits);
    const int segment = two ? 2 * narrow : narrow;
    const auto most_lines = [&](std::int64_t shared) {
        BlockForm one = form;
        one.lines = 1;
        return static_cast<int>(shared / (std::int64_t{places_of(one, wish)} * bytes));
    };
    const int ideal = std::max(1, wanted_threads / form.lanes);
    int lines = ideal;
    if (wish.order != Order::rows) {
        lines = wish.twice || form.lanes >= wanted_threads / segment ? segment
                                                                     : ideal / segment * segment;
    }
    if (needs_shared(form, wish)) {
        // Half of a multiprocessor's, so that another block works while this one waits.
        const int fitting =
            most_lines(limits.shared_per_multiprocessor / 2 - shared_per_resident_block);
        const int least = wish.order == Order::rows  ? 1
                          : wish.wide && !wish.twice ? segment
                                                     : segment / 2;
        lines = std::min(lines, std::max(fitting, least));
        lines = std::min(lines, most_lines(limits.shared_per_block));
    }
    if (wish.order != Order::rows) {
        // Whole powers of two below a segment keep pieces aligned.
        lines = lines >= segment
                    ? lines / segment * segment
                    : static_cast<int>(std::pow(2, std::floor(std::log2(std::max(lines, 1)))));
        lines = most_lines(limits.shared_per_block) < 1 && needs_shared(form, wish) ? 0 : lines;
    }
    lines = std::min(lines, most_threads / form.lanes);
    if (form.lanes < warp_threads && warp_threads % form.lanes == 0) {
        const int warp = warp_threads / form.lanes;
        lines = lines >= warp ? lines / warp * warp : lines;
    }
    while (lines > 1 && lines / 2 >= wish.line_count) {
        lines /= 2;
    }
    const int two_warps = std::max(1, 2 * warp_threads / form.lanes);
    if (wish.continued) {
        return spread_far(lines, segment, two_warps, wish, limits);
    }
    return spread(lines, wish.order == Order::rows ? two_warps : segment, wish, limits);
}

BlockForm shaped(const std::vector<int>& way, int lanes, const BlockWish& wish)
{
    BlockForm form;
    form.length = wish.length;
    form.stages = std::max<int>(1, static_cast<int>(way.size()));
    std::ranges::copy(way, form.radices);
    form.lanes = lanes;
    form.load_along = wish.order != Order::columns;
    form.store_along = wish.order == Order::rows;
    form.powers = wish.order == Order::rows;
    if ((wish.twice || wish.folded) && form.stages == 2 && form.radices[0] > form.radices[1]) {
        // Loads and stores of more butterflies a thread overlap: 512 = 16 x 32 saves 3 %. Of folded
        // rows less is alive at the end: 512 = 32 x 16 spills, and takes 0.61 ms merged, not 0.50.
        std::swap(form.radices[0], form.radices[1]);
    }
    if (form.lies_along() && form.stages > 1) {
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
        const int stages = std::min(fewest_stages(length) + extra, BlockForm::most_stages);
        extend(length, stages, way, ways);
    }
    return ways;
}

int resident_by_registers(const BlockForm& form, int threads, Precision precision,
                          const DeviceLimits& limits)
{
    const int words = form.values() * complex_bytes(precision) / 4;
    return limits.registers_per_multiprocessor /
           (threads * registers_for(words, form.lies_along()));
}

int resident_blocks(const BlockForm& form, const BlockWish& wish, const DeviceLimits& limits)
{
    const auto shared = needs_shared(form, wish)
                            ? std::int64_t{places_of(form, wish)} * complex_bytes(wish.precision)
                            : 0;
    if (form.lines < 1 || form.threads() > most_threads || shared > limits.shared_per_block) {
        return 0;
    }
    const int by_registers = resident_by_registers(form, form.threads(), wish.precision, limits);
    const int by_threads = limits.threads_per_multiprocessor / form.threads();
    const auto by_shared =
        static_cast<int>(limits.shared_per_multiprocessor / (shared + shared_per_resident_block));
    return std::clamp(std::min({by_registers, by_threads, by_shared}), 1, 16);
}

std::vector<BlockForm> block_shapes(const BlockWish& wish, const DeviceLimits& limits)
{
    struct Scored {
        double cost;
        BlockForm form;
    };
    std::vector<Scored> scored;
    for (const std::vector<int>& way : factorisations(wish.length, 1)) {
        std::set<int> lane_counts;
        for (const int radix : way) {
            const int butterflies = wish.length / radix;
            lane_counts.insert(butterflies);
            if (butterflies % 2 == 0 && is_crowded(butterflies, wish)) {
                lane_counts.insert(butterflies / 2);
            }
        }
        if (way.empty()) {
            lane_counts.insert(1);
        }
        for (const int lanes : lane_counts) {
            const bool one_stage = way.size() < 2;
            if (lanes > most_threads || (one_stage && wish.order == Order::turning)) {
                continue;
            }
            const BlockForm form = shaped(way, lanes, wish);
            if (form.values() <= 2 * best_values(form, wish.precision)) {
                scored.push_back({block_cost(form, wish, limits), form});
            }
        }
    }
    std::ranges::stable_sort(scored, {}, &Scored::cost);
    std::vector<BlockForm> forms;
    for (const Scored& one : scored) {
        forms.push_back(one.form);
    }
    return forms;
}

std::vector<BlockForm> block_candidates(const BlockWish& wish, const DeviceLimits& limits, int most)
{
    std::vector<BlockForm> forms;
    for (BlockForm& form : block_shapes(wish, limits)) {
        form.lines = lines_for(form, wish, limits);
        if (form.lines > 0 && static_cast<int>(forms.size()) < most) {
            form.resident_blocks = resident_blocks(form, wish, limits);
            forms.push_back(form);
        }
    }
    return forms;
}

std::optional<BlockForm> choose_block(const BlockWish& wish, const DeviceLimits& limits)
{
    const std::vector<BlockForm> forms = block_candidates(wish, limits, 1);
    return forms.empty() ? std::nullopt : std::optional{forms.front()};
}

}  // namespace tobiuo::fft
