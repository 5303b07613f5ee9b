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
#include "solvers/poisson/dense/host_product.hpp"
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

/// A problem whose second axis is eliminated, so that the first one is dense if it has rows of its own.
Problem line(std::int64_t cells, const Sides& sides, Location location = Location::cell)
{
    return test::stretched(
        test::box({cells, 4, 1}, {sides, test::dirichlet, test::periodic}, location), 1);
}

const Sides equal_robin{Condition::robin, Condition::robin, {{{0.3, 1.0}, {0.3, 1.0}}}};

struct Line {
    Problem problem;
    bool mirrored;
};

std::vector<Line> lines()
{
    const Sides held{Condition::robin, Condition::robin, {{{0.3, 1.0}, {2.0, 0.1}}}};
    const Sides mixed{Condition::robin, Condition::neumann, {{{1.0, 0.2}, {}}}};
    std::vector<Line> all;
    for (const std::int64_t cells : {3, 4, 8, 33, 100}) {
        for (const Location location : test::all_locations) {
            for (const Sides& sides : {test::all_sides[1], test::all_sides[2], test::all_sides[3],
                                       test::all_sides[4], equal_robin, held, mixed}) {
                const Problem problem = line(cells, sides, location);
                const bool equal_ends = sides.lower == sides.upper && sides.robin != held.robin;
                all.push_back({test::stretched(problem, 0), equal_ends});
                all.push_back({graded(problem, 1.25), false});
                all.push_back({graded(problem, 0.8), false});
            }
            all.push_back({line(cells, equal_robin, location), true});
        }
    }
    return all;
}

