// SPDX-License-Identifier: BSD-3-Clause
// A field in one file and the same in pieces with their index.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/output/field/vti.hpp"
#include "app/output/field/write_fields.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/grid.hpp"
#include "solvers/poisson/planes.hpp"
#include "tests/app/output/field/sample.hpp"

namespace tobiuo::test {

using Slices = std::vector<ranks::Slice>;

/// The sample grid with seven planes of values along z.
inline Grid seven_planes(Location location)
{
    Grid grid = sample_grid(location);
    grid.axes[2].cells = location == Location::cell ? 7 : 6;
    return grid;
}

/// The same with unequal cells along z.
inline Grid seven_unequal_planes(Location location)
{
    Grid grid = seven_planes(location);
    Axis& z = grid.axes[2];
    for (std::int64_t n = 0; n <= z.cells; ++n) {
        z.nodes.push_back(0.25 + static_cast<double>(n * n) / 3.0);
    }
    z.lower = z.nodes.front();
    z.upper = z.nodes.back();
    return grid;
}

/// Slices of as many planes as `counts` says.
inline Slices slices_of_counts(std::span<const std::int64_t> counts)
{
    Slices slices;
    std::int64_t first = 0;
    for (const std::int64_t count : counts) {
        slices.push_back({.first = first, .count = count});
        first += count;
    }
    return slices;
}

/// The ways in which seven planes are divided: equally or not, and among more ranks than need be.
inline std::vector<Slices> divisions_of_seven()
{
    const std::vector<std::vector<std::int64_t>> divisions{{7},       {3, 4},    {6, 1},
                                                           {1, 4, 2}, {4, 2, 1}, {5, 2, 0}};
    std::vector<Slices> slices;
    for (const auto& counts : divisions) {
        slices.push_back(slices_of_counts(counts));
    }
    return slices;
}

/// The field `name` as the rank with the planes `own` has it: only these planes can be read, and on
/// nodes the next one.
template <typename Real>
Field own_field(const std::string& name, const std::vector<Real>& values, const Grid& grid,
                ranks::Slice own)
{
    const poisson::PlaneBlocks blocks = poisson::blocks_of(grid);
    const std::int64_t shared = grid.location == Location::node ? 1 : 0;
    const auto all = poisson::planes_of(std::span<const Real>{values}, blocks.values);
    const auto read = [=](std::int64_t first, std::span<double> planes) {
        const std::int64_t end = first + std::ssize(planes) / blocks.values;
        if (first < own.first || end > own.end() + shared) {
            throw std::logic_error{"a plane of another rank is read"};
        }
        all(first, planes);
    };
    return {.name = name,
            .values = StreamedValues{
                .read = read,
                .blocks = blocks,
                .precision = sizeof(Real) == sizeof(float) ? Precision::fp32 : Precision::fp64}};
}

/// Writes the fields p and q as all ranks do together: pieces, and their index at `path`.
template <typename Real>
void write_pieces(const std::filesystem::path& path, ImageDescription description,
                  const std::vector<Real>& p, const std::vector<Real>& q, const Slices& slices)
{
    const Grid& grid = description.grid;
    write_fields_index(path, description, std::array{field("p", p), field("q", q)}, slices);
    for (std::size_t rank = 0; rank < slices.size(); ++rank) {
        if (slices[rank].count > 0) {
            description.piece = slices[rank];
            write_fields(piece_path(path, static_cast<int>(rank)), description,
                         std::array{own_field("p", p, grid, slices[rank]),
                                    own_field("q", q, grid, slices[rank])});
        }
    }
}

}  // namespace tobiuo::test
