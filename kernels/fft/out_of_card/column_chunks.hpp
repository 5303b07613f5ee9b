// How the columns of an array in host memory are divided into chunks.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/memory/host_rows.hpp"

namespace tobiuo::fft {

/// A complex array [outer][points][inner]; columns are the lines along its middle axis.
struct ColumnView {
    std::int64_t outer = 1;
    std::int64_t points = 1;
    std::int64_t inner = 1;
};

/// Neighbouring columns.
struct Columns {
    std::int64_t first{};
    std::int64_t count{};

    [[nodiscard]] bool operator==(const Columns&) const = default;
};

/// The columns of each [points][inner] of a view in chunks of `most_bytes` at most, which one column
/// does not exceed. More columns in a chunk are longer rows in host memory, but
/// nothing leaves the device before the first chunk is there: they are so many that the link takes
/// the least time. The first two chunks and the last ones have half of that, because the link is
/// used in one direction only beside them; all others begin at multiples of their width.
[[nodiscard]] std::vector<Columns> column_chunks(const ColumnView& view, std::int64_t value_bytes,
                                                 std::int64_t most_bytes);

/// Where some columns lie in an array that begins with them.
[[nodiscard]] memory::HostRows rows_of(const ColumnView& view, const Columns& columns,
                                       std::int64_t value_bytes);

}  // namespace tobiuo::fft
