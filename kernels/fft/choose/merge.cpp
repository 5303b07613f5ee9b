// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/choose/merge.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "kernels/fft/choose/block_choice.hpp"
#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/cost_model.hpp"

namespace tobiuo::fft {
namespace {

constexpr std::string_view between_texts = " + ";
constexpr std::string_view distance_text = " distance ";
constexpr std::string_view keeps_text = " cached";

/// The number of configurations of each pass from which pairs are made.
constexpr int most_forms = 200;

/// Whether neither of the blocks has many threads that idle while the other one works.
bool fits_together(const KernelConfig& one, const KernelConfig& two)
{
    const int fewer = std::min(one.threads(), two.threads());
    const int more = std::max(one.threads(), two.threads());
    return 8 * fewer >= 7 * more;
}

/// The request for data in the L2 cache, where the distance between the points of a line does not
/// matter.
KernelRequest in_cache(KernelRequest request)
{
    request.large_stride = false;
    return request;
}

bool is_worth_it(const PairRequest& request, const DeviceLimits& limits)
{
    const auto l2 = static_cast<double>(limits.l2_bytes);
    const auto plane = static_cast<double>(request.bytes.middle);
    const double array = plane * static_cast<double>(request.planes);
    return request.planes >= merge_model.fewest_planes &&
           (!request.columns.in_pairs || array <= merge_model.shorter_than_a_launch ||
            array >= merge_model.cached * l2) &&
           plane <= merge_model.largest_plane * l2 && !request.rows.convolves &&
           !request.columns.convolves;
}

/// Whether a multiprocessor holds only one such block although there are many to run.
bool is_alone(const KernelConfig& form, const KernelRequest& request, const DeviceLimits& limits)
{
    return form.min_blocks_per_sm == 1 &&
           request.line_count >
               static_cast<long long>(form.transforms_per_block) * limits.multiprocessors;
}

int distance_of(const PairRequest& request, const DeviceLimits& limits)
{
    const double bytes = merge_model.distance * static_cast<double>(limits.l2_bytes);
    const double wanted = std::round(bytes / static_cast<double>(request.bytes.middle));
    const double most = std::max(1.0, static_cast<double>(request.planes) / 2);
    return static_cast<int>(std::clamp(wanted, 1.0, most));
}

int number_in(std::string_view digits)
{
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || value < 1) {
        throw std::invalid_argument{"'" + std::string{digits} + "' is no distance in planes"};
    }
    return value;
}

}  // namespace

std::string text_of(const PairRequest& request)
{
    const std::string rows = text_of(request.rows);
    const std::string columns = text_of(request.columns);
    return (request.rows_first ? rows + " + " + columns : columns + " + " + rows) + ", " +
           std::to_string(request.planes) + " planes" + (request.in_place ? ", in place" : "");
}

std::string text_of(const MergedBlocks& blocks)
{
    return text_of(blocks.rows) + std::string{between_texts} + text_of(blocks.columns) +
           std::string{distance_text} + std::to_string(blocks.pipeline_distance) +
           std::string{blocks.keeps ? keeps_text : std::string_view{}};
}

MergedBlocks parse_merged(std::string_view text)
{
    MergedBlocks blocks;
    if (text.ends_with(keeps_text)) {
        blocks.keeps = true;
        text.remove_suffix(keeps_text.size());
    }
    const std::size_t plus = text.find(between_texts);
    const std::size_t distance = text.find(distance_text);
    if (plus == std::string_view::npos || distance == std::string_view::npos || distance < plus) {
        throw std::invalid_argument{"'" + std::string{text} +
                                    "' are no blocks of two merged passes"};
    }
    const std::size_t second = plus + between_texts.size();
    blocks.rows = parse_block(text.substr(0, plus), Order::contiguous);
    blocks.columns = parse_block(text.substr(second, distance - second), Order::strided);
    blocks.pipeline_distance = number_in(text.substr(distance + distance_text.size()));
    return blocks;
}

std::vector<MergedBlocks> merged_candidates(const PairRequest& request, const DeviceLimits& limits,
                                            int most)
{
    const KernelRequest rows = in_cache(request.rows);
    const KernelRequest columns = in_cache(request.columns);
    std::vector<KernelConfig> of_rows;  // without their lines, which the columns decide
    for (KernelConfig row : block_candidates(rows, limits, most_forms)) {
        row.transforms_per_block = row.min_blocks_per_sm = 1;
        if (std::ranges::find(of_rows, row) == of_rows.end()) {
            of_rows.push_back(row);
        }
    }
    struct Scored {
        double cost;
        MergedBlocks blocks;
    };
    std::vector<Scored> scored;
    const MergedBlocks common{
        .pipeline_distance = distance_of(request, limits),
        .keeps =
            request.in_place && static_cast<double>(request.bytes.middle) <
                                    merge_model.kept_plane * static_cast<double>(limits.l2_bytes)};
    for (const KernelConfig& column : block_candidates(columns, limits, most_forms)) {
        for (KernelConfig row : of_rows) {
            row.transforms_per_block = column.threads() / row.threads_per_transform;
            row.min_blocks_per_sm = blocks_per_sm(row, rows, limits);
            const bool fits = row.min_blocks_per_sm > 0 && fits_together(row, column) &&
                              row.transforms_per_block < 2 * request.row_count &&
                              column.transforms_per_block < 2 * request.column_count;
            if (fits) {
                scored.push_back({pair_cost(row, rows, column, columns), common});
                scored.back().blocks.rows = row;
                scored.back().blocks.columns = column;
            }
        }
    }
    std::ranges::stable_sort(scored, {}, &Scored::cost);
    std::vector<MergedBlocks> all;
    for (const Scored& one : scored) {
        if (static_cast<int>(all.size()) < most) {
            all.push_back(one.blocks);
        }
    }
    return all;
}

std::optional<MergedBlocks> choose_merged(const PairRequest& request, const DeviceLimits& limits,
                                          bool always)
{
    if (!always && !is_worth_it(request, limits)) {
        return std::nullopt;
    }
    const std::vector<MergedBlocks> best = merged_candidates(request, limits, 1);
    if (best.empty() || (!always && (is_alone(best[0].rows, request.rows, limits) ||
                                     is_alone(best[0].columns, request.columns, limits)))) {
        return std::nullopt;
    }
    return best[0];
}

std::optional<MergedForm> merge_planes(const PassForm& first, const PassForm& second,
                                       const PairRequest& request, const MergedBlocks& blocks)
{
    if (request.planes > most_blocks) {
        return std::nullopt;
    }
    MergedForm form{.first = first,
                    .second = second,
                    .planes = static_cast<int>(request.planes),
                    .pipeline_distance = blocks.pipeline_distance,
                    .in_bytes = request.bytes.in,
                    .middle_bytes = request.bytes.middle,
                    .out_bytes = request.bytes.out};
    PassForm& rows = request.rows_first ? form.first : form.second;
    PassForm& columns = request.rows_first ? form.second : form.first;
    rows.block = blocks.rows;
    rows.source.count = rows.sink.count = request.row_count;
    columns.block = blocks.columns;
    columns.source.count = columns.sink.count = request.column_count;
    if (form.items() > most_blocks) {
        return std::nullopt;
    }
    form.first.load = blocks.keeps ? Access::normal : Access::streaming;
    form.second.load = Access::through_l2;
    form.second.store = Access::streaming;
    return form;
}

}  // namespace tobiuo::fft
