// Tables of benchmarks: a line for each row, made of some of the row's figures.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tobiuo::bench {

using Json = nlohmann::ordered_json;

/// The text of a figure of a row; "-" if the figure is null.
using Cell = std::function<std::string(const Json& row)>;

/// A cell of the figure `key` as a text, with a number of decimals, as 1.00e-07, as bytes, or in
/// milliseconds with about five digits.
[[nodiscard]] Cell word(std::string key);
[[nodiscard]] Cell fixed(std::string key, int decimals);
[[nodiscard]] Cell scientific(std::string key);
[[nodiscard]] Cell bytes(std::string key);
[[nodiscard]] Cell milliseconds(std::string key);

struct Column {
    std::string heading;
    int width{};  ///< below zero: texts are aligned to the left
    Cell cell;
};

/// The line of headings.
[[nodiscard]] std::string heading_line(const std::vector<Column>& columns);
/// The line of a row.
[[nodiscard]] std::string line_of(const std::vector<Column>& columns, const Json& row);

}  // namespace tobiuo::bench
