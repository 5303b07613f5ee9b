// How the columns of an array in host memory are divided into chunks.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/fft/choose/columns_choice.hpp"
#include "kernels/fft/choose/tuned_table.hpp"
#include "runtime/memory/host_rows.hpp"

namespace tobiuo::fft {

/// Neighbouring columns.
struct Columns {
    std::int64_t first{};
    std::int64_t count{};

    [[nodiscard]] bool operator==(const Columns&) const = default;
};

/// The columns of each [points][inner] of a view in chunks of usual_columns(). The first two chunks
/// and the last ones have half of that, because the link is used in one direction only beside them;
/// all others begin at multiples of their width.
[[nodiscard]] std::vector<Columns> column_chunks(const ColumnsRequest& request,
                                                 const TunedTable* table = nullptr);

/// Where some columns lie in an array that begins with them.
[[nodiscard]] memory::HostRows rows_of(const ColumnView& view, const Columns& columns,
                                       std::int64_t value_bytes);

}  // namespace tobiuo::fft
