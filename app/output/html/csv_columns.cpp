// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/html/csv_columns.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string_view> cells_of(std::string_view line)
{
    std::vector<std::string_view> cells;
    while (true) {
        const std::size_t comma = line.find(',');
        cells.push_back(line.substr(0, comma));
        if (comma == std::string_view::npos) {
            return cells;
        }
        line.remove_prefix(comma + 1);
    }
}

/// The text of a cell, cut where no name of a column or a probe is as long.
std::string text_in_page(std::string_view cell)
{
    constexpr std::size_t longest = 100;
    return std::string{cell.substr(0, longest)};
}

Json value_in(std::string_view cell)
{
    double value = 0.0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (cell.empty() || error == std::errc::result_out_of_range) {
        return nullptr;
    }
    if (error != std::errc{} || end != cell.data() + cell.size()) {
        return text_in_page(cell);
    }
    return std::isfinite(value) ? Json(rounded(value)) : Json(nullptr);
}

/// What the first pass over a file finds.
struct Extent {
    std::vector<std::string> heads;
    std::size_t rows = 0;
    std::size_t together = 0;  ///< the rows of a group: those that begin as the first
};

constexpr std::size_t longest_line = 64 * 1024;
constexpr std::size_t most_columns = 512;

std::string_view first_of(std::string_view line)
{
    return line.substr(0, line.find(','));
}

Extent extent_of(const InputFile& file, std::size_t most_together)
{
    Extent extent;
    std::string first;
    file.for_each_line(longest_line, [&](std::string_view line) {
        if (line.empty()) {
            return true;
        }
        if (extent.heads.empty()) {
            const std::vector<std::string_view> heads = cells_of(line);
            extent.heads.assign(heads.begin(), heads.end());
            return heads.size() <= most_columns;
        }
        if (extent.rows == 0) {
            first = first_of(line);
        }
        if (extent.rows == extent.together && first_of(line) == first) {
            ++extent.together;
        }
        ++extent.rows;
        return true;
    });
    if (extent.heads.size() > most_columns) {
        throw Unreadable{"it has more than " + std::to_string(most_columns) + " columns"};
    }
    if (extent.together > most_together) {
        extent.together = 1;
    }
    return extent;
}

/// Which of `count` groups of so many values are kept, at least the first and the last.
class Kept {
public:
    Kept(std::size_t count, std::size_t group_values, std::size_t most)
        : count_{count},
          kept_{std::min(count,
                         std::max<std::size_t>(2, most / std::max<std::size_t>(1, group_values)))}
    {
    }

    [[nodiscard]] std::size_t size() const { return kept_; }
    /// The place of the n-th group that is kept.
    [[nodiscard]] std::size_t operator[](std::size_t n) const
    {
        return kept_ > 1 ? n * (count_ - 1) / (kept_ - 1) : 0;
    }

private:
    std::size_t count_;
    std::size_t kept_;
};

void add_row(std::string_view line, const std::vector<std::string>& heads, std::string_view names,
             std::vector<Json>& group)
{
    const std::vector<std::string_view> cells = cells_of(line);
    for (std::size_t column = 0; column < heads.size(); ++column) {
        group.push_back(column >= cells.size()   ? Json(nullptr)
                        : heads[column] == names ? Json(text_in_page(cells[column]))
                                                 : value_in(cells[column]));
    }
}

}  // namespace

double rounded(double value)
{
    constexpr int digits = 6;
    // Also for numbers so small that they have fewer digits, which std::stod() refuses.
    return std::isfinite(value)
               ? std::strtod(fmt::format("{:.{}g}", value, digits).c_str(), nullptr)
               : value;
}

CsvTable read_csv(const InputFile& file, std::size_t most, std::string_view names,
                  std::size_t most_together)
{
    Extent extent = extent_of(file, most_together);
    CsvTable table{.rows = extent.rows, .heads = std::move(extent.heads)};
    if (table.rows == 0) {
        return table;
    }
    const std::size_t count = (extent.rows + extent.together - 1) / extent.together;
    const Kept kept{count, table.heads.size() * extent.together, most};
    std::size_t line_number = 0;  // of the line of names
    file.for_each_line(longest_line, [&](std::string_view line) {
        if (line.empty()) {
            return true;
        }
        if (line_number > 0) {
            const std::size_t group = (line_number - 1) / extent.together;
            const bool begins = (line_number - 1) % extent.together == 0;
            if (begins && table.groups.size() < kept.size() && kept[table.groups.size()] == group) {
                table.groups.emplace_back();
            }
            if (!table.groups.empty() && kept[table.groups.size() - 1] == group) {
                add_row(line, table.heads, names, table.groups.back());
            }
        }
        return ++line_number <= extent.rows;
    });
    return table;
}

Json columns_by_name(const CsvTable& table, std::string_view names, std::size_t most)
{
    const auto found = std::ranges::find(table.heads, names);
    if (table.groups.empty() || most == 0 || found == table.heads.end()) {
        return nullptr;
    }
    const auto width = table.heads.size();
    const auto before = static_cast<std::size_t>(found - table.heads.begin());
    const std::size_t group_values =
        before + table.groups.front().size() / width * (width - before - 1);
    const Kept kept{table.groups.size(), group_values, most};
    Json shared = Json::object();
    Json of = Json::object();
    for (std::size_t n = 0; n < kept.size(); ++n) {
        const std::vector<Json>& group = table.groups[kept[n]];
        for (std::size_t column = 0; column < before; ++column) {
            shared[text_in_page(table.heads[column])].push_back(group.at(column));
        }
        for (std::size_t row = 0; row < group.size(); row += width) {
            if (!group[row + before].is_string()) {
                continue;  // the line is too short
            }
            Json& own = of[group[row + before].get<std::string>()];
            for (std::size_t column = before + 1; column < width; ++column) {
                Json& values = own[text_in_page(table.heads[column])];
                while (values.size() < n) {  // a name that comes later
                    values.push_back(nullptr);
                }
                values.push_back(group[row + column]);
            }
        }
    }
    return {{"rows", table.rows}, {"shared", std::move(shared)}, {"of", std::move(of)}};
}

Json last_columns_of(const CsvTable& table, std::size_t most,
                     const std::function<bool(std::span<const Json>)>& is_left_out)
{
    if (table.groups.empty()) {
        return nullptr;
    }
    const std::size_t width = table.heads.size();
    CsvTable last{.rows = table.rows, .heads = table.heads, .groups = {{}}};
    const std::span<const Json> group{table.groups.back()};
    for (std::size_t row = 0; row < group.size(); row += width) {
        if (!is_left_out(group.subspan(row, width))) {
            std::ranges::copy(group.subspan(row, width), std::back_inserter(last.groups.front()));
        }
    }
    return last.groups.front().size() > most ? Json(nullptr) : columns_of(last, most);
}

Json columns_of(const CsvTable& table, std::size_t most)
{
    if (table.groups.empty() || most == 0) {
        return nullptr;
    }
    std::vector<Json> columns(table.heads.size(), Json::array());
    const Kept kept{table.groups.size(), table.groups.front().size(), most};
    for (std::size_t n = 0; n < kept.size(); ++n) {
        const std::vector<Json>& group = table.groups[kept[n]];
        for (std::size_t at = 0; at < group.size(); ++at) {
            columns[at % columns.size()].push_back(group[at]);
        }
    }
    Json named = Json::object();
    for (std::size_t column = 0; column < columns.size(); ++column) {
        named[text_in_page(table.heads[column])] = std::move(columns[column]);
    }
    return {{"rows", table.rows}, {"columns", std::move(named)}};
}

}  // namespace tobiuo
