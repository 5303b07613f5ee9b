// The problems of `tobiuo bench poisson`, in the words of its options.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/precision.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson_bench {

/// The conditions of a box under one name.
struct Boundary {
    std::string_view name;
    std::array<poisson::Sides, 3> sides;  ///< x, y, z
};
[[nodiscard]] inline std::string_view word_of(const Boundary& boundary)
{
    return boundary.name;
}

/// The named conditions: periodic, dirichlet, neumann (all walls alike), mixed (for each axis the
/// lower wall dirichlet, the upper one neumann), duct (periodic x, dirichlet y, neumann z).
[[nodiscard]] const std::vector<Boundary>& boundaries();

struct BenchProblem {
    std::vector<std::int64_t> cells;  ///< per axis, the slowest one first: [z, y, x], [y, x] or [x]
    std::string boundary;
    poisson::Problem problem;

    /// The cells as text: "64x128x256".
    [[nodiscard]] std::string shape() const;
    /// The problem as text: "64x128x256 dirichlet, cell, second-order, double".
    [[nodiscard]] std::string describe() const;
};

/// A problem with cubic cells. Axes of one cell and those not given are absent for any boundary.
/// Throws std::invalid_argument if poisson::validate() refuses it.
[[nodiscard]] BenchProblem bench_problem(const std::vector<std::int64_t>& cells,
                                         const Boundary& boundary, Location location,
                                         poisson::Operator op, Precision precision);

/// The bytes of one array of unknowns, which may exceed a 64-bit address.
[[nodiscard]] double array_bytes(const poisson::Problem& problem);

/// The word for options, tables and JSON: "cell", "second-order".
[[nodiscard]] std::string_view word_of(Location location);
[[nodiscard]] std::string_view word_of(poisson::Operator op);

}  // namespace tobiuo::poisson_bench
