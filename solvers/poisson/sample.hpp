// SPDX-License-Identifier: BSD-3-Clause
// Expressions evaluated on the points of a problem and of its faces.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/expression.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The error of an expression that is not finite at a point. what() is one sentence with the value,
/// the first such point in memory order for any number of threads, its coordinates and the cure.
class NotFinite : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Expressions have the variables x, y, z, in this order, and may have the time t as a fourth one.
// Values are those of Expression::at(), bit by bit, for any number of threads.

/// Evaluates the expression at every unknown, [z][y][x], on OpenMP threads. Throws NotFinite, or
/// std::invalid_argument if `values` does not have points(problem) values.
void sample(const Expression& expression, const Problem& problem, std::span<double> values);

/// Evaluates the expression at every value of the grid, shape_of(grid).values() in number: on nodes
/// also at Dirichlet ends and at the last node of a periodic axis.
void sample_grid(const Expression& expression, const Grid& grid, std::span<double> values,
                 double time = 0.0);

/// An expression at every value of a grid, as sample_grid() gives it, for many times: what does not
/// depend on the time is kept where it saves work.
class GridSampler {
public:
    GridSampler(const Expression& expression, const Grid& grid);
    GridSampler(const GridSampler&) = delete;
    GridSampler& operator=(const GridSampler&) = delete;
    ~GridSampler();

    /// The number of values.
    [[nodiscard]] std::int64_t count() const;
    /// Throws NotFinite, or std::invalid_argument if `values` does not have count() values.
    void sample(std::span<double> values, double time) const;

private:
    class Implementation;

    std::unique_ptr<Implementation> implementation_;
};

/// Samples, as sample_grid() does, as many planes of z as `planes` holds, from plane `first` on.
void sample_planes(const Expression& expression, const Grid& grid, std::int64_t first,
                   std::span<double> planes);

/// The values of one face (`end` 0: lower, 1: upper) in the form of FaceValues: empty if all are
/// zero or the axis is periodic, one if the expression depends on no variable of the face,
/// otherwise one for each unknown of the two other axes. Throws NotFinite.
[[nodiscard]] std::vector<double> sample_face(const Expression& expression, const Problem& problem,
                                              int axis, int end);

}  // namespace tobiuo::poisson
