#include "kernels/fft/choose/block_pair.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kernels/fft/choose/block_choice.hpp"

namespace tobiuo::fft {
namespace {

/// Additions a point that another pair must spare: more than what one exchange costs two blocks on a
/// multiprocessor, see crew_cost(), or 256^3 r2c double would leave its 0.189 ms for 0.198.
constexpr double clearly = 4.1;
/// Smaller blocks have been worse wherever they were timed.
constexpr int fewest_threads = 128;
/// Those beyond have not been chosen for any length up to 4096; of reals in pairs, large butterflies
/// may be, which a pass alone wants last.
constexpr std::size_t most_shapes = 16;
constexpr std::size_t most_shapes_of_reals = 64;

std::vector<BlockForm> first_shapes(const BlockWish& wish, const DeviceLimits& limits,
                                    bool of_reals)
{
    std::vector<BlockForm> forms = block_shapes(wish, limits);
    forms.resize(std::min(forms.size(), of_reals ? most_shapes_of_reals : most_shapes));
    return forms;
}

/// A segment of columns or half of one; where those are short, as many segments as make a block.
std::vector<int> widths(const BlockForm& column, int segment)
{
    if (column.lanes * segment >= fewest_threads) {
        const bool half = column.lanes * segment >= 2 * fewest_threads;
        return half ? std::vector{segment, segment / 2} : std::vector{segment};
    }
    std::vector<int> all;
    for (int lines = 2 * segment; column.lanes * lines <= 2 * wanted_threads; lines *= 2) {
        if (column.lanes * lines >= fewest_threads) {
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
    return std::min(pair.rows.resident_blocks, pair.columns.resident_blocks) > 0 &&
           8 * fewer >= 7 * more;
}

}  // namespace

std::optional<BlockPair> choose_pair(const PairWish& wish, const BlockPair& present,
                                     const DeviceLimits& limits)
{
    const int segment = segment_bytes / complex_bytes(wish.columns.precision);
    std::optional<BlockPair> best;
    double best_cost = 0;
    const auto consider = [&](const BlockPair& pair, double bonus) {
        if (!fits_together(pair)) {
            return;
        }
        const double cost = pair_cost(pair, wish, limits) - bonus;
        if (!best || cost < best_cost) {
            best = pair;
            best_cost = cost;
        }
    };
    consider(present, clearly);
    const bool of_reals = wish.between == Between::reals;
    const std::vector<BlockForm> rows = first_shapes(wish.rows, limits, of_reals);
    for (BlockForm& column : first_shapes(wish.columns, limits, of_reals)) {
        for (const int lines : widths(column, segment)) {
            column.lines = lines;
            column.resident_blocks = resident_blocks(column, wish.columns, limits);
            for (BlockForm row : rows) {
                row.lines = column.threads() / row.lanes;
                row.resident_blocks = resident_blocks(row, wish.rows, limits);
                consider({row, column}, 0.0);
            }
        }
    }
    return best;
}

std::optional<BlockForm> choose_partner(const BlockWish& wish, const DeviceLimits& limits,
                                        int threads, int resident)
{
    for (BlockForm& form : block_shapes(wish, limits)) {
        if (threads % form.lanes != 0) {
            continue;
        }
        form.lines = threads / form.lanes;
        if (wish.order != Order::rows &&
            form.lines % (segment_bytes / complex_bytes(wish.precision)) != 0) {
            continue;
        }
        form.resident_blocks = resident_blocks(form, wish, limits);
        if (form.resident_blocks >= resident) {
            return form;
        }
    }
    return std::nullopt;
}

}  // namespace tobiuo::fft
