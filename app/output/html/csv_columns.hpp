// SPDX-License-Identifier: BSD-3-Clause
// The columns of a CSV file, thinned so that they fit into a page.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/input/input_file.hpp"

namespace tobiuo {

/// Six significant digits of `value`, which a chart shows and which take little room as JSON.
[[nodiscard]] double rounded(double value);

/// Columns of a CSV file, with as many rows as a page may show. Rows that begin alike, as those of
/// several probes at one step, are a group, which is kept or left out as a whole.
struct CsvTable {
    std::size_t rows{};  ///< of the file
    std::vector<std::string> heads{};
    /// Values of the rows that are kept, group by group: rounded numbers, texts, or null where there
    /// is nothing finite.
    std::vector<std::vector<nlohmann::ordered_json>> groups{};
};

/// Reads about `most` values of a file in two passes, of which neither holds the file: groups are
/// left out evenly, the first and the last one are kept. All values of the column called `names` are
/// texts. Where more rows than `most_together` begin alike each is a group. Throws Unreadable if lines
/// or columns are longer or more than those of tobiuo's tables.
[[nodiscard]] CsvTable read_csv(const InputFile& file, std::size_t most,
                                std::string_view names = {}, std::size_t most_together = 1000);

/// {"rows": as below, "shared": {column: [a value of each group]}, "of": {name: {column: [values]}}}: the
/// columns before the one called `names` once for each group, those behind it for each name in that
/// column, with about `most` values in all. Null as below.
[[nodiscard]] nlohmann::ordered_json columns_by_name(const CsvTable& table, std::string_view names,
                                                     std::size_t most);

/// The columns of the last group alone, without rows that `is_left_out` takes by their values. Null
/// if it has more than `most` values.
[[nodiscard]] nlohmann::ordered_json last_columns_of(
    const CsvTable& table, std::size_t most,
    const std::function<bool(std::span<const nlohmann::ordered_json> row)>& is_left_out);

/// {"rows": their number in the file, "columns": {name: [values]}} with about `most` of the values
/// in the table, left out in the same way. Null if the table has no row, or `most` is 0.
[[nodiscard]] nlohmann::ordered_json columns_of(const CsvTable& table, std::size_t most);

}  // namespace tobiuo
