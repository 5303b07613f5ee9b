#include "kernels/fft/choose/pass_blocks.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "kernels/fft/choose/block_pair.hpp"
#include "kernels/fft/choose/narrow_rows.hpp"

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
    return {
        .length = form.transform_points(),
        .order = order,
        .precision = precision_,
        .line_count = form.source.count,
        .needs_shared_memory = form.mirrors(),
        .mirrored = mirrored_side(form),
        .large_stride =
            order == Order::strided && form.source.step * value_bytes() >= large_stride_bytes,
        .fused_inverse = order == Order::strided && (form.pairs.solves() || form.modes.wanted()),
        .makhoul = order == Order::contiguous && form.pairs.makhoul != Makhoul::none,
        .type_one = form.pairs.is_type_one(),
        .convolves = form.convolution.points > 0 || !is_smooth(form.transform_points())};
}

bool PassBlocks::give(PassForm& form, Order order, std::size_t index) const
{
    const KernelRequest request = request_for(form, order);
    const bool smooth = is_smooth(request.length);
    if (!has_room(request.length) || (!smooth && form.modes.wanted())) {
        return false;
    }
    std::optional<KernelConfig> block =
        smooth ? choose_block(request, limits_) : bluestein_block(request);
    if (!block) {
        return false;
    }
    form.block = chosen_block(request, index).value_or(*block);
    form.bluestein = form.block.length != request.length;
    return form.shared_elements() * value_bytes() <= limits_.shared_per_block;
}

void PassBlocks::narrow(PassForm& form, std::size_t index) const
{
    const bool of_rows = form.block.load_contiguous && form.block.store_contiguous;
    if (of_rows && !is_chosen(index)) {
        form.block = narrowed(form.block, request_for(form, Order::contiguous), limits_);
    }
}

std::optional<KernelConfig> PassBlocks::chosen_block(const KernelRequest& request,
                                                     std::size_t index) const
{
    if (!is_chosen(index)) {
        return std::nullopt;
    }
    const KernelConfig block = parse_block(choices_.blocks[index], request.order);
    const bool bluestein = !is_smooth(request.length);
    if (bluestein ? block.length < 2 * request.length - 1 : block.length != request.length) {
        throw std::invalid_argument{"the block '" + choices_.blocks[index] +
                                    "' does not transform " + std::to_string(request.length) +
                                    " points; tune again, or leave the choice out"};
    }
    if (static_cast<std::int64_t>(block.shared_elements()) * value_bytes() >
        limits_.shared_per_block) {
        throw std::invalid_argument{
            "the block '" + choices_.blocks[index] +
            "' needs more shared memory than this device has; tune again, or "
            "leave the choice out"};
    }
    return block;
}

/// The convolution may have any length of at least 2 points - 1: that of the cheapest block of
/// those a little longer, for many lines, since blocks of few are spread whatever their length.
std::optional<KernelConfig> PassBlocks::bluestein_block(KernelRequest request) const
{
    const long long least = 2LL * request.length - 1;
    const double reach = 1.25;
    KernelRequest of_many = request;
    of_many.line_count = std::numeric_limits<long long>::max();
    std::optional<int> best;
    double best_cost = 0;
    for (long long length = next_smooth(least);
         static_cast<double>(length) <= reach * static_cast<double>(least) + 8;
         length = next_smooth(length + 1)) {
        of_many.length = static_cast<int>(length);
        const std::optional<KernelConfig> block = choose_block(of_many, limits_);
        if (!block) {
            continue;
        }
        const double cost = static_cast<double>(length) * block_cost(*block, request.precision) *
                            (1.0 + 8.0 / std::min(block->transforms_per_block, 16));
        if (!best || cost < best_cost) {
            best = of_many.length;
            best_cost = cost;
        }
    }
    if (!best) {
        return std::nullopt;
    }
    request.length = *best;
    return choose_block(request, limits_);
}

std::optional<KernelConfig> PassBlocks::partner_of(const PassForm& other, const PassForm& form,
                                                   Order order) const
{
    KernelRequest request = request_for(form, order);
    request.length = form.block.length;
    // planes that are merged lie in the L2 cache
    request.large_stride = request.fused_inverse = false;
    return choose_partner(request, limits_, other.block.threads(), 2);
}

void PassBlocks::pair_up(PassForm& rows, std::size_t row_index, PassForm& columns,
                         std::size_t column_index) const
{
    if (rows.block.threads() == columns.block.threads() || is_chosen(row_index) ||
        is_chosen(column_index)) {
        return;
    }
    if (const auto block = partner_of(columns, rows, Order::contiguous)) {
        rows.block = *block;
    } else if (const auto other = partner_of(rows, columns, Order::strided)) {
        columns.block = *other;
    }
}

bool PassBlocks::match(PassForm& rows, std::size_t row_index, PassForm& columns,
                       std::size_t column_index, Between between) const
{
    pair_up(rows, row_index, columns, column_index);
    const KernelConfig& row = rows.block;
    const KernelConfig& column = columns.block;
    const int resident = std::min(row.min_blocks_per_sm, column.min_blocks_per_sm);
    const bool is_good = row.threads() == column.threads() && resident > 2;
    const bool is_convolution = rows.bluestein || columns.bluestein;
    if (is_good || is_convolution || is_chosen(row_index) || is_chosen(column_index)) {
        return true;
    }
    const PairRequest request{request_for(rows, Order::contiguous),
                              request_for(columns, Order::strided), between};
    const auto pair = choose_pair(request, {row, column}, limits_);
    if (pair) {
        rows.block = pair->rows;
        columns.block = pair->columns;
    }
    return pair || resident > 1;
}

}  // namespace tobiuo::fft
