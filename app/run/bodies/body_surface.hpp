// SPDX-License-Identifier: BSD-3-Clause
// The shapes of bodies that are surfaces of triangles.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <tobiuo/level_set.hpp>

#include "app/case/sections/body_shape.hpp"
#include "solvers/flow/bodies/closed_surface.hpp"
#include "solvers/flow/bodies/surface_faults.hpp"

namespace tobiuo {

/// The surface of an STL file where the case puts it.
struct BodySurface {
    std::int64_t triangles{};
    flow::SurfaceFaults faults;
    flow::ClosedSurface inside;
};

/// Whether a point lies inside a surface, or inside its cut with the plane z = 0.
struct InsideSurface {
    std::shared_ptr<const BodySurface> surface;
    bool is_cut{};

    bool operator()(double x, double y, double z) const
    {
        return surface->inside.contains(x, y, is_cut ? 0.0 : z);
    }
};

/// Reads the file of the shape, which has one. Throws InputError if it cannot be read, its surface
/// is not closed, or the case has one dimension.
[[nodiscard]] InsideSurface inside_of_surface(const BodyShape& shape, int dimensions);

/// The surface of the body, null if its shape is another one.
[[nodiscard]] const BodySurface* surface_of(const InsideFunction& inside);

/// "of 1200 triangles, x 0 to 1, y 0 to 1, z -0.5 to 0.5".
[[nodiscard]] std::string text_of(const BodySurface& surface);

/// What is to be said of how the surface's triangles lie to each other.
[[nodiscard]] std::vector<std::string> surface_warnings(const BodyShape& shape,
                                                        const BodySurface& surface);

/// Why a body with the surface has no cell of the grid, and what to do, as parts of a sentence.
[[nodiscard]] std::string no_cell_reason(const BodySurface& surface, const Grid& grid,
                                         int dimensions);

/// Bytes of host memory that reading a surface takes.
[[nodiscard]] std::int64_t surface_bytes(std::int64_t triangles);

}  // namespace tobiuo
