// SPDX-License-Identifier: BSD-3-Clause
// Interpolates linearly between a few colours of each map.
#include "app/output/picture/colour_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace tobiuo {
namespace {

constexpr std::array<std::uint32_t, 18> viridis_table{
    0x440154, 0x481769, 0x472a7a, 0x433d84, 0x3d4e8a, 0x355e8d, 0x2e6d8e, 0x297b8e, 0x23898e,
    0x1f978b, 0x21a585, 0x2eb37c, 0x46c06f, 0x65cb5e, 0x89d548, 0xb0dd2f, 0xd8e219, 0xfde725};

constexpr std::array<std::uint32_t, 9> blue_white_red_table{
    0x15295e, 0x27549b, 0x4f8bc4, 0xa6cbe6, 0xffffff, 0xf6bfa3, 0xdb7459, 0xb0302f, 0x66091c};

std::uint8_t mixed(std::uint32_t from, std::uint32_t to, unsigned shift, double fraction)
{
    const auto a = static_cast<double>((from >> shift) & 255U);
    const auto b = static_cast<double>((to >> shift) & 255U);
    return static_cast<std::uint8_t>(std::lround(a + fraction * (b - a)));
}

/// The colour at `t` in [0, 1] along `table`, whose colours have equal distances.
Rgb mixed_in(std::span<const std::uint32_t> table, double t)
{
    const double place = std::clamp(t, 0.0, 1.0) * static_cast<double>(table.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(place), table.size() - 2);
    const double fraction = place - static_cast<double>(low);
    const std::uint32_t from = table[low];
    const std::uint32_t to = table[low + 1];
    return {.red = mixed(from, to, 16, fraction),
            .green = mixed(from, to, 8, fraction),
            .blue = mixed(from, to, 0, fraction)};
}

}  // namespace

Rgb viridis(double t)
{
    return mixed_in(viridis_table, t);
}

Rgb blue_white_red(double t)
{
    return mixed_in(blue_white_red_table, t);
}

Rgb colour_of(ColourMap map, double t)
{
    return map == ColourMap::diverging ? blue_white_red(t) : viridis(t);
}

}  // namespace tobiuo
