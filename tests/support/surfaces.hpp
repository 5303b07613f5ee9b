// SPDX-License-Identifier: BSD-3-Clause
// Closed surfaces of triangles, and STL files of them.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iomanip>
#include <numbers>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "solvers/flow/bodies/triangle.hpp"

namespace tobiuo::test {

using Surface = std::vector<flow::Triangle>;

/// The twelve triangles of a box.
[[nodiscard]] inline Surface box_surface(const flow::Corner& lower, const flow::Corner& upper)
{
    Surface surface;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const bool is_upper : {false, true}) {
            const auto corner = [&](bool next, bool last) {
                flow::Corner at{};
                at.at(axis) = (is_upper ? upper : lower).at(axis);
                at.at((axis + 1) % 3) = (next ? upper : lower).at((axis + 1) % 3);
                at.at((axis + 2) % 3) = (last ? upper : lower).at((axis + 2) % 3);
                return at;
            };
            const flow::Corner a = corner(false, false);
            const flow::Corner b = corner(is_upper, !is_upper);
            const flow::Corner c = corner(true, true);
            const flow::Corner d = corner(!is_upper, is_upper);
            surface.insert(surface.end(), {{a, b, c}, {a, c, d}});
        }
    }
    return surface;
}

/// A sphere of `parts` parts from pole to pole and twice as many round.
[[nodiscard]] inline Surface sphere_surface(const flow::Corner& centre, double radius, int parts)
{
    const auto at = [&](int row, int column) {
        const double polar = std::numbers::pi * row / parts;
        const double round = std::numbers::pi * (column % (2 * parts)) / parts;
        const double across = row == 0 || row == parts ? 0.0 : radius * std::sin(polar);
        return flow::Corner{centre[0] + across * std::cos(round),
                            centre[1] + across * std::sin(round),
                            centre[2] + radius * std::cos(polar)};
    };
    Surface surface;
    for (int row = 0; row < parts; ++row) {
        for (int column = 0; column < 2 * parts; ++column) {
            if (row + 1 < parts) {
                surface.push_back({at(row, column), at(row + 1, column), at(row + 1, column + 1)});
            }
            if (row > 0) {
                surface.push_back({at(row, column), at(row + 1, column + 1), at(row, column + 1)});
            }
        }
    }
    return surface;
}

/// The same triangles with their outside inside.
[[nodiscard]] inline Surface turned_round(Surface surface)
{
    for (flow::Triangle& triangle : surface) {
        std::swap(triangle[1], triangle[2]);
    }
    return surface;
}

[[nodiscard]] inline Surface joined(Surface surface, const Surface& other)
{
    surface.insert(surface.end(), other.begin(), other.end());
    return surface;
}

/// A binary STL file; `count` is what its header says.
[[nodiscard]] inline std::string stl_bytes(std::span<const flow::Triangle> surface,
                                           std::uint32_t count)
{
    std::string bytes = "solid in words, but binary";
    bytes.resize(80, ' ');
    const auto add = [&](std::uint32_t word, int size) {
        for (int n = 0; n < size; ++n) {
            bytes += static_cast<char>(word >> static_cast<unsigned>(8 * n) & 0xFFU);
        }
    };
    add(count, 4);
    for (const flow::Triangle& triangle : surface) {
        bytes.append(12, '\0');
        for (const flow::Corner& corner : triangle) {
            for (const double position : corner) {
                add(std::bit_cast<std::uint32_t>(static_cast<float>(position)), 4);
            }
        }
        add(0, 2);
    }
    return bytes;
}
[[nodiscard]] inline std::string stl_bytes(std::span<const flow::Triangle> surface)
{
    return stl_bytes(surface, static_cast<std::uint32_t>(surface.size()));
}

/// The same as text.
[[nodiscard]] inline std::string stl_text(std::span<const flow::Triangle> surface)
{
    std::ostringstream text;
    text << std::setprecision(17) << "solid of a test\n";
    for (const flow::Triangle& triangle : surface) {
        text << "  facet normal 0 0 0\n    outer loop\n";
        for (const flow::Corner& corner : triangle) {
            text << "      vertex " << corner[0] << ' ' << corner[1] << ' ' << corner[2] << '\n';
        }
        text << "    endloop\n  endfacet\n";
    }
    text << "endsolid of a test\n";
    return text.str();
}

}  // namespace tobiuo::test
