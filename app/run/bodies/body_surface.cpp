// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/bodies/body_surface.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>

#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/input/stl_file.hpp"
#include "app/run/input_errors.hpp"

namespace tobiuo {
namespace {

using flow::Corner;

std::string key_of_surface(const BodyShape& shape)
{
    return shape.key + ".stl";
}

[[noreturn]] void refuse(const BodyShape& shape, const std::string& reason)
{
    throw InputError{shape.stl->at, fmt::format("{}: '{}' {}", key_of_surface(shape),
                                                shape.stl->path.filename().string(), reason)};
}

/// "1 edge", "2 edges".
std::string counted(std::int64_t count, std::string_view what)
{
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// Is exact for a right angle, so that what is turned by one stays on the lines of the grid.
double cosine(double degrees)
{
    return std::abs(std::remainder(degrees, 180.0)) == 90.0
               ? 0.0
               : std::cos(degrees * std::numbers::pi / 180.0);
}

/// Turns a corner about an axis through the origin (O. Rodrigues, 1840).
Corner turned(const Corner& corner, const SurfaceRotation& rotation)
{
    const double length = std::hypot(rotation.axis[0], rotation.axis[1], rotation.axis[2]);
    const double angle_cosine = cosine(rotation.angle);
    const double angle_sine = cosine(rotation.angle - 90.0);
    Corner axis = rotation.axis;
    double along = 0.0;
    for (std::size_t n = 0; n < 3; ++n) {
        axis.at(n) /= length;
        along += axis.at(n) * corner.at(n);
    }
    Corner result{};
    for (std::size_t n = 0; n < 3; ++n) {
        const std::size_t next = (n + 1) % 3;
        const std::size_t last = (n + 2) % 3;
        const double across = axis.at(next) * corner.at(last) - axis.at(last) * corner.at(next);
        result.at(n) = corner.at(n) * angle_cosine + across * angle_sine +
                       axis.at(n) * along * (1.0 - angle_cosine);
    }
    return result;
}

void place(std::span<flow::Triangle> triangles, const BodyShape& shape)
{
    const double scale = shape.scale.value_or(1.0);
    const Corner shift = shape.shift.value_or(Corner{});
    std::array<Corner, 3> units{{{scale, 0.0, 0.0}, {0.0, scale, 0.0}, {0.0, 0.0, scale}}};
    if (shape.rotation) {
        for (Corner& unit : units) {
            unit = turned(unit, *shape.rotation);
        }
    }
    for (flow::Triangle& triangle : triangles) {
        for (Corner& corner : triangle) {
            const Corner given = corner;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                corner.at(axis) = given[0] * units[0].at(axis) + given[1] * units[1].at(axis) +
                                  given[2] * units[2].at(axis) + shift.at(axis);
                if (!std::isfinite(corner.at(axis))) {
                    refuse(shape,
                           "has a corner that is not finite where the case puts it (its numbers "
                           "are too large): make the scale or the shift smaller");
                }
            }
        }
    }
}

void refuse_open(const BodyShape& shape, const flow::SurfaceFaults& faults)
{
    if (faults.open > 0) {
        refuse(shape, fmt::format(
                          "is not closed ({} on one triangle only, {}): close its surface in the "
                          "program that made it",
                          faults.open == 1 ? "1 edge is" : fmt::format("{} edges are", faults.open),
                          faults.holes == 1 ? "the rim of a hole"
                                            : fmt::format("the rims of {} holes", faults.holes)));
    }
    if (faults.branching > 0) {
        refuse(shape,
               fmt::format("bounds no body ({} on an odd number of triangles, such as three): "
                           "remove the triangles that are inside it",
                           faults.branching == 1 ? "1 edge is"
                                                 : fmt::format("{} edges are", faults.branching)));
    }
}

/// "x 0 to 1, y -2 to 2", of as many axes.
std::string extent_text(const Corner& lower, const Corner& upper, int dimensions)
{
    std::string text;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis) {
        text += fmt::format("{}{} {:.5g} to {:.5g}", axis == 0 ? "" : ", ",
                            casefile::axis_words.at(axis), lower.at(axis), upper.at(axis));
    }
    return text;
}

}  // namespace

