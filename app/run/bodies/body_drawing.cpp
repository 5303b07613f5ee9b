// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/bodies/body_drawing.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/output/picture/plane.hpp"

namespace tobiuo {
namespace {

constexpr double most_columns = 72.0;
constexpr double most_rows = 24.0;
constexpr double character_aspect = 2.0;  // its height by its width
constexpr std::size_t most_numbered = 9;
constexpr double rounding = 1e-9;  // of the part of a character

/// A layer of a grid across an axis, and the numbers of its bodies, [slower][faster].
struct Layer {
    int normal = 2;
    std::int64_t index = 0;
    std::vector<double> numbers = {};
};

Layer layer_at(const Grid& grid, const SolidCells& solid, int normal, std::int64_t index)
{
    CellBox box{.count = {grid.values(0), grid.values(1), grid.values(2)}};
    box.first.at(static_cast<std::size_t>(normal)) = index;
    box.count.at(static_cast<std::size_t>(normal)) = 1;
    Layer layer{.normal = normal, .index = index};
    layer.numbers.resize(static_cast<std::size_t>(box.cells()));
    solid.read(box, 0, layer.numbers);
    return layer;
}

/// How many neighbours along either axis differ, the fewer first: a body that is as long as the
/// layer has none along it.
std::array<std::int64_t, 2> outline_of(const Grid& grid, const Layer& layer)
{
    const std::vector<double>& numbers = layer.numbers;
    const auto columns = static_cast<std::size_t>(grid.values(plane_axes(layer.normal).faster));
    std::int64_t across = 0;
    std::int64_t up = 0;
    for (std::size_t at = 0; at < numbers.size(); ++at) {
        across += at % columns > 0 && numbers[at] != numbers[at - 1] ? 1 : 0;
        up += at >= columns && numbers[at] != numbers[at - columns] ? 1 : 0;
    }
    return {std::min(across, up), std::max(across, up)};
}

/// The layer through the middle of one of the first bodies that has the longest outlines; of equal
/// ones that across z.
Layer drawn_layer(const Grid& grid, const SolidCells& solid, std::span<const BodyCells> bodies)
{
    Layer best;
    std::array<std::int64_t, 2> most{-1, -1};
    for (const int normal : {2, 1, 0}) {
        const auto axis = static_cast<std::size_t>(normal);
        for (const BodyCells& body : bodies.first(std::min(bodies.size(), most_numbered))) {
            const std::int64_t middle = (body.first.at(axis) + body.last.at(axis)) / 2;
            Layer layer = layer_at(grid, solid, normal, middle);
            if (const auto outline = outline_of(grid, layer); outline > most) {
                most = outline;
                best = std::move(layer);
            }
        }
    }
    return best;
}

/// The part that a value of an axis has of a character.
struct Share {
    std::size_t value{};
    double part{};
};

/// The shares of each of `count` characters along an axis, whose values have cells or, on nodes, what
/// is nearest to them.
std::vector<std::vector<Share>> shares_of(const Grid& grid, int axis, int count)
{
    const Axis& along = grid.axes.at(static_cast<std::size_t>(axis));
    const std::int64_t values = grid.values(axis);
    const auto edge = [&](std::int64_t n) {
        return n == 0                            ? along.lower
               : n == values                     ? along.upper
               : grid.location == Location::cell ? along.node(n)
                                                 : along.centre(n - 1);
    };
    const double width = (along.upper - along.lower) / count;
    std::vector<std::vector<Share>> shares;
    for (int n = 0; n < count; ++n) {
        const double begin = along.lower + n * width;
        shares.emplace_back();
        for (std::int64_t value = 0; value < values; ++value) {
            const double part =
                (std::min(begin + width, edge(value + 1)) - std::max(begin, edge(value))) / width;
            if (part > rounding) {
                shares.back().push_back({.value = static_cast<std::size_t>(value), .part = part});
            }
        }
    }
    return shares;
}

/// Draws a layer, its upper end first.
std::string drawn(const Grid& grid, const Layer& layer, bool by_numbers)
{
    const auto [faster, slower] = plane_axes(layer.normal);
    const auto length = [&](int axis) {
        const Axis& along = grid.axes.at(static_cast<std::size_t>(axis));
        return along.upper - along.lower;
    };
    const double slope = length(slower) / length(faster) / character_aspect;
    const auto count = [](double wanted, double most) {
        return static_cast<int>(std::clamp(std::round(wanted), 1.0, most));
    };
    const auto across = shares_of(grid, faster, count(most_rows / slope, most_columns));
    const auto up = shares_of(grid, slower, count(most_columns * slope, most_rows));
    const auto columns = static_cast<std::size_t>(grid.values(faster));
    std::string text;
    for (std::size_t row = up.size(); row > 0; --row) {
        text += "  ";
        for (const std::vector<Share>& column : across) {
            double part = 0.0;
            std::size_t number = 0;
            for (const Share& above : up[row - 1]) {
                for (const Share& beside : column) {
                    const double here = layer.numbers[above.value * columns + beside.value];
                    part += here == 0.0 ? 0.0 : above.part * beside.part;
                    number = here == 0.0 ? number : static_cast<std::size_t>(here);
                }
            }
            const bool has_digit = by_numbers && number <= most_numbered;
            const char most = has_digit ? "0123456789"[number] : '#';
            text += part == 0.0 ? '.' : part < 0.5 - rounding ? '+' : most;
        }
        text += '\n';
    }
    return text;
}

}  // namespace

std::string body_drawing(const Grid& grid, int dimensions, const SolidCells& solid,
                         std::span<const BodyCells> bodies)
{
    if (bodies.empty() || dimensions < 2) {
        return "";
    }
    const bool is_flat = dimensions == 2;
    const Layer layer = is_flat ? layer_at(grid, solid, 2, 0) : drawn_layer(grid, solid, bodies);
    const auto word = [](int axis) {
        return casefile::axis_words.at(static_cast<std::size_t>(axis));
    };
    const std::string plane = is_flat ? ""
                                      : fmt::format("plane {} = {:.6g}, ", word(layer.normal),
                                                    grid.position(layer.normal, layer.index));
    const bool are_several = bodies.size() > 1;
    return fmt::format("  {:<22} {}{} to the right, {} upwards{}\n{}",
                       are_several ? "bodies" : "body", plane,
                       word(plane_axes(layer.normal).faster), word(plane_axes(layer.normal).slower),
                       are_several ? ", each by its number" : "", drawn(grid, layer, are_several));
}

}  // namespace tobiuo
