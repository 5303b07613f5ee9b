#include "app/bench/table.hpp"

#include <spdlog/fmt/fmt.h>

#include <cstdlib>
#include <utility>

#include "app/machine/host.hpp"

namespace tobiuo::bench {
namespace {

template <typename Text>
std::string line(const std::vector<Column>& columns, const Text& text_of)
{
    std::string line;
    for (const Column& column : columns) {
        line += fmt::format(fmt::runtime(column.width < 0 ? "{}{:<{}}" : "{}{:>{}}"),
                            line.empty() ? "" : " ", text_of(column), std::abs(column.width));
    }
    return line + "\n";
}

/// A cell of a number, which may be null.
template <typename Text>
Cell number_cell(std::string key, const Text& text_of)
{
    return [key = std::move(key), text_of](const Json& row) {
        const Json& figure = row.at(key);
        return figure.is_null() ? std::string{"-"} : text_of(figure.get<double>());
    };
}

}  // namespace

Cell word(std::string key)
{
    return [key = std::move(key)](const Json& row) { return row.at(key).get<std::string>(); };
}

Cell fixed(std::string key, int decimals)
{
    return number_cell(std::move(key), [decimals](double value) {
        return fmt::format("{:.{}f}", value, decimals);
    });
}

Cell scientific(std::string key)
{
    return number_cell(std::move(key), [](double value) { return fmt::format("{:.2e}", value); });
}

Cell bytes(std::string key)
{
    return number_cell(std::move(key), [](double value) { return bytes_text(value); });
}

Cell milliseconds(std::string key)
{
    return number_cell(std::move(key), [](double value) {
        return fmt::format("{:.{}f}", value, value < 1.0 ? 5 : value < 100.0 ? 4 : 1);
    });
}

std::string heading_line(const std::vector<Column>& columns)
{
    return line(columns, [](const Column& column) { return column.heading; });
}

std::string line_of(const std::vector<Column>& columns, const Json& row)
{
    return line(columns, [&](const Column& column) { return column.cell(row); });
}

}  // namespace tobiuo::bench
