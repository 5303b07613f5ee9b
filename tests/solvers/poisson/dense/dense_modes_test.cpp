// SPDX-License-Identifier: BSD-3-Clause
// The modes of an axis with rows of its own: eigenvectors, orthonormal, with the digits of each value.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "solvers/poisson/axis/sturm.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/dense/bidiagonal.hpp"
#include "solvers/poisson/dense/dense_functions.hpp"
#include "solvers/poisson/dense/dense_modes.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::poisson {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Cells whose widths grow by a factor from the lower end on.
Problem graded(Problem problem, double factor)
{
    Axis& axis = problem.grid.axes[0];
    double width = 1.0;
    std::vector<double> nodes{0.0};
    for (std::int64_t cell = 0; cell < axis.cells; ++cell) {
        nodes.push_back(nodes.back() + width);
        width *= factor;
    }
    axis = {.cells = axis.cells, .lower = 0.0, .upper = nodes.back(), .nodes = nodes};
    return problem;
}

Problem line(std::int64_t cells, const Sides& sides, Location location = Location::cell)
{
    return test::box({cells, 1, 1}, {sides, test::periodic, test::periodic}, location);
}

std::vector<Problem> lines()
{
    const Sides held{Condition::robin, Condition::robin, {{{0.3, 1.0}, {2.0, 0.1}}}};
    const Sides mixed{Condition::robin, Condition::neumann, {{{1.0, 0.2}, {}}}};
    std::vector<Problem> all;
    for (const std::int64_t cells : {3, 8, 33, 100}) {
        for (const Location location : test::all_locations) {
            for (const Sides& sides : {test::all_sides[1], test::all_sides[2], test::all_sides[3],
                                       test::all_sides[4], held, mixed}) {
                const Problem problem = line(cells, sides, location);
                all.push_back(test::stretched(problem, 0));
                all.push_back(graded(problem, 1.25));
                all.push_back(graded(problem, 0.8));
            }
        }
    }
    return all;
}

/// v[m] of mode m, which is orthonormal.
std::vector<double> vector_of(const DenseModes& modes, const ThreePoint& rows, std::size_t m)
{
    const std::size_t count = rows.width.size();
    const double length = std::reduce(rows.width.begin(), rows.width.end());
    std::vector<double> v(count);
    for (std::size_t k = 0; k < count; ++k) {
        v[k] = modes.modes[m * count + k] / std::sqrt(rows.width[k] / length);
    }
    return v;
}

TEST(DenseModes, are_orthonormal_eigenvectors_with_the_digits_of_each_eigenvalue)
{
    for (const Problem& problem : lines()) {
        SCOPED_TRACE(describe(problem));
        const ThreePoint rows = three_point(problem, 0);
        const DenseModes modes = dense_modes(rows);
        const std::size_t count = rows.width.size();
        ASSERT_EQ(modes.eigenvalues.size(), count);
        double worst_product = 0.0;
        double worst_inverse = 0.0;
        for (std::size_t m = 0; m < count; ++m) {
            const double wanted = eigenvalue_of(rows, static_cast<std::int64_t>(count - 1 - m));
            EXPECT_NEAR(modes.eigenvalues[m], wanted, 64.0 * epsilon * std::abs(wanted)) << m;
            const std::vector<double> v = vector_of(modes, rows, m);
            for (std::size_t n = 0; n <= m; ++n) {
                const std::vector<double> w = vector_of(modes, rows, n);
                const double product = std::inner_product(v.begin(), v.end(), w.begin(), 0.0);
                worst_product = std::max(worst_product, std::abs(product - (m == n ? 1.0 : 0.0)));
            }
            for (std::size_t n = 0; n < count; ++n) {
                double sum = 0.0;
                for (std::size_t k = 0; k < count; ++k) {
                    sum += modes.modes[m * count + k] * modes.values[k * count + n];
                }
                worst_inverse = std::max(worst_inverse, std::abs(sum - (m == n ? 1.0 : 0.0)));
            }
        }
        EXPECT_LT(worst_product, 100.0 * epsilon);
        EXPECT_LT(worst_inverse, 100.0 * epsilon);
    }
}

TEST(DenseModes, have_a_constant_exactly_where_no_wall_holds_it)
{
    const ThreePoint rows = three_point(test::stretched(line(50, test::neumann), 0), 0);
    const DenseModes modes = dense_modes(rows);
    const std::size_t count = rows.width.size();
    EXPECT_EQ(modes.eigenvalues.back(), 0.0);
    EXPECT_LT(modes.eigenvalues[count - 2], 0.0);
    const double length = std::reduce(rows.width.begin(), rows.width.end());
    for (std::size_t k = 0; k < count; ++k) {
        EXPECT_EQ(modes.values[k * count + count - 1], 1.0);
        EXPECT_NEAR(modes.modes[(count - 1) * count + k], rows.width[k] / length, epsilon);
    }
}

TEST(DenseFunctions, have_the_same_bits_for_all_instruction_sets)
{
    constexpr std::int64_t count = 37;
    const std::int64_t groups = (count + rows_of_group - 1) / rows_of_group;
    const auto filled = [](std::size_t values) {
        std::vector<double> all(values);
        for (std::size_t n = 0; n < values; ++n) {
            all[n] = std::sin(static_cast<double>(n * n % 1009));
        }
        return all;
    };
    const std::vector<double> matrix =
        filled(static_cast<std::size_t>(groups * rows_of_group * count));
    const std::vector<double> in = filled(static_cast<std::size_t>(2 * count * 16));
    std::vector<std::vector<double>> products;
    for (const auto& functions : usable_product_functions<double>()) {
        std::vector<double> out(static_cast<std::size_t>(2 * groups * rows_of_group * 16));
        functions.multiply({.values = matrix.data(), .groups = groups, .columns = count}, in.data(),
                           out.data(), 2);
        products.push_back(out);
    }
    for (const auto& product : products) {
        EXPECT_EQ(product, products.front());
    }
    double sum = 0.0;
    for (std::int64_t k = 0; k < count; ++k) {  // row 9 of the matrix, line 5 of the second tile
        sum += matrix[static_cast<std::size_t>((count + k) * rows_of_group + 1)] *
               in[static_cast<std::size_t>((count + k) * 16 + 5)];
    }
    EXPECT_NEAR(products.front()[static_cast<std::size_t>((groups * rows_of_group + 9) * 16 + 5)],
                sum, 1e-13);

    const std::vector<double> c(10, 0.6);
    const std::vector<double> s(10, 0.8);
    for (const bool backwards : {false, true}) {
        std::vector<std::vector<double>> rotated;
        for (const auto& functions : usable_rotation_functions()) {
            std::vector<double> panel = filled(12 * panel_columns);
            functions.rotate(panel.data(), {.first = 1,
                                            .count = 10,
                                            .backwards = backwards,
                                            .cosine = c.data(),
                                            .sine = s.data()});
            rotated.push_back(panel);
        }
        for (const auto& panel : rotated) {
            EXPECT_EQ(panel, rotated.front());
        }
    }
}

}  // namespace
}  // namespace tobiuo::poisson
