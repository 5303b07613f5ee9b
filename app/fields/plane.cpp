#include "app/fields/plane.hpp"

#include <array>
#include <cstddef>
#include <iterator>
#include <stdexcept>

namespace tobiuo {
namespace {

template <typename Real>
std::vector<float> middle_of(const Grid& grid, int normal, std::span<const Real> values)
{
    const stencil::Shape shape = grid.shape();
    if (std::ssize(values) != shape.values()) {
        throw std::invalid_argument{"a plane is wanted of values that are not those of the grid"};
    }
    const std::array<std::int64_t, 3> strides{1, shape.nk, shape.plane()};
    const auto stride = [&](int axis) { return strides.at(static_cast<std::size_t>(axis)); };
    const auto [faster, slower] = plane_axes(normal);
    std::vector<float> plane;
    for (std::int64_t row = 0; row < grid.values(slower); ++row) {
        for (std::int64_t column = 0; column < grid.values(faster); ++column) {
            const std::int64_t at = middle_index(grid, normal) * stride(normal) +
                                    row * stride(slower) + column * stride(faster);
            plane.push_back(static_cast<float>(values[static_cast<std::size_t>(at)]));
        }
    }
    return plane;
}

}  // namespace

std::int64_t middle_index(const Grid& grid, int normal)
{
    return grid.values(normal) / 2;
}

std::vector<float> middle_plane(const Grid& grid, int normal, std::span<const float> values)
{
    return middle_of(grid, normal, values);
}

std::vector<float> middle_plane(const Grid& grid, int normal, std::span<const double> values)
{
    return middle_of(grid, normal, values);
}

}  // namespace tobiuo
