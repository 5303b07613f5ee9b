#include "app/output/html/csv_columns.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
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

Json value_in(std::string_view cell)
{
    double value = 0.0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (cell.empty() || error == std::errc::result_out_of_range) {
        return nullptr;
    }
    if (error != std::errc{} || end != cell.data() + cell.size()) {
        return std::string{cell};
    }
    return std::isfinite(value) ? Json(rounded(value)) : Json(nullptr);
}

/// How many rows after the line of names begin as the first of them: those of one time.
std::size_t rows_together(const std::vector<std::string>& lines)
{
    const auto first_of = [](const std::string& line) { return line.substr(0, line.find(',')); };
    std::size_t rows = 1;
    while (rows + 1 < lines.size() && first_of(lines[rows + 1]) == first_of(lines[1])) {
        ++rows;
    }
    return rows;
}

/// The lines of a file that are not empty.
std::vector<std::string> lines_of(const std::filesystem::path& file)
{
    std::ifstream stream{file};
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        if (!line.empty()) {
            lines.push_back(line);
        }
    }
    return lines;
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

Json csv_columns(const std::filesystem::path& file, std::size_t most, std::string_view names)
{
    const std::vector<std::string> lines = lines_of(file);
    if (lines.size() < 2) {
        return nullptr;
    }
    const std::vector<std::string_view> heads = cells_of(lines.front());
    const std::size_t rows = lines.size() - 1;
    const std::size_t together = rows_together(lines);
    const std::size_t times = (rows + together - 1) / together;
    const std::size_t kept =
        std::min(times, std::max<std::size_t>(2, most / heads.size() / together));
    std::vector<Json> columns(heads.size(), Json::array());
    for (std::size_t n = 0; n < kept; ++n) {
        const std::size_t time = kept > 1 ? n * (times - 1) / (kept - 1) : 0;
        for (std::size_t row = time * together; row < std::min(rows, (time + 1) * together);
             ++row) {
            const std::vector<std::string_view> cells = cells_of(lines[1 + row]);
            for (std::size_t column = 0; column < heads.size(); ++column) {
                columns[column].push_back(column >= cells.size() ? Json(nullptr)
                                          : heads[column] == names
                                              ? Json(std::string{cells[column]})
                                              : value_in(cells[column]));
            }
        }
    }
    Json named = Json::object();
    for (std::size_t column = 0; column < heads.size(); ++column) {
        named[std::string{heads[column]}] = std::move(columns[column]);
    }
    return {{"rows", rows}, {"columns", std::move(named)}};
}

}  // namespace tobiuo
