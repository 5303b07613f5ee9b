// Linear interpolation between every fifteenth colour of viridis.
#include "app/fields/colour_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace tobiuo {
namespace {

constexpr std::array<std::uint32_t, 18> viridis_table{
    0x440154, 0x481769, 0x472a7a, 0x433d84, 0x3d4e8a, 0x355e8d, 0x2e6d8e, 0x297b8e, 0x23898e,
    0x1f978b, 0x21a585, 0x2eb37c, 0x46c06f, 0x65cb5e, 0x89d548, 0xb0dd2f, 0xd8e219, 0xfde725};

std::uint8_t mixed(std::uint32_t from, std::uint32_t to, unsigned shift, double fraction)
{
    const auto a = static_cast<double>((from >> shift) & 255U);
    const auto b = static_cast<double>((to >> shift) & 255U);
    return static_cast<std::uint8_t>(std::lround(a + fraction * (b - a)));
}

}  // namespace

Rgb viridis(double t)
{
    const double place = std::clamp(t, 0.0, 1.0) * (viridis_table.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(place), viridis_table.size() - 2);
    const double fraction = place - static_cast<double>(low);
    const std::uint32_t from = viridis_table[low];
    const std::uint32_t to = viridis_table[low + 1];
    return {.red = mixed(from, to, 16, fraction),
            .green = mixed(from, to, 8, fraction),
            .blue = mixed(from, to, 0, fraction)};
}

}  // namespace tobiuo
