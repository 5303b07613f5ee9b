// SPDX-License-Identifier: BSD-3-Clause
// Drawings of bodies in characters.
#include "app/run/bodies/body_drawing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

using Inside = std::function<bool(double x, double y, double z)>;

std::string drawing(const Grid& grid, int dimensions, const std::vector<Inside>& insides)
{
    SolidCells solid{grid};
    std::vector<BodyCells> bodies;
    for (const Inside& inside : insides) {
        solid.begin_body();
        bodies.push_back(find_cells(
            {.known = inside}, inside, grid, dimensions,
            [&](std::int64_t at, const std::array<std::int64_t, 3>&) { solid.add(at); }));
    }
    return body_drawing(grid, dimensions, solid, bodies);
}

Grid flat(std::int64_t nx, std::int64_t ny, double length_x, double length_y)
{
    return {.axes = {Axis{.cells = nx, .upper = length_x}, Axis{.cells = ny, .upper = length_y},
                     Axis{}}};
}

std::string repeated(const std::string& part, int count)
{
    std::string text;
    for (int n = 0; n < count; ++n) {
        text += part;
    }
    return text;
}

TEST(BodyDrawing, keeps_the_proportions_and_has_y_upwards)
{
    // A box of 72 x 8: 72 characters by 4, each of a cell and two.
    const std::string text =
        drawing(flat(72, 8, 72.0, 8.0), 2,
                {[](double x, double y, double) { return x < 10.0 && y < 3.0; }});
    const std::string fluid = "  " + std::string(72, '.') + "\n";
    EXPECT_EQ(text, "  body                   x to the right, y upwards\n" + fluid + fluid + "  " +
                        std::string(10, '#') + std::string(62, '.') + "\n  " +
                        std::string(10, '#') + std::string(62, '.') + "\n");
}

TEST(BodyDrawing, has_what_is_partly_solid)
{
    // A high box: 12 characters by 24, each of two cells by four; a third of a character is solid.
    const std::string text =
        drawing(flat(24, 96, 1.0, 4.0), 2,
                {[](double x, double y, double) { return x < 1.0 / 24 && y < 1.0 / 24 * 3; }});
    EXPECT_EQ(text, "  body                   x to the right, y upwards\n" +
                        repeated("  ............\n", 23) + "  +...........\n");
}

TEST(BodyDrawing, has_the_numbers_of_several_bodies)
{
    const Inside left = [](double x, double, double) { return x < 0.25; };
    const Inside right = [](double x, double, double) { return x > 0.75; };
    const std::string text = drawing(flat(8, 4, 1.0, 1.0), 2, {left, right});
    EXPECT_THAT(text, StartsWith("  bodies                 x to the right, y upwards, each by its "
                                 "number\n  " +
                                 std::string(12, '1') + std::string(24, '.') +
                                 std::string(12, '2') + "\n"));
}

TEST(BodyDrawing, is_that_of_stretched_axes_and_of_nodes)
{
    Grid grid = flat(2, 1, 1.0, 1.0);
    grid.axes[0].nodes = {0.0, 0.75, 1.0};
    const Inside first = [](double x, double, double) { return x < 0.5; };
    EXPECT_THAT(drawing(grid, 2, {first}),
                HasSubstr("\n  " + std::string(36, '#') + std::string(12, '.') + "\n"));
    Grid nodes = flat(2, 2, 1.0, 1.0);
    nodes.location = Location::node;  // that at 0.5 has half of the box
    EXPECT_THAT(drawing(nodes, 2, {first}),
                HasSubstr("\n  " + std::string(12, '#') + std::string(36, '.') + "\n"));
}

TEST(BodyDrawing, shows_the_outline_in_three_dimensions)
{
    Grid grid{.axes = {Axis{.cells = 16}, Axis{.cells = 20}, Axis{.cells = 24}}};
    for (const auto& [axis, name] : {std::pair{0, "x"}, {1, "y"}, {2, "z"}}) {
        const Inside cylinder = [along = axis](double x, double y, double z) {
            const double a = (along == 0 ? y : x) - 0.5;
            const double b = (along == 2 ? y : z) - 0.5;
            return a * a + b * b < 0.1;
        };
        EXPECT_THAT(drawing(grid, 3, {cylinder}),
                    StartsWith("  body                   plane " + std::string{name} + " = "));
    }
    const Inside ball = [](double x, double y, double z) {
        return (x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5) + (z - 0.3) * (z - 0.3) < 0.04;
    };
    grid.axes[0].cells = grid.axes[1].cells = grid.axes[2].cells = 20;
    const std::string text = drawing(grid, 3, {ball});
    EXPECT_THAT(text, StartsWith("  body                   plane z = 0.275, x to the right, y up"));
    const Inside ground = [](double, double, double z) { return z < 0.3; };
    EXPECT_THAT(drawing(grid, 3, {ground}), HasSubstr("plane y = 0.475, x to the right, z up"));
}

TEST(BodyDrawing, is_not_there_without_bodies_or_with_one_dimension)
{
    const Grid grid{.axes = {Axis{.cells = 8}, Axis{}, Axis{}}};
    EXPECT_EQ(drawing(grid, 1, {[](double x, double, double) { return x < 0.5; }}), "");
    EXPECT_EQ(drawing(flat(4, 4, 1.0, 1.0), 2, {}), "");
}

}  // namespace
}  // namespace tobiuo