InsideSurface inside_of_surface(const BodyShape& shape, int dimensions)
{
    if (dimensions < 2) {
        refuse(shape, "is a surface, and the case has one axis: give it another one");
    }
    std::vector<flow::Triangle> triangles =
        at_key(key_of_surface(shape), shape.stl->path, shape.stl->at,
               [&] { return read_stl(shape.stl->path); });
    const flow::SurfaceFaults faults = flow::find_faults(triangles);
    refuse_open(shape, faults);
    place(triangles, shape);
    const flow::InsideRule rule =
        faults.turned == 0 ? flow::InsideRule::winding : flow::InsideRule::parity;
    return {.surface = std::make_shared<const BodySurface>(
                BodySurface{.triangles = std::ssize(triangles),
                            .faults = faults,
                            .inside = flow::ClosedSurface{triangles, rule}}),
            .is_cut = dimensions == 2};
}

const BodySurface* surface_of(const InsideFunction& inside)
{
    const auto* surface = inside.target<InsideSurface>();
    return surface == nullptr ? nullptr : surface->surface.get();
}

std::string text_of(const BodySurface& surface)
{
    return fmt::format("of {}{}, {}", counted(surface.triangles, "triangle"),
                       surface.faults.flat == 0
                           ? ""
                           : fmt::format(" ({} left out, with equal corners)", surface.faults.flat),
                       extent_text(surface.inside.lower(), surface.inside.upper(), 3));
}

std::vector<std::string> surface_warnings(const BodyShape& shape, const BodySurface& surface)
{
    std::vector<std::string> warnings;
    if (surface.faults.turned > 0) {
        warnings.push_back(fmt::format(
            "{}: triangles on both sides of {} are turned opposite ways (which side is outside "
            "differs): inside is what the surface encloses an odd number of times, so parts must "
            "not overlap",
            key_of_surface(shape), counted(surface.faults.turned, "edge")));
    } else if (const auto [least, greatest] = surface.inside.windings(); greatest - least > 1) {
        warnings.push_back(fmt::format(
            "{}: the surface crosses itself or has parts in each other (its winding numbers are "
            "{} to {}): inside is what any part encloses; turn the triangles of a cavity round",
            key_of_surface(shape), least, greatest));
    }
    return warnings;
}

std::string no_cell_reason(const BodySurface& surface, const Grid& grid, int dimensions)
{
    const Corner& lower = surface.inside.lower();
    const Corner& upper = surface.inside.upper();
    Corner box_lower{};
    Corner box_upper{};
    bool is_outside = dimensions == 2 && !(lower[2] <= 0.0 && upper[2] > 0.0);
    const bool misses_plane = is_outside;
    bool is_small = false;
    for (std::size_t n = 0; n < static_cast<std::size_t>(dimensions); ++n) {
        const Axis& axis = grid.axes.at(n);
        box_lower.at(n) = axis.lower;
        box_upper.at(n) = axis.upper;
        is_outside = is_outside || upper.at(n) <= axis.lower || lower.at(n) >= axis.upper;
        is_small = is_small || upper.at(n) - lower.at(n) < axis.spacing();
    }
    const std::string_view reason = misses_plane ? "does not meet the plane z = 0"
                                    : is_outside ? "lies outside the box"
                                    : is_small   ? "is smaller than a cell"
                                                 : "has the centre of none inside";
    return fmt::format(
        "(its surface {}: it is {}; the box is {}): correct the scale, such as "
        "0.001 from millimetres to metres, or the shift",
        reason, extent_text(lower, upper, 3), extent_text(box_lower, box_upper, dimensions));
}

std::int64_t surface_bytes(std::int64_t triangles)
{
    constexpr std::int64_t as_corners = 2 * sizeof(flow::Triangle);  // a vector that grows
    constexpr std::int64_t as_surface = 120;                         // or, before, as edges
    return triangles * (as_corners + as_surface);
}

}  // namespace tobiuo
