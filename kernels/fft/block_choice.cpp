#include "kernels/fft/block_choice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <set>
#include <utility>

namespace tobiuo::fft {
namespace {

/// The radices that have a butterfly, largest first, and about what one costs a point, counted in
/// additions.
struct Radix {
    int radix;
    double work;
};
constexpr std::array radices{Radix{32, 14.5}, Radix{16, 10.5}, Radix{15, 12.0}, Radix{14, 13.0},
                             Radix{13, 18.0}, Radix{12, 9.0},  Radix{11, 16.0}, Radix{10, 9.5},
                             Radix{9, 10.0},  Radix{8, 7.0},   Radix{7, 11.0},  Radix{6, 7.0},
                             Radix{5, 8.0},   Radix{4, 4.0},   Radix{3, 5.5},   Radix{2, 2.0}};

/// Counted in additions a point: one exchange through shared memory, one twiddle factor.
constexpr double exchange_work = 16.0;
constexpr double turn_work = 6.0;

double work_of(int radix)
{
    // A transform of one point has a stage of radix 1.
    return radix == 1 ? 0.0 : std::ranges::find(radices, radix, &Radix::radix)->work;
}

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

/// Complex values that a thread of the form holds best.
int best_values(const BlockForm& form, Precision precision)
{
    if (precision == Precision::fp32) {
        return most_values_single;
    }
    return form.lies_along() ? most_values_double_rows : most_values_double;
}

int complex_bytes(Precision precision)
{
    return 2 * static_cast<int>(bytes_per_value(precision));
}

/// Rows read in pieces shorter than a segment; size 64, single precision, on an H200: 16 lanes
/// 3.96 TB/s, 8 lanes 3.04.
double reach_cost(const BlockForm& form, Precision precision)
{
    constexpr double work = 15.0;
    const int reach = form.lanes * complex_bytes(precision);
    const int pieces = segment_bytes / reach;
    return form.load_along && reach < segment_bytes ? work * pieces : 0.0;
}

/// Lanes that idle while half a spectrum is unfolded on load, or folded on store: 256^3 c2r single,
/// 8 x 16 points a row 0.106 ms, 16 x 8 0.113 ms.
double mirror_cost(const BlockForm& form, const BlockWish& wish)
{
    constexpr double work = 12.0;
    if (wish.mirrored == Mirrored::no) {
        return 0.0;
    }
    const int stage = wish.mirrored == Mirrored::source ? 0 : form.stages - 1;
    const double slots = static_cast<double>(form.rounds(stage)) * form.lanes * form.radices[stage];
    return work * (slots / form.length - 1.0);
}

/// What block_cost() takes off doubles in columns that are transformed there and back: with as many
/// values a thread as floats have, both exchanges are fewer (the last axis of a solve, 512^3 double,
/// 32 x 16 points 0.68 ms, 16 x 8 x 4 0.77 ms).
double twice_gain(const BlockForm& form, const BlockWish& wish)
{
    const bool applies = wish.twice && wish.precision == Precision::fp64;
    return applies ? 4.0 * std::clamp(form.values() - most_values_double, 0,
                                      most_values_single - most_values_double)
                   : 0.0;
}

/// Blocks of columns a segment wide that have more threads than wanted: 512^3 complex doubles,
/// 32 lanes of 16 values 1.05 ms a pass, 64 lanes of 8 values 1.1 ms.
double crowd_cost(const BlockForm& form, Precision precision)
{
    constexpr double work = 4.0;
    const int threads = form.lanes * segment_bytes / complex_bytes(precision);
    const int crowds = threads / wanted_threads;
    return !form.load_along && crowds > 1 ? work * (crowds - 1) : 0.0;
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
    const bool two = wish.wide && !wish.twice && wish.precision == Precision::fp32 &&
                     2LL * segment_bytes * form.length <= most_wide_bytes;
    const int segment = two ? 2 * narrow : narrow;
    const auto most_lines = [&](std::int64_t shared) {
        BlockForm one = form;
        one.lines = 1;
        return static_cast<int>(shared / (static_cast<std::int64_t>(one.places()) * bytes));
    };
    const int ideal = std::max(1, wanted_threads / form.lanes);
    int lines = ideal;
    if (wish.order != Order::rows) {
        lines = wish.twice || form.lanes >= wanted_threads / segment ? segment
                                                                     : ideal / segment * segment;
    }
    const bool needs_shared = form.stages > 1 || wish.exchanged;
    if (needs_shared) {
        // Half of a multiprocessor's, so that another block works while this one waits.
        const int fitting = most_lines(limits.shared_per_multiprocessor / 2 - 1024);
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
        lines = most_lines(limits.shared_per_block) < 1 && needs_shared ? 0 : lines;
    }
    lines = std::min(lines, 1024 / form.lanes);
    if (form.lanes < 32 && 32 % form.lanes == 0) {
        const int warp = 32 / form.lanes;
        lines = lines >= warp ? lines / warp * warp : lines;
    }
    while (lines > 1 && lines / 2 >= wish.line_count) {
        lines /= 2;
    }
    // Every multiprocessor gets a block, if blocks stay whole segments or two warps.
    const int piece = wish.order == Order::rows ? std::max(1, 64 / form.lanes) : segment;
    while (lines % 2 == 0 && lines / 2 >= piece &&
           wish.line_count / lines < limits.multiprocessors) {
        lines /= 2;
    }
    return lines;
}

std::int64_t shared_bytes(const BlockForm& form, const BlockWish& wish)
{
    return form.stages > 1 || wish.exchanged
               ? static_cast<std::int64_t>(form.places()) * complex_bytes(wish.precision)
               : 0;
}

int resident_blocks_for(const BlockForm& form, const BlockWish& wish, const DeviceLimits& limits)
{
    const std::int64_t shared = shared_bytes(form, wish);
    const int words = form.values() * (wish.precision == Precision::fp32 ? 2 : 4);
    const int by_registers = limits.registers_per_multiprocessor /
                             (form.threads() * registers_for(words, form.lies_along()));
    const int by_threads = limits.threads_per_multiprocessor / form.threads();
    const auto by_shared = static_cast<int>(limits.shared_per_multiprocessor / (shared + 1024));
    return std::clamp(std::min({by_registers, by_threads, by_shared}), 1, 16);
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

/// All forms for the wish but for their lines and blocks, the most promising first.
std::vector<BlockForm> shapes(const BlockWish& wish)
{
    struct Scored {
        double cost;
        BlockForm form;
    };
    std::vector<Scored> scored;
    for (const std::vector<int>& way : factorisations(wish.length, 1)) {
        std::set<int> lane_counts;
        for (const int radix : way) {
            lane_counts.insert(wish.length / radix);
        }
        if (way.empty()) {
            lane_counts.insert(1);
        }
        for (const int lanes : lane_counts) {
            const bool one_stage = way.size() < 2;
            if (lanes > 1024 || (one_stage && wish.order == Order::turning)) {
                continue;
            }
            const BlockForm form = shaped(way, lanes, wish);
            if (form.values() <= 2 * best_values(form, wish.precision)) {
                scored.push_back({block_cost(form, wish.precision) +
                                      reach_cost(form, wish.precision) +
                                      crowd_cost(form, wish.precision) + mirror_cost(form, wish) -
                                      twice_gain(form, wish),
                                  form});
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

}  // namespace

double block_cost(const BlockForm& form, Precision precision)
{
    double sum = 0;
    for (int stage = 0; stage < form.stages; ++stage) {
        const double slots =
            static_cast<double>(form.rounds(stage)) * form.lanes * form.radices[stage];
        const double turns = stage > 0 ? turn_work : 0.0;
        sum += slots / form.length * (work_of(form.radices[stage]) + turns);
        sum += stage > 0 ? exchange_work : 0.0;
    }
    const int over = form.values() - best_values(form, precision);
    return sum + (over > 0 ? 4.0 * over : 0.0);
}

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

std::vector<BlockForm> block_candidates(const BlockWish& wish, const DeviceLimits& limits, int most)
{
    std::vector<BlockForm> forms;
    for (BlockForm& form : shapes(wish)) {
        form.lines = lines_for(form, wish, limits);
        if (form.lines > 0 && static_cast<int>(forms.size()) < most) {
            form.resident_blocks = resident_blocks_for(form, wish, limits);
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

std::optional<BlockForm> choose_partner(const BlockWish& wish, const DeviceLimits& limits,
                                        int threads, int resident)
{
    for (BlockForm& form : shapes(wish)) {
        if (threads % form.lanes != 0) {
            continue;
        }
        form.lines = threads / form.lanes;
        if (wish.order != Order::rows &&
            form.lines % (segment_bytes / complex_bytes(wish.precision)) != 0) {
            continue;
        }
        form.resident_blocks = resident_blocks_for(form, wish, limits);
        if (form.resident_blocks >= resident &&
            shared_bytes(form, wish) <= limits.shared_per_block) {
            return form;
        }
    }
    return std::nullopt;
}

}  // namespace tobiuo::fft
