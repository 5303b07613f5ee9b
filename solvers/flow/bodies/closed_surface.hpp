// SPDX-License-Identifier: BSD-3-Clause
// The inside of a closed surface of triangles.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "solvers/flow/bodies/triangle.hpp"

namespace tobiuo::flow {

/// Which points a closed surface has inside.
enum class InsideRule {
    winding,  ///< those that it encloses, however often: parts that overlap are one body
    parity    ///< those that it encloses an odd number of times, whichever way triangles are turned
};

/// Tells of points whether they lie inside a surface that SurfaceFaults::is_closed(), from any
/// thread.
///
/// Method    the line from the point upwards along x goes through triangles, which are looked for
///           in one of many buckets over y and z, by their upper ends along x.
/// Edges     y and z are whole numbers, of which 2^31 lie across the surface. Which side of an edge
///           a line passes is exact, then, and a line through an edge or a corner goes through one
///           of the triangles around it: no line leaks, and bodies with a common face have each
///           point in one of them. A box has what is at its lower ends, and not at the upper ones.
/// Accuracy  corners move by at most 2^-32 of the extent along y and z, and not along x.
/// Memory    at most 120 bytes for each triangle, however they lie, or 4 MiB if that is more.
/// Source    E. Haines, Point in polygon strategies, in Graphics Gems IV (1994), of lines through
///           corners.
class ClosedSurface {
public:
    /// The triangles are at most 2^27, and their corners are finite. Throws std::invalid_argument
    /// otherwise, or if there is none.
    ClosedSurface(std::span<const Triangle> triangles, InsideRule rule);

    [[nodiscard]] bool contains(double x, double y, double z) const;

    /// The corners of the box around the surface.
    [[nodiscard]] const Corner& lower() const { return lower_; }
    [[nodiscard]] const Corner& upper() const { return upper_; }

    /// The least and the greatest number of times that the surface encloses a point, below 0 where
    /// its outside is inside, on lines through each bucket, at least `lines` along y and along z if
    /// that takes less than a second. Those of a body are 0 and 1; others show that the surface
    /// crosses itself or has parts in each other. What lies between the lines is missed.
    [[nodiscard]] std::pair<int, int> windings(int lines = 256) const;

private:
    /// A place in the plane of y and z.
    struct Place {
        std::int32_t y{};
        std::int32_t z{};
    };
    struct Facet {
        std::array<Place, 3> places;
        std::array<double, 3> heights;  ///< along x

        [[nodiscard]] double top() const;
        /// Whether the line through a place goes through it.
        [[nodiscard]] bool covers(const Place& at) const;
        /// Where a line that goes through it does, and whether it goes out of the body there.
        [[nodiscard]] std::pair<double, bool> crossing(const Place& at) const;
    };

    /// Twice the area of the triangle of three places, below 0 if they run clockwise.
    [[nodiscard]] static std::int64_t area(const Place& a, const Place& b, const Place& c);
    [[nodiscard]] std::int32_t whole(std::size_t axis, double position) const;
    [[nodiscard]] std::int64_t bucket(std::size_t axis, std::int32_t position) const;
    [[nodiscard]] std::span<const std::uint32_t> facets_near(const Place& at) const;
    template <typename Take>
    void for_each_run(const Facet& facet, const Take& take) const;
    void choose_buckets();
    void fill_buckets();

    InsideRule rule_;
    Corner lower_;
    Corner upper_;
    Corner scale_{};  ///< whole numbers in a unit of length
    std::vector<Facet> facets_;
    std::array<std::int64_t, 3> buckets_{1, 1, 1};  ///< along each axis, one along x
    std::vector<std::uint32_t> begins_;             ///< of each bucket in `members_`, [z][y]
    std::vector<std::uint32_t> members_;            ///< numbers of facets, the highest top first
};

}  // namespace tobiuo::flow
