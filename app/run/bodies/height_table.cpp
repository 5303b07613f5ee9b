// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/bodies/height_table.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "app/errors.hpp"
#include "app/input/input_file.hpp"
#include "app/run/table_line.hpp"

namespace tobiuo {
namespace {

constexpr std::size_t longest_line = 65536;

struct Point {
    double x{};
    double y{};
    double height{};
    int line{};
};

/// Whether a line has the names of columns.
bool is_head(const TableLine& line)
{
    for (std::size_t cell = 0; cell < line.cells().size(); ++cell) {
        if (line.is_number(cell)) {
            return false;
        }
    }
    return true;
}

Point point_of(const TableLine& line, std::size_t axes)
{
    if (line.cells().size() != axes + 1) {
        throw InputError{
            line.at(0),
            fmt::format("expected {} (got {} cells in a case of {} dimensions): separate them by "
                        "commas or blanks, not by semicolons",
                        axes == 2 ? "x, y and the height" : "x and the height", line.cells().size(),
                        axes + 1)};
    }
    return {.x = line.number(0),
            .y = axes == 2 ? line.number(1) : 0.0,
            .height = line.number(axes),
            .line = line.at(0).line};
}

std::vector<Point> points_in(const std::filesystem::path& file, std::size_t axes)
{
    const std::string source = file.string();
    std::vector<Point> points;
    bool has_begun = false;
    int number = 0;
    InputFile::named(file).for_each_line(longest_line, [&](std::string_view text) {
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // spreadsheets write it
        if (number == 0 && text.starts_with(byte_order_mark)) {
            text.remove_prefix(byte_order_mark.size());
        }
        const TableLine line{text, source, ++number};
        if (!line.cells().empty() && (std::exchange(has_begun, true) || !is_head(line))) {
            points.push_back(point_of(line, axes));
        }
        return true;
    });
    if (points.empty()) {
        throw InputError{{.source = source, .line = 0, .column = 0},
                         "has no numbers (lines of a place and its height are expected): write the "
                         "table again"};
    }
    return points;
}

/// The different coordinates of the points, in ascending order.
std::vector<double> coordinates(const std::vector<Point>& points, double Point::*axis)
{
    std::vector<double> all;
    std::ranges::transform(points, std::back_inserter(all), axis);
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
    return {all.begin(), all.end()};
}

/// Of the lines with the x or with the y of a point that no line has, the fewer are told: a
/// coordinate that is written in another way than elsewhere is in few lines.
[[noreturn]] void refuse_without(double x, double y, const std::vector<Point>& points,
                                 const std::string& source)
{
    const bool by_x =
        std::ranges::count(points, x, &Point::x) <= std::ranges::count(points, y, &Point::y);
    const auto beside =
        by_x ? std::ranges::find(points, x, &Point::x) : std::ranges::find(points, y, &Point::y);
    throw InputError{
        {.source = source, .line = beside->line, .column = 1},
        fmt::format(
            "has {} = {}, but no line has the point x = {}, y = {} (the points make no full "
            "rectangular grid): add it, or write equal coordinates with equal digits",
            by_x ? "x" : "y", by_x ? x : y, x, y)};
}

[[noreturn]] void refuse_again(const Point& point, const Point& first, const std::string& source)
{
    throw InputError{{.source = source, .line = point.line, .column = 1},
                     fmt::format("has the point of line {} again (a place has one height): remove "
                                 "one of them",
                                 first.line)};
}

/// An axis with nodes at the coordinates.
Axis axis_at(std::vector<double> nodes)
{
    if (nodes.size() == 1) {
        return {};
    }
    return {.cells = std::ssize(nodes) - 1,
            .lower = nodes.front(),
            .upper = nodes.back(),
            .nodes = std::move(nodes)};
}

}  // namespace

bool is_height_table(const std::filesystem::path& file)
{
    const std::filesystem::path kind = file.extension();
    return kind == ".csv" || kind == ".txt" || kind == ".xyz";
}

HeightTable read_height_table(const std::filesystem::path& file, int axes)
{
    std::vector<Point> points = points_in(file, static_cast<std::size_t>(axes));
    std::ranges::sort(points, {}, [](const Point& one) {
        return std::tuple{one.y, one.x, one.line};
    });
    const std::vector<double> x = coordinates(points, &Point::x);
    const std::vector<double> y = coordinates(points, &Point::y);
    for (std::size_t n = 0; n < points.size() || n / x.size() < y.size(); ++n) {
        if (n > 0 && n < points.size() && points[n].x == points[n - 1].x &&
            points[n].y == points[n - 1].y) {
            refuse_again(points[n], points[n - 1], file.string());
        }
        const double x_here = x[n % x.size()];
        const double y_here = y[n / x.size()];
        if (n >= points.size() || points[n].x != x_here || points[n].y != y_here) {
            refuse_without(x_here, y_here, points, file.string());
        }
    }
    HeightTable table{
        .grid = {.axes = {axis_at(x), axis_at(y), Axis{}}, .location = Location::node},
        .counts = {std::ssize(x), std::ssize(y), 1},
        .heights = {}};
    std::ranges::transform(points, std::back_inserter(table.heights), &Point::height);
    return table;
}

std::int64_t height_table_bytes(const std::filesystem::path& file)
{
    std::int64_t lines = 0;
    InputFile::named(file).for_each_line(longest_line, [&](std::string_view /*line*/) {
        ++lines;
        return true;
    });
    return lines * static_cast<std::int64_t>(3 * sizeof(Point));  // a vector that grows
}

}  // namespace tobiuo
