// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/choose/block_choice.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>

#include "kernels/fft/choose/cost_model.hpp"
#include "runtime/rounding.hpp"

namespace tobiuo::fft {
namespace {

int fewest_stages(int length)
{
    // Finds the fewest factors of each length by trying radices, largest first; lengths are small.
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

/// Complex values of shared memory that a block of the form needs.
int places_of(const KernelConfig& form, const KernelRequest& request)
{
    return form.shared_elements() + (request.type_one ? form.shared_sum_elements() : 0);
}

KernelConfig shaped(const std::vector<int>& way, int threads_per_transform,
                    const KernelRequest& request)
{
    KernelConfig form;
    form.length = block_length(request);
    form.stages = std::max<int>(1, static_cast<int>(way.size()));
    std::ranges::copy(way, form.radices);
    form.threads_per_transform = threads_per_transform;
    form.load_contiguous = request.order != Order::strided;
    form.store_contiguous = request.order == Order::contiguous;
    form.twiddle_recurrence = request.order == Order::contiguous;
    if (form.lies_contiguous() && form.stages > 1) {
        // Neighbouring threads write points of the first stage at a distance of its radix.
        form.pad = form.radices[0] % 2 == 0 ? form.radices[0] : 0;
    }
    return form;
}

/// Numbers of threads that may share a line: one for each butterfly of some stage, or half as many.
std::set<int> thread_counts(const std::vector<int>& way, int length)
{
    std::set<int> counts;
    for (const int radix : way) {
        const int butterflies = length / radix;
        counts.insert(butterflies);
        if (butterflies % 2 == 0) {
            counts.insert(butterflies / 2);
        }
    }
    if (way.empty()) {
        counts.insert(1);
    }
    return counts;
}

/// Numbers of lines of a block: contiguous lines fill some warps; the number of strided lines is a
/// power of two, so that pieces of transactions stay aligned.
std::set<int> line_counts(int threads_per_transform, const KernelRequest& request)
{
    std::set<int> counts;
    if (threads_per_transform <= most_threads) {
        counts.insert(1);
    }
    const int unit = request.order == Order::contiguous ? warp_threads : 4;
    for (int step = 1; step * unit <= most_threads; step *= 2) {
        int lines = request.order == Order::contiguous
                        ? std::max(1, step * unit / threads_per_transform)
                        : step;
        while (lines / 2 >= request.line_count) {
            lines /= 2;
        }
        if (lines * threads_per_transform <= most_threads) {
            counts.insert(lines);
        }
    }
    return counts;
}

/// The most complex values of a thread; more do not fit its registers.
int most_values(Precision precision)
{
    return 256 / complex_bytes(precision);
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

int blocks_per_sm(const KernelConfig& form, const KernelRequest& request,
                  const DeviceLimits& limits)
{
    const auto shared = needs_shared(form, request) ? std::int64_t{places_of(form, request)} *
                                                          complex_bytes(request.precision)
                                                    : 0;
    if (form.transforms_per_block < 1 || form.threads() > limits.threads_per_block ||
        shared > limits.shared_per_block) {
        return 0;
    }
    const int words = form.elements_per_thread() * complex_bytes(request.precision) / 4;
    const int threads = rounded_up(form.threads(), warp_threads);
    const int by_registers = limits.registers_per_multiprocessor /
                             (threads * registers_for(words, form.lies_contiguous()));
    const int by_threads = limits.threads_per_multiprocessor / threads;
    const auto by_shared =
        static_cast<int>(limits.shared_per_multiprocessor / (shared + shared_reserved_per_block));
    const long long blocks =
        (request.line_count + form.transforms_per_block - 1) / form.transforms_per_block;
    const long long share = (blocks + limits.multiprocessors - 1) / limits.multiprocessors;
    const int most = static_cast<int>(std::min<long long>(16, share));
    return std::clamp(std::min({by_registers, by_threads, by_shared}), 1, most);
}

std::vector<KernelConfig> legal_blocks(const KernelRequest& request, const DeviceLimits& limits)
{
    std::vector<KernelConfig> forms;
    for (const std::vector<int>& way : factorisations(block_length(request), 1)) {
        if (way.size() < 2 && request.order == Order::transposing) {
            continue;
        }
        for (const int threads_per_transform : thread_counts(way, block_length(request))) {
            KernelConfig form = shaped(way, threads_per_transform, request);
            if (form.elements_per_thread() > most_values(request.precision)) {
                continue;
            }
            for (const int lines : line_counts(threads_per_transform, request)) {
                form.transforms_per_block = lines;
                form.min_blocks_per_sm = blocks_per_sm(form, request, limits);
                if (form.min_blocks_per_sm > 0) {
                    forms.push_back(form);
                }
            }
        }
    }
    return forms;
}

std::vector<KernelConfig> block_candidates(const KernelRequest& request, const DeviceLimits& limits,
                                           int most)
{
    struct Scored {
        double cost;
        KernelConfig form;
    };
    std::vector<Scored> scored;
    for (const KernelConfig& form : legal_blocks(request, limits)) {
        scored.push_back({block_cost(form, request, limits), form});
    }
    std::ranges::stable_sort(scored, {}, &Scored::cost);
    std::vector<KernelConfig> forms;
    for (const Scored& one : scored) {
        if (static_cast<int>(forms.size()) < most) {
            forms.push_back(one.form);
        }
    }
    return forms;
}

std::optional<KernelConfig> choose_block(const KernelRequest& request, const DeviceLimits& limits)
{
    std::optional<KernelConfig> best;
    double least = 0;
    for (const KernelConfig& form : legal_blocks(request, limits)) {
        const double cost = block_cost(form, request, limits);
        if (!best || cost < least) {
            best = form;
            least = cost;
        }
    }
    return best;
}

}  // namespace tobiuo::fft
