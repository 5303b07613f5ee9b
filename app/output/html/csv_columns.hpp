// The columns of a CSV file, thinned so that they fit into a page.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

namespace tobiuo {

/// Six significant digits of `value`, which a chart shows and which take little room as JSON.
[[nodiscard]] double rounded(double value);

/// {"rows": their number in the file, "columns": {name: [values]}} with about `most` values in all:
/// rows are left out evenly, the first and the last one are kept, and rows that begin alike, as those
/// of several probes at one step, stay together. Values are rounded numbers, texts, or null where
/// there is nothing finite; all of the column called `names` are texts. Null if there is no such
/// file or it has no row.
[[nodiscard]] nlohmann::ordered_json csv_columns(const std::filesystem::path& file,
                                                 std::size_t most, std::string_view names = {});

}  // namespace tobiuo
