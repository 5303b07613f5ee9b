// Expressions evaluated on the points of a problem and of its faces.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/expression.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// An expression that gives no finite number somewhere; what() is one sentence with the value and
/// the first such point (in memory order, whatever the number of threads), its coordinates and what
/// to do.
class NotFinite : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Expressions are of x, y, z, in this order; each thread evaluates its own copy. A point takes a
// thread 5 ns (a constant) to 50 ns (three sines), so 10^8 points take two threads some seconds.

/// The expression at every unknown, [z][y][x], on OpenMP threads. Throws NotFinite;
/// std::invalid_argument if `values` has not points(problem) values.
void sample(const Expression& expression, const Problem& problem, std::span<double> values);

/// The same at every value of the grid: on nodes also at Dirichlet ends and at the last node of a
/// periodic axis; grid.shape().values() values.
void sample_grid(const Expression& expression, const Grid& grid, std::span<double> values);

/// The values of one face (`end` 0: lower, 1: upper) as FaceValues wants them: empty if all are
/// zero or the axis is periodic, one if the expression depends on no variable of the face, else one
/// for each unknown of the two other axes. Throws NotFinite.
[[nodiscard]] std::vector<double> sample_face(const Expression& expression, const Problem& problem,
                                              int axis, int end);

}  // namespace tobiuo::poisson
