// SPDX-License-Identifier: BSD-3-Clause
// The shape of a body in the box, as a case gives it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <tobiuo/level_set.hpp>

#include "app/case/values/values.hpp"
#include "app/errors.hpp"

namespace tobiuo {

/// About an axis through the origin.
struct SurfaceRotation {
    std::array<double, 3> axis{};
    double angle = 0.0;  ///< in degrees
};

/// A shape, which is one of four, and its name.
struct BodyShape {
    std::string name = {};
    std::string key = {};  ///< of the case: "obstacles.rock"
    std::optional<FieldExpression> inside = {};
    double time = 0.0;  ///< at which it is looked at, of an expression that has t
    std::optional<NamedFile> voxels = {};
    std::optional<NamedFile> height = {};
    std::optional<NamedFile> stl = {};
    std::optional<double> scale = {};  ///< of the surface in `stl`, before the others
    std::optional<SurfaceRotation> rotation = {};
    std::optional<std::array<double, 3>> shift = {};
    std::optional<std::string> field = {};  ///< array of the file; without it the only one
    Position at = {};
    std::int64_t cells = 0;      ///< with their centres in it, once they were counted
    std::int64_t triangles = 0;  ///< of its surface, as `cells`
    InsideFunction known = {};   ///< what lies inside, once it was read
};

}  // namespace tobiuo
