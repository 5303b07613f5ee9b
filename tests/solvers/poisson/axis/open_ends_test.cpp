// SPDX-License-Identifier: BSD-3-Clause
// Open ends of an axis: the solution is that of the grid that goes on without an end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/check/residual.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::poisson {
namespace {

using std::numbers::pi;
using test::box;
using test::periodic;

constexpr Condition open = Condition::open;
constexpr std::array<Sides, 5> open_sides{{{open, open},
                                           {open, Condition::neumann},
                                           {Condition::neumann, open},
                                           {open, Condition::dirichlet},
                                           {Condition::dirichlet, open}}};

template <typename Real = double>
std::vector<Real> solved(const Problem& problem, const std::vector<Real>& f)
{
    std::vector<Real> u(f.size());
    const HostSolver solver{problem};
    EXPECT_EQ(solver.solve(std::span<const Real>{f}, std::span<Real>{u}).removed_mean, 0.0);
    return u;
}

/// Three axes, of which `axis` has these ends.
Problem with_ends(int axis, const Sides& sides, Location location, bool stretched)
{
    std::array<Sides, 3> all{periodic, test::neumann, periodic};
    all.at(static_cast<std::size_t>(axis)) = sides;
    const Problem problem = box({8, 7, 9}, all, location);
    return stretched ? test::stretched(problem, axis) : problem;
}

template <typename Call>
void for_each_mix(const Call& call)
{
    for (const Location location : test::all_locations) {
        for (const Sides& sides : open_sides) {
            for (int axis = 0; axis < 3; ++axis) {
                for (const bool is_stretched : {false, true}) {
                    call(with_ends(axis, sides, location, is_stretched), axis);
                }
            }
        }
    }
}

template <typename Real>
void expect_small_residual(Problem problem)
{
    problem.precision = precision_of<Real>;
    const std::vector<Real> f = test::random_values<Real>(problem, 7);
    const std::vector<Real> u = solved<Real>(problem, f);
    std::vector<Real> field(f.size());
    const Residual residual = residual_of(problem, HostSolver{problem}, std::span<const Real>{f},
                                          0.0, std::span<const Real>{u}, std::span<Real>{field});
    EXPECT_LT(residual.backward_error, residual.rounding_level) << describe(problem);
    EXPECT_GT(residual.backward_error, 0.0) << describe(problem);
}

TEST(OpenEnds, leave_a_residual_of_rounding)
{
    for_each_mix([](Problem problem, int /*axis*/) {
        expect_small_residual<double>(problem);
        expect_small_residual<float>(problem);
        problem.lambda = -2.0;
        expect_small_residual<double>(problem);
    });
}

/// The grid with `more` cells beyond each open end of an axis, as wide as the cell there.
Problem extended(Problem problem, int axis, std::int64_t more)
{
    const auto at = static_cast<std::size_t>(axis);
    Axis& one = problem.grid.axes.at(at);
    std::vector<double> nodes;
    for (std::int64_t node = 0; node <= one.cells; ++node) {
        nodes.push_back(one.node(node));
    }
    const double first = nodes[1] - nodes[0];
    const double last = nodes.back() - nodes[nodes.size() - 2];
    for (std::int64_t cell = 0; cell < more; ++cell) {
        if (problem.sides.at(at).lower == open) {
            nodes.insert(nodes.begin(), nodes.front() - first);
        }
        if (problem.sides.at(at).upper == open) {
            nodes.push_back(nodes.back() + last);
        }
    }
    one.cells = std::ssize(nodes) - 1;
    one.lower = nodes.front();
    one.upper = nodes.back();
    one.nodes = one.nodes.empty() ? std::vector<double>{} : nodes;
    return problem;
}

/// Calls call(place in the problem, place in the extended one) for all unknowns.
template <typename Call>
void for_each_unknown(const Problem& problem, const Problem& wide, int axis, std::int64_t before,
                      const Call& call)
{
    const auto counts = [](const Problem& of) {
        return std::array{unknowns(of, 0).count, unknowns(of, 1).count, unknowns(of, 2).count};
    };
    const auto small = counts(problem);
    const auto large = counts(wide);
    for (std::int64_t at = 0; at < points(problem); ++at) {
        std::array<std::int64_t, 3> place{at % small[0], at / small[0] % small[1],
                                          at / (small[0] * small[1])};
        place.at(static_cast<std::size_t>(axis)) += before;
        call(static_cast<std::size_t>(at),
             static_cast<std::size_t>(place[0] + large[0] * (place[1] + large[1] * place[2])));
    }
}

TEST(OpenEnds, give_what_a_longer_axis_with_open_ends_gives)
{
    for_each_mix([](const Problem& problem, int axis) {
        constexpr std::int64_t more = 5;
        const Problem wide = extended(problem, axis, more);
        const bool lower = problem.sides.at(static_cast<std::size_t>(axis)).lower == open;
        const std::vector<double> f = test::random_values<double>(problem, 3);
        std::vector<double> wide_f(static_cast<std::size_t>(points(wide)));
        for_each_unknown(problem, wide, axis, lower ? more : 0,
                         [&](std::size_t at, std::size_t there) { wide_f[there] = f[at]; });
        const std::vector<double> u = solved(problem, f);
        const std::vector<double> wide_u = solved(wide, wide_f);
        std::vector<double> cut(u.size());
        for_each_unknown(problem, wide, axis, lower ? more : 0,
                         [&](std::size_t at, std::size_t there) { cut[at] = wide_u[there]; });
        EXPECT_LT(test::relative_difference(u, cut), 1e-13) << describe(problem);
    });
}

TEST(OpenEnds, are_the_limit_of_walls_that_are_farther_and_farther_away)
{
    // Without a mean across the axis, what walls change decays.
    const Problem problem = box({8, 6, 10}, {periodic, periodic, {open, open}});
    Problem far = extended(problem, 2, 60);
    far.sides[2] = test::dirichlet;
    std::vector<double> f = test::random_values<double>(problem, 3);
    std::vector<double> far_f(static_cast<std::size_t>(points(far)));
    for (std::size_t z = 0; z < 10; ++z) {
        double mean = 0.0;
        for (std::size_t at = 48 * z; at < 48 * (z + 1); ++at) {
            mean += f[at] / 48.0;
        }
        for (std::size_t at = 48 * z; at < 48 * (z + 1); ++at) {
            f[at] -= mean;
            far_f[at + 60 * 48] = f[at];
        }
    }
    const std::vector<double> u = solved(problem, f);
    const std::vector<double> all = solved(far, far_f);
    const std::vector<double> far_u(all.begin() + 60 * 48, all.begin() + 70 * 48);
    EXPECT_LT(test::relative_difference(u, far_u), 1e-13);
}

/// The sum over charges of a kernel of the distance, with the images beyond the wall of a half-open
/// axis.
template <typename Kernel>
std::vector<double> convolved(const Problem& problem, int axis, const std::vector<double>& charges,
                              const Kernel& kernel)
{
    const Sides& sides = problem.sides.at(static_cast<std::size_t>(axis));
    const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    const bool lower = sides.lower == open;
    const Condition wall = lower ? sides.upper : sides.lower;
    const double mirror = 2.0 * (lower ? one.upper : one.lower);
    const double parity = wall == open ? 0.0 : wall == Condition::neumann ? 1.0 : -1.0;
    std::vector<double> u(charges.size());
    for (std::size_t k = 0; k < u.size(); ++k) {
        const double here = position(problem, axis, static_cast<std::int64_t>(k));
        for (std::size_t j = 0; j < u.size(); ++j) {
            const double there = position(problem, axis, static_cast<std::int64_t>(j));
            u[k] += charges[j] *
                    (kernel(std::abs(here - there)) +
                     (parity == 0.0 ? 0.0 : parity * kernel(std::abs(here - (mirror - there)))));
        }
    }
    return u;
}

TEST(OpenEnds, sum_up_the_distances_of_charges_that_change_along_the_axis_only)
{
    for (const Location location : test::all_locations) {
        for (const Sides& sides : open_sides) {
            for (const bool is_stretched : {false, true}) {
                Problem problem = box({1, 1, 12}, {periodic, periodic, sides}, location);
                problem = is_stretched ? test::stretched(problem, 2) : problem;
                const std::vector<double> f = test::random_values<double>(problem, 5);
                std::vector<double> charges = f;
                const std::vector<double> width = three_point(problem, 2).width;
                for (std::size_t k = 0; k < f.size(); ++k) {
                    charges[k] *= width[k];
                }
                const std::vector<double> expected =
                    convolved(problem, 2, charges, [](double distance) { return 0.5 * distance; });
                EXPECT_LT(test::relative_difference(solved(problem, f), expected), 1e-13)
                    << describe(problem);
            }
        }
    }
}

TEST(OpenEnds, convolve_each_mode_with_its_decay)
{
    for (const Location location : test::all_locations) {
        for (const Sides& sides : open_sides) {
            for (int mode = 1; mode <= 4; ++mode) {
                const Problem problem = box({8, 1, 11}, {periodic, periodic, sides}, location);
                const double h = problem.grid.axes[2].spacing();
                const double along =
                    2.0 * std::sin(pi * mode / 8.0) / problem.grid.axes[0].spacing() * h;
                const double mu = along * along;  // r + 1 / r = 2 + mu
                const double r = 1.0 + 0.5 * mu - std::sqrt(mu + 0.25 * mu * mu);
                const Problem line = box({1, 1, 11}, {periodic, periodic, sides}, location);
                std::vector<double> charges = test::random_values<double>(line, 5);
                std::vector<double> f;
                for (const double one : charges) {
                    for (int x = 0; x < 8; ++x) {
                        f.push_back(one * std::cos(2.0 * pi * mode * x / 8.0));
                    }
                }
                // A node on a Neumann wall has half a cell, and its image is itself.
                const std::vector<double> width = three_point(line, 2).width;
                for (std::size_t k = 0; k < charges.size(); ++k) {
                    charges[k] *= width[k] / h;
                }
                const std::vector<double> expected =
                    convolved(line, 2, charges, [&](double distance) {
                        return -h * h * std::pow(r, distance / h) / (1.0 / r - r);
                    });
                const std::vector<double> u = solved(problem, f);
                std::vector<double> found;
                for (std::size_t k = 0; k < charges.size(); ++k) {
                    found.push_back(u[8 * k]);
                }
                EXPECT_LT(test::relative_difference(found, expected), 1e-13)
                    << describe(problem) << ", mode " << mode;
            }
        }
    }
}

/// The potential kernel G(0) - G(x, y, z) of the operator of a lattice of equal cells that repeats
/// along x and y after `counts` cells.
double potential_kernel(const std::array<std::int64_t, 2>& counts,
                        const std::array<std::int64_t, 3>& at)
{
    constexpr std::int64_t planes = 3;
    Problem problem{.grid = grid_of_cells({counts[0], counts[1], planes}, Location::cell),
                    .sides = {periodic, periodic, {open, open}}};
    for (Axis& axis : problem.grid.axes) {
        axis.upper = axis.lower + static_cast<double>(axis.cells);
    }
    std::vector<double> f(static_cast<std::size_t>(points(problem)));
    f[0] = 1.0;
    const std::vector<double> u = solved(problem, f);
    return u[static_cast<std::size_t>(at[0] + counts[0] * (at[1] + counts[1] * at[2]))] - u[0];
}

TEST(OpenEnds, give_the_lattice_values_of_the_plane)
{
    // The error of a cylinder begins with the second power of its curvature.
    const auto in_the_plane = [](std::int64_t x, std::int64_t z) {
        const double one = potential_kernel({2048, 1}, {x, 0, z});
        const double two = potential_kernel({4096, 1}, {x, 0, z});
        return two + (two - one) / 3.0;
    };
    EXPECT_NEAR(in_the_plane(1, 0), 0.25, 1e-12);
    EXPECT_NEAR(in_the_plane(0, 1), 0.25, 1e-12);
    EXPECT_NEAR(in_the_plane(1, 1), 1.0 / pi, 1e-12);
}

TEST(OpenEnds, give_the_lattice_values_of_space)
{
    // What images across x and y contribute is a series in odd powers from the third on.
    const auto in_space = [](const std::array<std::int64_t, 3>& at) {
        const double one = potential_kernel({64, 64}, at);
        const double two = potential_kernel({128, 128}, at);
        const double four = potential_kernel({256, 256}, at);
        const double without_third = two + (two - one) / 7.0;
        const double next = four + (four - two) / 7.0;
        return next + (next - without_third) / 31.0;
    };
    constexpr double at_the_charge = 0.252731009858663;  // G. N. Watson, Quart. J. Math. 10 (1939)
    EXPECT_NEAR(in_space({1, 0, 0}), 1.0 / 6.0, 1e-12);
    EXPECT_NEAR(in_space({0, 0, 1}), 1.0 / 6.0, 1e-12);
    EXPECT_NEAR(in_space({1, 1, 0}), at_the_charge - 0.055191433687737, 1e-12);
    EXPECT_NEAR(in_space({0, 1, 1}), at_the_charge - 0.055191433687737, 1e-12);
    EXPECT_NEAR(in_space({1, 1, 1}), at_the_charge - 0.043578354397726, 1e-12);
    EXPECT_NEAR(in_space({2, 0, 0}), at_the_charge - 0.042889314542366, 1e-12);
    EXPECT_NEAR(in_space({0, 0, 2}), at_the_charge - 0.042889314542366, 1e-12);
}

/// The error of a Gaussian slab of width s, plain and times the cosine of a wave across: known in
/// closed form.
double error_of_slab(std::int64_t cells, bool is_stretched)
{
    constexpr double s = 0.1;
    Problem problem = box({cells, 1, 2 * cells}, {periodic, periodic, {open, open}});
    problem.grid.axes[0] = {.cells = cells, .lower = 0.0, .upper = 1.0};
    problem.grid.axes[2] = {.cells = 2 * cells, .lower = -0.9, .upper = 0.9};
    problem = is_stretched ? test::stretched(problem, 2) : problem;
    const auto slab = [](double z) { return std::exp(-0.5 * z * z / (s * s)); };
    const double wave = 2.0 * pi;
    const auto plain = [&](double z) {
        return s * s * slab(z) + z * s * std::sqrt(pi / 2.0) * std::erf(z / (s * std::sqrt(2.0)));
    };
    const auto waving = [&](double z) {
        const auto side = [&](double to) {
            return std::exp(-wave * to) * std::erfc((wave * s * s - to) / (s * std::sqrt(2.0)));
        };
        return -s / (2.0 * wave) * std::sqrt(pi / 2.0) * std::exp(0.5 * wave * wave * s * s) *
               (side(z) + side(-z));
    };
    std::vector<double> f;
    std::vector<double> exact;
    for (std::int64_t k = 0; k < 2 * cells; ++k) {
        const double z = position(problem, 2, k);
        for (std::int64_t i = 0; i < cells; ++i) {
            const double across = std::cos(wave * position(problem, 0, i));
            f.push_back(slab(z) * (1.0 + across));
            exact.push_back(plain(z) + waving(z) * across);
        }
    }
    return test::relative_difference(solved(problem, f), exact);
}

TEST(OpenEnds, are_of_second_order)
{
    for (const bool is_stretched : {false, true}) {
        const double coarse = error_of_slab(32, is_stretched);
        const double fine = error_of_slab(64, is_stretched);
        EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.1) << is_stretched;
        EXPECT_LT(fine, 2e-3);
    }
}

