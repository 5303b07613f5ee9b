#include "kernels/fft/out_of_card/column_chunks.hpp"

#include <algorithm>
#include <limits>

namespace tobiuo::fft {
namespace {

/// A row in host memory costs the link as much as so many bytes more.
constexpr double bytes_of_a_row = 8192;

/// The columns of most chunks.
std::int64_t usual_count(const ColumnView& view, std::int64_t value_bytes, std::int64_t most_bytes)
{
    const double all = static_cast<double>(view.points * view.inner * view.outer) *
                       static_cast<double>(value_bytes);
    std::int64_t best = 1;
    double least = std::numeric_limits<double>::infinity();
    for (std::int64_t width = 1; width < 2 * view.inner; width *= 2) {
        const std::int64_t columns = std::min(width, view.inner);
        const std::int64_t chunk = view.points * columns * value_bytes;
        if (chunk > most_bytes) {
            break;
        }
        const auto row = static_cast<double>(columns * value_bytes);
        const double cost = all * (row + bytes_of_a_row) / row + 2.0 * static_cast<double>(chunk);
        if (cost < least) {
            least = cost;
            best = columns;
        }
    }
    return best;
}

/// The columns of the chunk that begins with column `first` of `all`.
std::int64_t count_from(std::int64_t first, std::int64_t all, std::int64_t usual)
{
    const std::int64_t rest = all - first;
    const bool at_an_end = first < usual || rest <= usual;
    return std::min(at_an_end && all >= 4 * usual ? (usual + 1) / 2 : usual, rest);
}

}  // namespace

std::vector<Columns> column_chunks(const ColumnView& view, std::int64_t value_bytes,
                                   std::int64_t most_bytes)
{
    const std::int64_t usual = usual_count(view, value_bytes, most_bytes);
    std::vector<Columns> all;
    for (std::int64_t first = 0; first < view.inner; first += all.back().count) {
        all.push_back({first, count_from(first, view.inner, usual)});
    }
    return all;
}

memory::HostRows rows_of(const ColumnView& view, const Columns& columns, std::int64_t value_bytes)
{
    return {.offset = columns.first * value_bytes,
            .row_bytes = columns.count * value_bytes,
            .pitch = view.inner * value_bytes,
            .rows = view.points};
}

}  // namespace tobiuo::fft
