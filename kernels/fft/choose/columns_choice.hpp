// SPDX-License-Identifier: BSD-3-Clause
// How many columns of an array in host memory visit the device together, by a table or by a model,
// and their chunks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/fft/choose/choices.hpp"
#include "runtime/memory/host_rows.hpp"

namespace tobiuo::fft {

/// A complex array [outer][points][inner]; columns are the lines along its middle axis.
struct ColumnView {
    std::int64_t outer = 1;
    std::int64_t points = 1;
    std::int64_t inner = 1;

    [[nodiscard]] bool operator==(const ColumnView&) const = default;
};

/// What a round asks for: columns of a view in chunks.
struct ColumnsRequest {
    ColumnView view;
    std::int64_t value_bytes{};
    std::int64_t most_bytes{};  ///< of a chunk; one column does not exceed it

    [[nodiscard]] bool operator==(const ColumnsRequest&) const = default;
    [[nodiscard]] std::int64_t bytes_of(std::int64_t columns) const
    {
        return view.points * columns * value_bytes;
    }
};

/// The request as the key of an entry in a table, with the memory rounded down to a power of two:
/// "columns 1 x 32768 x 32768 of 16 bytes, chunks to 1073741824".
[[nodiscard]] std::string text_of(const ColumnsRequest& request);

/// Whether the key of an entry is that of columns.
[[nodiscard]] bool is_columns_key(std::string_view key);

/// The number that an entry's configuration gives: "2048 columns". Throws std::invalid_argument if
/// it is something else.
[[nodiscard]] std::int64_t parse_columns(std::string_view configuration);
[[nodiscard]] std::string columns_text(std::int64_t columns);

/// The columns of most chunks: those of the table, if it has an entry that fits, or the number with
/// which the link takes the least time by a model. More columns in a chunk are longer rows in host
/// memory, but nothing leaves the device before the first chunk is there. `table` may be null.
[[nodiscard]] std::int64_t usual_columns(const ColumnsRequest& request, const TunedTable* table);

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
