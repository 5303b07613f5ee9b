// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/choose/columns_choice.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>
#include <stdexcept>

namespace tobiuo::fft {
namespace {

/// A row in host memory costs the link as much as so many bytes more.
constexpr double bytes_of_a_row = 8192;

constexpr std::string_view key_begin = "columns ";
constexpr std::string_view configuration_end = " columns";

/// The columns of most chunks by the model.
std::int64_t modelled_columns(const ColumnsRequest& request)
{
    const ColumnView& view = request.view;
    const auto all = static_cast<double>(request.bytes_of(view.inner) * view.outer);
    std::int64_t best = 1;
    double least = std::numeric_limits<double>::infinity();
    for (std::int64_t width = 1; width < 2 * view.inner; width *= 2) {
        const std::int64_t columns = std::min(width, view.inner);
        const std::int64_t chunk = request.bytes_of(columns);
        if (chunk > request.most_bytes) {
            break;
        }
        const auto row = static_cast<double>(columns * request.value_bytes);
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

std::string text_of(const ColumnsRequest& request)
{
    const ColumnView& view = request.view;
    const auto most = std::bit_floor(static_cast<std::uint64_t>(request.most_bytes));
    return std::string{key_begin} + std::to_string(view.outer) + " x " +
           std::to_string(view.points) + " x " + std::to_string(view.inner) + " of " +
           std::to_string(request.value_bytes) + " bytes, chunks to " + std::to_string(most);
}

bool is_columns_key(std::string_view key)
{
    return key.starts_with(key_begin);
}

std::string columns_text(std::int64_t columns)
{
    return std::to_string(columns) + std::string{configuration_end};
}

std::int64_t parse_columns(std::string_view configuration)
{
    std::int64_t columns = 0;
    const char* const end = configuration.data() + configuration.size();
    const auto [rest, error] = std::from_chars(configuration.data(), end, columns);
    if (error != std::errc{} || std::string_view{rest, end} != configuration_end || columns < 1) {
        throw std::invalid_argument{"'" + std::string{configuration} +
                                    "' is not a number of columns"};
    }
    return columns;
}

std::int64_t usual_columns(const ColumnsRequest& request, const TunedTable* table)
{
    const auto entry = table == nullptr ? std::nullopt : table->find(text_of(request));
    if (entry) {
        const std::int64_t columns = parse_columns(*entry);
        if (columns <= request.view.inner && request.bytes_of(columns) <= request.most_bytes) {
            return columns;
        }
    }
    return modelled_columns(request);
}

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
