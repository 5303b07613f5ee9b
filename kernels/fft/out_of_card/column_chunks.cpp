#include "kernels/fft/out_of_card/column_chunks.hpp"

#include <algorithm>

namespace tobiuo::fft {
namespace {

/// The columns of the chunk that begins with column `first` of `all`.
std::int64_t count_from(std::int64_t first, std::int64_t all, std::int64_t usual)
{
    const std::int64_t rest = all - first;
    const bool at_an_end = first < usual || rest <= usual;
    return std::min(at_an_end && all >= 4 * usual ? (usual + 1) / 2 : usual, rest);
}

}  // namespace

std::vector<Columns> column_chunks(const ColumnsRequest& request, const TunedTable* table)
{
    const std::int64_t usual = usual_columns(request, table);
    const std::int64_t inner = request.view.inner;
    std::vector<Columns> all;
    for (std::int64_t first = 0; first < inner; first += all.back().count) {
        all.push_back({first, count_from(first, inner, usual)});
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
