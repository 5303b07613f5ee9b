// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/choose/pass_blocks.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "kernels/fft/choose/cost_model.hpp"

namespace tobiuo::fft {
namespace {

Mirrored mirrored_side(const PassForm& form)
{
    const auto mirrored = [](Side side) {
        return side == Side::pairs_spectrum || side == Side::packed;
    };
    return mirrored(form.source_side) ? Mirrored::source
           : mirrored(form.sink_side) ? Mirrored::sink
                                      : Mirrored::no;
}

}  // namespace

bool PassBlocks::has_room(long long points) const
{
    const long long longest_radix = 32;
    const long long length = is_smooth(points) ? points : 2 * points - 1;
    return length <= longest_radix || length * value_bytes() <= limits_.shared_per_block;
}

long long PassBlocks::longest(Order order) const
{
    const bool single = precision_ == Precision::fp32;
    return order == Order::contiguous ? (single ? 16384 : 8192) : (single ? 4096 : 2048);
}

bool PassBlocks::serves(long long points, Order order) const
{
    if (points > longest(order) || !has_room(points)) {
        return false;
    }
    PassForm form;
    form.points = static_cast<int>(points);
    return choose_block(request_for(form, order), limits_).has_value();
}

KernelRequest PassBlocks::request_for(const PassForm& form, Order order) const
{
    return {.length = form.transform_points(),
            .order = order,
            .precision = precision_,
            .line_count = form.source.count,
            .needs_shared_memory = form.mirrors(),
            .mirrored = mirrored_side(form),
            .large_stride =
                order == Order::strided && form.source.step * value_bytes() >= large_stride_bytes,
            .fused_inverse = form.pairs.solves() || form.modes.wanted(),
            .makhoul = order == Order::contiguous && form.pairs.makhoul != Makhoul::none,
            .type_one = form.pairs.adds_differences(),
            .convolves = form.convolution.points > 0 || !is_smooth(form.transform_points()),
            .packed = form.source_side == Side::packed || form.sink_side == Side::packed,
            .in_pairs = form.pairs.task != TwoForOneTask::none && !form.pairs.alone};
}

std::optional<std::string> PassBlocks::entry(const std::string& request) const
{
    return choices_.table == nullptr ? std::nullopt : choices_.table->find(request);
}

/// Why the configuration does not serve the request; empty if it does.
std::string PassBlocks::unsupported_reason(const KernelConfig& block,
                                           const KernelRequest& request) const
{
    const bool bluestein = !is_smooth(request.length);
    if (bluestein ? block.length < 2 * request.length - 1 : block.length != request.length) {
        return "it does not transform " + std::to_string(request.length) + " points";
    }
    return blocks_per_sm(block, request, limits_) < 1
               ? "it needs more shared memory or threads than this device has"
               : "";
}

std::optional<KernelConfig> PassBlocks::tuned_block(const KernelRequest& request,
                                                    Chosen& chosen) const
{
    const std::optional<std::string> text = entry(chosen.key);
    if (!text) {
        return std::nullopt;
    }
    try {
        const KernelConfig block = parse_block(*text, request.order);
        chosen.remark = unsupported_reason(block, request);
        chosen.tuned = chosen.remark.empty();
        return chosen.tuned ? std::optional{block} : std::nullopt;
    } catch (const std::invalid_argument& error) {
        chosen.remark = error.what();
        return std::nullopt;
    }
}

std::optional<Chosen> PassBlocks::give(PassForm& form, Order order) const
{
    const KernelRequest request = request_for(form, order);
    const bool smooth = is_smooth(request.length);
    if (!has_room(request.length) || (!smooth && form.modes.wanted())) {
        return std::nullopt;
    }
    Chosen chosen{.request = request, .key = text_of(request), .configuration = {}};
    std::optional<KernelConfig> block = tuned_block(request, chosen);
    if (!block) {
        block = smooth ? choose_block(request, limits_) : bluestein_block(request);
    }
    if (!block) {
        return std::nullopt;
    }
    chosen.configuration = text_of(*block);
    form.block = *block;
    form.bluestein = form.block.length != request.length;
    if (form.shared_elements() * value_bytes() > limits_.shared_per_block) {
        return std::nullopt;
    }
    return chosen;
}

PairRequest PassBlocks::pair_request(const PassForm& rows, const PassForm& columns) const
{
    PairRequest request{.rows = request_for(rows, Order::contiguous),
                        .columns = request_for(columns, Order::strided)};
    request.rows.padded_length = rows.bluestein ? rows.block.length : 0;
    request.columns.padded_length = columns.bluestein ? columns.block.length : 0;
    return request;
}

PassBlocks::Joined PassBlocks::join(const PairRequest& request) const
{
    Joined joined{
        .blocks = {},
        .chosen = {
            .request = request, .key = text_of(request), .configuration = std::string{apart_text}}};
    const bool always = choices_.merging == Merging::always;
    const std::optional<std::string> text = entry(joined.chosen.key);
    if (text && *text == apart_text && !always) {
        joined.chosen.tuned = true;
        return joined;
    }
    if (text && *text != apart_text) {
        try {
            const MergedBlocks blocks = parse_merged(*text);
            std::string& remark = joined.chosen.remark;
            remark = unsupported_reason(blocks.rows, request.rows) +
                     unsupported_reason(blocks.columns, request.columns);
            if (remark.empty()) {
                joined.blocks = blocks;
                joined.chosen.configuration = *text;
                joined.chosen.tuned = true;
                return joined;
            }
        } catch (const std::invalid_argument& error) {
            joined.chosen.remark = error.what();
        }
    }
    joined.blocks = choose_merged(request, limits_, always);
    if (joined.blocks) {
        joined.chosen.configuration = text_of(*joined.blocks);
    }
    return joined;
}

/// The configuration of a convolution, which may have any length of at least 2 points - 1. The
/// lengths a little above that with the cheapest butterflies are compared by their best
/// configurations, for many lines, because few lines are spread over the device whatever their
/// length is.
std::optional<KernelConfig> PassBlocks::bluestein_block(KernelRequest request) const
{
    constexpr std::size_t finalists = 4;
    constexpr double reach = 1.25;
    const long long least = 2LL * request.length - 1;
    std::vector<std::pair<double, int>> lengths;
    for (long long length = next_smooth(least);
         static_cast<double>(length) <= reach * static_cast<double>(least) + 8;
         length = next_smooth(length + 1)) {
        lengths.emplace_back(static_cast<double>(length) * least_work(static_cast<int>(length)),
                             static_cast<int>(length));
    }
    std::ranges::sort(lengths);
    lengths.resize(std::min(lengths.size(), finalists));
    KernelRequest of_many = request;
    of_many.line_count = std::numeric_limits<long long>::max() / 2;
    int best = 0;
    double best_cost = 0;
    for (const auto& [work, length] : lengths) {
        of_many.padded_length = length;
        const std::optional<KernelConfig> block = choose_block(of_many, limits_);
        const double cost = block ? length * block_cost(*block, of_many, limits_) : 0.0;
        if (block && (best == 0 || cost < best_cost)) {
            best = length;
            best_cost = cost;
        }
    }
    if (best == 0) {
        return std::nullopt;
    }
    request.padded_length = best;
    return choose_block(request, limits_);
}

}  // namespace tobiuo::fft