TEST(OpenEnds, hold_the_constant_part_of_u)
{
    EXPECT_FALSE(has_null_space(with_ends(2, {open, Condition::neumann}, Location::cell, false)));
}

std::string refusal(const Problem& problem)
{
    return unsupported_reason(problem, Backend::cpu).value_or("");
}

TEST(OpenEnds, are_refused_where_no_solver_has_them)
{
    using ::testing::StartsWith;
    const Problem problem = with_ends(2, {open, open}, Location::cell, false);
    EXPECT_EQ(refusal(problem), "");

    Problem two = problem;
    two.sides[0] = {Condition::neumann, open};
    EXPECT_EQ(refusal(two), "");
    EXPECT_EQ(refusal(test::stretched(problem, 1)), "");
    Problem spectral = problem;
    spectral.op = Operator::spectral;
    EXPECT_THAT(refusal(spectral),
                StartsWith("axis z has an open end, and the operator is not the second-order one"));
    Problem waves = problem;
    waves.lambda = 1.0;
    EXPECT_THAT(refusal(waves), StartsWith("axis z has an open end, and lambda is positive"));
    Problem half = problem;
    half.sides[2] = {Condition::periodic, open};
    EXPECT_THAT(refusal(half), StartsWith("axis z is periodic at one end only"));
    EXPECT_THAT(distributed_unsupported_reason(problem, Backend::cpu).value_or(""),
                StartsWith("axis z has an open end, which several ranks do not solve"));
}

