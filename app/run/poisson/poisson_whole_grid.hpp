// SPDX-License-Identifier: BSD-3-Clause
// Copies between the unknowns of a problem and all values of its grid, and the nodes that are there
// twice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "runtime/ranks/slice.hpp"
#include "solvers/expression.hpp"
#include "solvers/poisson/planes.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {

/// The values of nodes on Dirichlet ends: [axis][0: lower, 1: upper], each with all nodes of that
/// face of the grid, [slower][faster], rounded to the precision of the case; empty if there are no
/// such nodes.
using WallNodes = std::array<std::array<std::vector<double>, 2>, 3>;

/// Whether the grid has known values at this end: nodes with a Dirichlet condition.
[[nodiscard]] bool has_wall_nodes(const poisson::Problem& problem, int axis, int end);

/// `value` at the nodes of one face. Throws poisson::NotFinite.
[[nodiscard]] std::vector<double> sample_wall(const Expression& value, const Grid& grid, int axis,
                                              int end);

/// Copies the unknowns of some planes of z, [z][y][x], from these planes of the whole grid.
void copy_unknowns(const poisson::Problem& problem, std::span<const double> whole,
                   std::span<double> unknowns);

/// Reads planes of unknowns from the planes of the whole grid that `whole` reads.
[[nodiscard]] poisson::PlaneReader unknown_planes(const poisson::Problem& problem,
                                                  poisson::PlaneReader whole);

/// Reads planes of the whole grid: what `unknowns` reads, walls (where two meet, those of the later
/// axis), and at the last node of a periodic axis the values of its first node. `walls` must
/// outlive the reader.
[[nodiscard]] poisson::PlaneReader whole_planes(const poisson::Problem& problem,
                                                poisson::PlaneReader unknowns,
                                                const WallNodes& walls);

/// A place where a field on the nodes of a periodic axis has different values at both ends.
struct Unrepeated {
    std::size_t axis{};
    std::array<std::int64_t, 3> index{};  ///< index of the first of both nodes
    double first{};
    double last{};
};

/// Collects the values at both ends from planes of a field as they come. There is nothing to
/// collect on cells.
class PeriodicEnds {
public:
    /// `planes`: those of z that will be added. The ends of z are compared where the last plane is
    /// one of them.
    PeriodicEnds(const poisson::Problem& problem, const ranks::Slice& planes);

    /// Takes planes of z of the whole grid, of which `first` is the index of the first one.
    void add(std::int64_t first, std::span<const double> planes);

    /// Whether plane 0 is to be compared with the last one, but is none that will be added.
    [[nodiscard]] bool lacks_first_plane() const { return collects(2) && planes_.first > 0; }
    void add_first_plane(std::span<const double> plane);

    /// The largest absolute value of all planes; 0 if there is nothing to collect.
    [[nodiscard]] double largest() const { return largest_; }

    /// The first place at which both values differ by more than `most`; axes are searched in order.
    [[nodiscard]] std::optional<Unrepeated> first_unrepeated(double most) const;

private:
    [[nodiscard]] bool collects(int axis) const;
    void add_plane(std::int64_t z, std::span<const double> plane);

    poisson::Problem problem_;
    std::array<std::int64_t, 3> counts_;
    ranks::Slice planes_;
    /// [axis][0: lower, 1: upper][slower][faster], of the added planes; empty for other axes.
    std::array<std::array<std::vector<double>, 2>, 3> ends_;
    double largest_ = 0.0;
};

}  // namespace tobiuo
