// The problems of `tobiuo bench poisson`, in the words of its options.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/precision.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson_bench {

/// The conditions of a box under one name.
struct Boundary {
    std::string_view name;
    std::array<poisson::Sides, 3> sides;  ///< x, y, z
};

/// periodic, dirichlet, neumann (all walls alike), mixed (of each axis the lower wall dirichlet, the
/// upper one neumann), duct (periodic x, dirichlet y, neumann z).
[[nodiscard]] const std::vector<Boundary>& boundaries();

struct BenchProblem {
    std::vector<std::int64_t> cells;  ///< per axis, the slowest one first: [z, y, x], [y, x] or [x]
    std::string boundary;
    poisson::Problem problem;

    /// "64x128x256".
    [[nodiscard]] std::string shape() const;
    /// "64x128x256 dirichlet, cell, second-order, double".
    [[nodiscard]] std::string describe() const;
};

/// Cubic cells; axes of one cell and those not given are absent, whatever the boundary. Throws
/// std::invalid_argument: what poisson::validate() objects to.
[[nodiscard]] BenchProblem bench_problem(const std::vector<std::int64_t>& cells,
                                         const Boundary& boundary, Location location,
                                         poisson::Operator op, Precision precision);

/// Of one array of unknowns; they may be more than an address has.
[[nodiscard]] double array_bytes(const poisson::Problem& problem);

/// "cell", "second-order": the words of options, tables and JSON. Those of a precision are
/// fft_bench's.
[[nodiscard]] std::string_view word_of(Location location);
[[nodiscard]] std::string_view word_of(poisson::Operator op);

}  // namespace tobiuo::poisson_bench
