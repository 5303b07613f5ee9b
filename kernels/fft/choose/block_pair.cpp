#include "kernels/fft/choose/block_pair.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kernels/fft/choose/block_choice.hpp"

namespace tobiuo::fft {
namespace {

/// Additions a point that another pair must spare: more than what one exchange costs two blocks on
/// a multiprocessor, see residency_cost(), or 256^3 r2c double would leave its 0.189 ms for 0.198.
constexpr double clearly = 4.1;
/// Smaller blocks have been worse wherever they were timed.
constexpr int fewest_threads = 128;
/// Those beyond have not been chosen for any length up to 4096; of reals in pairs, large
/// butterflies may be, which a pass alone wants last.
constexpr std::size_t most_shapes = 16;
constexpr std::size_t most_shapes_of_reals = 64;

std::vector<KernelConfig> first_shapes(const KernelRequest& request, const DeviceLimits& limits,
                                       bool of_reals)
{
    std::vector<KernelConfig> forms = block_shapes(request, limits);
    forms.resize(std::min(forms.size(), of_reals ? most_shapes_of_reals : most_shapes));
    return forms;
}

/// A transaction of columns or half of one; where those are short, as many transactions as make a
/// block.
std::vector<int> widths(const KernelConfig& column, int transaction)
{
    if (column.threads_per_transform * transaction >= fewest_threads) {
        const bool half = column.threads_per_transform * transaction >= 2 * fewest_threads;
        return half ? std::vector{transaction, transaction / 2} : std::vector{transaction};
    }
    std::vector<int> all;
    for (int lines = 2 * transaction; column.threads_per_transform * lines <= 2 * wanted_threads;
         lines *= 2) {
        if (column.threads_per_transform * lines >= fewest_threads) {
            all.push_back(lines);
        }
    }
    return all;
}

/// There are such blocks, and neither idles long while the other works.
bool fits_together(const BlockPair& pair)
{
    const int fewer = std::min(pair.rows.threads(), pair.columns.threads());
    const int more = std::max(pair.rows.threads(), pair.columns.threads());
    return std::min(pair.rows.min_blocks_per_sm, pair.columns.min_blocks_per_sm) > 0 &&
           8 * fewer >= 7 * more;
}

}  // namespace

std::optional<BlockPair> choose_pair(const PairRequest& request, const BlockPair& present,
                                     const DeviceLimits& limits)
{
    const int transaction = transaction_bytes / complex_bytes(request.columns.precision);
    std::optional<BlockPair> best;
    double best_cost = 0;
    const auto consider = [&](const BlockPair& pair, double bonus) {
        if (!fits_together(pair)) {
            return;
        }
        const double cost = pair_cost(pair, request, limits) - bonus;
        if (!best || cost < best_cost) {
            best = pair;
            best_cost = cost;
        }
    };
    consider(present, clearly);
    const bool of_reals = request.between == Between::reals;
    const std::vector<KernelConfig> rows = first_shapes(request.rows, limits, of_reals);
    for (KernelConfig& column : first_shapes(request.columns, limits, of_reals)) {
        for (const int lines : widths(column, transaction)) {
            column.transforms_per_block = lines;
            column.min_blocks_per_sm = blocks_per_sm(column, request.columns, limits);
            for (KernelConfig row : rows) {
                row.transforms_per_block = column.threads() / row.threads_per_transform;
                row.min_blocks_per_sm = blocks_per_sm(row, request.rows, limits);
                consider({row, column}, 0.0);
            }
        }
    }
    return best;
}

std::optional<KernelConfig> choose_partner(const KernelRequest& request, const DeviceLimits& limits,
                                           int threads, int resident)
{
    for (KernelConfig& form : block_shapes(request, limits)) {
        if (threads % form.threads_per_transform != 0) {
            continue;
        }
        form.transforms_per_block = threads / form.threads_per_transform;
        if (request.order != Order::contiguous &&
            form.transforms_per_block % (transaction_bytes / complex_bytes(request.precision)) !=
                0) {
            continue;
        }
        form.min_blocks_per_sm = blocks_per_sm(form, request, limits);
        if (form.min_blocks_per_sm >= resident) {
            return form;
        }
    }
    return std::nullopt;
}

}  // namespace tobiuo::fft
