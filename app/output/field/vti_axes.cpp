#include "app/output/field/vti_axes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "app/output/field/vti.hpp"
#include "app/output/field/vti_document.hpp"

namespace tobiuo::vti {
namespace {

constexpr std::string_view axis_names = "xyz";

void check_axis(std::size_t axis, const Axis& read, double spacing)
{
    if (!std::isfinite(read.lower) || !std::isfinite(read.upper) || !(spacing > 0)) {
        throw std::runtime_error{std::string{"the origin or spacing along "} + axis_names[axis] +
                                 " is not usable: the origin must be finite, the spacing positive"};
    }
}

/// Throws for a rotated grid, which the solvers do not support.
void check_direction(const XmlElement& grid)
{
    constexpr std::array<double, 9> identity{1, 0, 0, 0, 1, 0, 0, 0, 1};
    if (numbers<double, 9>(grid, "Direction").value_or(identity) != identity) {
        throw std::runtime_error{
            "the grid is rotated (Direction is not the identity): write it along x, y, z"};
    }
}

/// Removes the nodes of an axis if they are those of equal cells.
void simplify(Axis& axis)
{
    Axis equal = axis;
    equal.nodes.clear();
    const double most = as_good_as_equal * (axis.upper - axis.lower);
    for (std::int64_t n = 0; n <= axis.cells; ++n) {
        if (std::abs(axis.node(n) - equal.node(n)) > most) {
            return;
        }
    }
    axis = equal;
}

/// The axis with the nodes `nodes`, of which there is at least one.
Axis axis_of(std::size_t axis, std::vector<double> nodes)
{
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        if (!std::isfinite(nodes[n]) || (n > 0 && nodes[n] <= nodes[n - 1])) {
            throw std::runtime_error{std::string{"coordinate "} + std::to_string(n) + " along " +
                                     axis_names[axis] +
                                     " is not usable: coordinates must be finite and increase"};
        }
    }
    if (nodes.size() == 1) {
        return {.cells = 1, .lower = nodes[0], .upper = nodes[0] + 1.0};
    }
    Axis read{.cells = std::ssize(nodes) - 1, .lower = nodes.front(), .upper = nodes.back()};
    read.nodes = std::move(nodes);
    simplify(read);
    return read;
}

}  // namespace

Extent extent_of(const XmlElement& element, const char* name)
{
    const auto extent = numbers<int, 6>(element, name);
    if (!extent) {
        report_damaged_header(std::string{"it has no "} + name);
    }
    constexpr int most = 1 << 30;  // the next number, and the difference of two, are still an int
    if (std::ranges::any_of(*extent, [](int end) { return end < -most || end >= most; })) {
        report_damaged_header(std::string{"its "} + name + " has an end beyond 2^30 points");
    }
    return *extent;
}

std::array<std::int64_t, 3> cells_of(const Extent& extent)
{
    std::array<std::int64_t, 3> cells{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        cells[axis] = std::int64_t{extent[2 * axis + 1]} - extent[2 * axis];
        if (cells[axis] < 0) {
            throw std::runtime_error{std::string{"the grid has no points along "} +
                                     axis_names[axis] + ": write at least one"};
        }
    }
    return cells;
}

std::array<Axis, 3> equal_axes(const XmlElement& grid, const Extent& extent)
{
    const auto cells = cells_of(extent);
    const auto origin = numbers<double, 3>(grid, "Origin").value_or(std::array{0.0, 0.0, 0.0});
    const auto spacing = numbers<double, 3>(grid, "Spacing").value_or(std::array{1.0, 1.0, 1.0});
    std::array<Axis, 3> axes{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double lower = origin[axis] + static_cast<double>(extent[2 * axis]) * spacing[axis];
        const std::int64_t count = std::max<std::int64_t>(cells[axis], 1);
        axes[axis] = {.cells = count,
                      .lower = lower,
                      .upper = lower + static_cast<double>(count) * spacing[axis]};
        check_axis(axis, axes[axis], spacing[axis]);
    }
    check_direction(grid);
    return axes;
}

std::array<Axis, 3> unequal_axes(Nodes nodes)
{
    std::array<Axis, 3> axes{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        axes[axis] = axis_of(axis, std::move(nodes[axis]));
    }
    return axes;
}

}  // namespace tobiuo::vti