/// The modes with whole matrices, in the order of ascending eigenvalues.
DenseModes unfolded(const DenseModes& folded)
{
    if (!folded.folded) {
        return folded;
    }
    const std::size_t count = folded.eigenvalues.size();
    const std::size_t side = (count + 1) / 2;
    DenseModes whole{.eigenvalues = std::vector<double>(count),
                     .modes = std::vector<double>(count * count),
                     .values = std::vector<double>(count * count)};
    for (std::size_t mode = 0; mode < count; ++mode) {
        const std::size_t parity = mode < count / 2 ? 0 : 1;
        const std::size_t m = mode - parity * (count / 2);
        const std::size_t left = (parity == 0 ? count / 2 : side) - 1 - m;  // smoother ones
        const std::size_t to = count - 1 - (2 * left + 1 - parity);
        whole.eigenvalues[to] = folded.eigenvalues[mode];
        for (std::size_t value = 0; value < count; ++value) {
            const std::size_t k = std::min(value, count - 1 - value);
            const double sign = parity == 0 && value > k ? -1.0 : 1.0;
            const double times = 2 * value + 1 == count ? 2.0 : 1.0;
            whole.modes[to * count + value] =
                sign * times * folded.modes[(parity * side + m) * side + k];
            whole.values[value * count + to] = sign * folded.values[(parity * side + k) * side + m];
        }
    }
    return whole;
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
    for (const auto& [problem, mirrored] : lines()) {
        SCOPED_TRACE(describe(problem));
        const ThreePoint rows = three_point(problem, 0);
        ASSERT_EQ(is_dense(problem, 0), true);
        EXPECT_EQ(dense_modes(rows).folded, mirrored);
        const DenseModes modes = unfolded(dense_modes(rows));
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
    const DenseModes modes = unfolded(dense_modes(rows));
    const std::size_t count = rows.width.size();
    EXPECT_EQ(modes.eigenvalues.back(), 0.0);
    EXPECT_LT(modes.eigenvalues[count - 2], 0.0);
    const double length = std::reduce(rows.width.begin(), rows.width.end());
    for (std::size_t k = 0; k < count; ++k) {
        EXPECT_EQ(modes.values[k * count + count - 1], 1.0);
        EXPECT_NEAR(modes.modes[(count - 1) * count + k], rows.width[k] / length, epsilon);
    }
}

TEST(DenseModes, are_folded_where_an_axis_is_mirrored_but_for_rounding)
{
    const Problem plain = test::stretched(line(40, test::dirichlet), 0);
    EXPECT_TRUE(is_mirrored(three_point(plain, 0)));
    const auto moved = [&](double by) {
        Problem problem = plain;
        std::vector<double> nodes = problem.grid.axes[0].nodes;
        nodes[7] += by * (nodes.back() - nodes.front());
        problem.grid.axes[0].nodes = nodes;
        return problem;
    };
    EXPECT_TRUE(is_mirrored(three_point(moved(4.0 * epsilon), 0)));
    EXPECT_FALSE(is_mirrored(three_point(moved(1e-13), 0)));
    Problem with_rho = plain;
    AxisCoefficient rho{.axis = 0, .values = std::vector<double>(81)};
    for (std::size_t n = 0; n < rho.values.size(); ++n) {
        rho.values[n] = 2.0 + std::cos(0.1 * (static_cast<double>(n) - 40.0));
    }
    with_rho.rho = rho;
    EXPECT_TRUE(is_mirrored(three_point(with_rho, 0)));
    with_rho.rho->values[3] *= 1.0 + 1e-13;
    EXPECT_FALSE(is_mirrored(three_point(with_rho, 0)));
}

/// The product with whole matrices, which the folded ones stand for.
TEST(DenseModes, multiply_folded_as_whole_matrices_do)
{
    for (const std::int64_t cells : {2, 3, 16, 37, 64}) {
        for (const int axis : {0, 1, 2}) {
            Shape shape{5, 40, 7};
            shape.at(static_cast<std::size_t>(axis)) = cells;
            const Problem problem = test::stretched(line(cells, test::neumann), 0);
            const DenseModes modes = dense_modes(three_point(problem, 0));
            ASSERT_TRUE(modes.folded);
            const DenseModes whole = unfolded(modes);
            const Extent along = extent_of(shape, axis);
            std::vector<double> in(static_cast<std::size_t>(shape[0] * shape[1] * shape[2]));
            for (std::size_t n = 0; n < in.size(); ++n) {
                in[n] = std::sin(static_cast<double>(n * n % 1009));
            }
            std::vector<double> there(in.size());
            std::vector<double> back(in.size());
            HostProduct<double>{modes.modes, fold_to_modes(modes), shape, axis, 2}.multiply(
                in.data(), there.data(), 2);
            HostProduct<double>{modes.values, fold_to_values(modes), shape, axis, 2}.multiply(
                there.data(), back.data(), 2);
            double worst = 0.0;
            double worst_back = 0.0;
            for (std::size_t n = 0; n < in.size(); ++n) {
                const auto at = static_cast<std::int64_t>(n);
                worst_back = std::max(worst_back, std::abs(back[n] - in[n]));
                const std::int64_t mode = at / along.stride % along.count;
                const std::int64_t odd = along.count / 2;
                const bool is_odd = mode < odd;
                const std::int64_t left =
                    is_odd ? 2 * (odd - 1 - mode) + 1 : 2 * (along.count - 1 - mode);
                double sum = 0.0;
                for (std::int64_t k = 0; k < along.count; ++k) {
                    sum += whole.modes[static_cast<std::size_t>(
                               (along.count - 1 - left) * along.count + k)] *
                           in[static_cast<std::size_t>(at + (k - mode) * along.stride)];
                }
                worst = std::max(worst, std::abs(there[n] - sum));
            }
            EXPECT_LT(worst, 100.0 * epsilon) << cells << " along axis " << axis;
            EXPECT_LT(worst_back, 400.0 * epsilon) << cells << " along axis " << axis;
        }
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
        functions.multiply({.values = matrix.data(), .groups = groups, .columns = count},
                           {.in = in.data(),
                            .out = out.data(),
                            .count = 2,
                            .in_rows = count,
                            .out_rows = groups * rows_of_group});
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
