// SPDX-License-Identifier: BSD-3-Clause
// The problems of `tobiuo bench poisson`, in the words of its options, and as periodic boxes of
// mirror images.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/peers/image.hpp"
#include "runtime/precision.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson_bench {

/// The conditions of a box under one name.
struct Boundary {
    std::string_view name;
    std::array<poisson::Sides, 3> sides;  ///< x, y, z
    std::array<bool, 3> stretched = {};   ///< towards both walls, by a tanh
};
[[nodiscard]] inline std::string_view word_of(const Boundary& boundary)
{
    return boundary.name;
}

/// The named conditions: periodic, dirichlet, neumann (all walls alike), mixed (for each axis the
/// lower wall dirichlet, the upper one neumann), duct (periodic x, dirichlet y, neumann z).
[[nodiscard]] const std::vector<Boundary>& boundaries();
/// These; open (the last axis open at both ends, the others periodic), which ranks do not solve,
/// open-pair (x and y open, z neumann) and free (all open); stretched-z, -xz, -yz and -xyz (these axes
/// stretched between Dirichlet walls, the others periodic), which libraries do not solve.
[[nodiscard]] const std::vector<Boundary>& all_boundaries();

struct BenchProblem {
    std::vector<std::int64_t> cells;  ///< per axis, the slowest one first: [z, y, x], [y, x] or [x]
    std::string boundary;
    poisson::Problem problem;
    std::int64_t batch = 0;  ///< problems of a solve; 0: one, without a batch

    [[nodiscard]] std::int64_t problems() const { return batch > 0 ? batch : 1; }
    /// The cells as text: "64x128x256".
    [[nodiscard]] std::string shape() const;
    /// The problem as text: "64x128x256 dirichlet, cell, second-order, double", behind "4096 x " of
    /// a batch.
    [[nodiscard]] std::string describe() const;
};

/// A problem with cubic cells. Axes of one cell and those not given are absent for any boundary.
/// Throws std::invalid_argument if poisson::validate() refuses it.
[[nodiscard]] BenchProblem bench_problem(const std::vector<std::int64_t>& cells,
                                         const Boundary& boundary, Location location,
                                         poisson::Operator op, Precision precision);

/// The bytes of one array of unknowns, which may exceed a 64-bit address.
[[nodiscard]] double array_bytes(const BenchProblem& problem);

/// The word for options, tables and JSON: "cell", "second-order".
[[nodiscard]] std::string_view word_of(Location location);
[[nodiscard]] std::string_view word_of(poisson::Operator op);

/// The word of any value of an axis.
inline constexpr auto in_words = [](const auto& value) { return word_of(value); };

using peers::Image;

/// The images of an axis, one for each point of a period of the continuation that is odd about
/// Dirichlet and even about Neumann walls: as many points as cells if the axis is periodic, twice
/// as many if both walls are alike, otherwise four times as many. Along an axis of cells that is open
/// at both ends zeros take the places of images.
[[nodiscard]] std::vector<Image> images_of(const poisson::Problem& problem, int axis);

/// The equation of `problem` on the periodic box of all images, with cells of the same width. Its
/// solution consists of that of `problem` and its images. No axis is stretched.
[[nodiscard]] poisson::Problem periodic_problem(const poisson::Problem& problem);

}  // namespace tobiuo::poisson_bench