TEST(OpenEnds, are_no_walls)
{
    const Problem problem = with_ends(2, {Condition::dirichlet, open}, Location::cell, false);
    const Solver solver{problem, {.backend = Backend::cpu}};
    std::vector<double> f = test::random_values<double>(problem, 5);
    std::vector<double> u(f.size());
    Walls<double> walls;
    walls.z[0].constant = 1.0;
    EXPECT_NO_THROW(solver.solve(f.data(), walls, u.data()));
    walls.z[1].constant = 1.0;
    EXPECT_THROW(solver.solve(f.data(), walls, u.data()), std::invalid_argument);
}

TEST(OpenEnds, take_a_wall_that_holds_a_value)
{
    // Without charges u is the value of the wall everywhere.
    const Problem problem = with_ends(2, {Condition::dirichlet, open}, Location::cell, true);
    const Solver solver{problem, {.backend = Backend::cpu}};
    const std::vector<double> f(static_cast<std::size_t>(points(problem)));
    std::vector<double> u(f.size());
    Walls<double> walls;
    walls.z[0].constant = 0.75;
    solver.solve(f.data(), walls, u.data());
    for (const double value : u) {
        EXPECT_NEAR(value, 0.75, 1e-13);
    }
}

}  // namespace
}  // namespace tobiuo::poisson
