// SPDX-License-Identifier: BSD-3-Clause
// Open ends of several axes: the discrete solution in free space.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "runtime/precision.hpp"
#include "runtime/ranks/one_rank.hpp"
#include "solvers/poisson/check/residual.hpp"
#include "solvers/poisson/open/lattice_nodes.hpp"
#include "solvers/poisson/open/open_faces.hpp"
#include "solvers/poisson/open/open_line.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::poisson {
namespace {

using std::numbers::pi;
using test::box;
using test::dirichlet;
using test::neumann;
using test::periodic;

constexpr Sides open{Condition::open, Condition::open};
constexpr Sides open_wall{Condition::open, Condition::dirichlet};
constexpr Sides wall_open{Condition::dirichlet, Condition::open};
constexpr Sides open_slope{Condition::open, Condition::neumann};
constexpr Sides slope_open{Condition::neumann, Condition::open};
constexpr Sides wall_slope{Condition::dirichlet, Condition::neumann};

template <typename Real = double>
std::vector<Real> solved(const Problem& problem, const std::vector<Real>& f, bool in_place = false)
{
    std::vector<Real> u = f;
    const Solver solver{problem, {.backend = Backend::cpu}};
    solver.solve(in_place ? u.data() : f.data(), u.data());
    EXPECT_EQ(solver.solved().removed_mean, 0.0);
    return u;
}

/// A cube of equal cells of width h with a charge of one in cell or node 0 at each axis.
Problem lattice(std::int64_t cells, double h, const std::array<Sides, 3>& sides, Location location)
{
    Problem problem;
    const double length = static_cast<double>(cells) * h;
    problem.grid = tobiuo::box({cells, cells, cells}, {length, length, length}, location);
    problem.sides = sides;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (sides.at(axis) == periodic) {
            problem.grid.axes.at(axis).cells = 1;
        }
    }
    return problem;
}

/// u of a charge at an unknown, by its places along the axes.
class PointCharge {
public:
    PointCharge(const Problem& problem, const std::array<std::int64_t, 3>& at)
        : counts_{unknowns(problem, 0).count, unknowns(problem, 1).count,
                  unknowns(problem, 2).count}
    {
        std::vector<double> f(static_cast<std::size_t>(points(problem)));
        f[index(at)] = 1.0;
        u_ = solved(problem, f);
    }

    [[nodiscard]] double operator()(std::int64_t x, std::int64_t y, std::int64_t z) const
    {
        return u_[index({x, y, z})];
    }

private:
    [[nodiscard]] std::size_t index(const std::array<std::int64_t, 3>& at) const
    {
        return static_cast<std::size_t>(at[0] + counts_[0] * (at[1] + counts_[1] * at[2]));
    }

    std::array<std::int64_t, 3> counts_;
    std::vector<double> u_;
};

TEST(OpenAxes, give_the_lattice_green_function_of_three_axes)
{
    for (const Location location : test::all_locations) {
        const PointCharge u{lattice(11, 1.0, {open, open, open}, location), {3, 2, 4}};
        EXPECT_NEAR(u(3, 2, 4), -0.252731009858663, 1e-12);
        EXPECT_NEAR(u(4, 2, 4), -0.086064343191996, 1e-12);
        EXPECT_NEAR(u(3, 1, 3), -0.055191433687737, 1e-12);
        EXPECT_NEAR(u(4, 3, 5), -0.043578354397726, 1e-12);
        EXPECT_NEAR(u(3, 0, 4), -0.042889314542366, 1e-12);
    }
}

TEST(OpenAxes, give_the_potential_kernel_of_two_axes)
{
    constexpr double h = 0.5;
    for (const Location location : test::all_locations) {
        for (const std::array<Sides, 3>& sides :
             {std::array{open, open, periodic}, std::array{periodic, open, open},
              std::array{open, periodic, open}}) {
            const Problem problem = lattice(9, h, sides, location);
            std::array<std::int64_t, 3> at{3, 5, 2};
            const std::size_t absent = sides[0] == periodic ? 0 : sides[1] == periodic ? 1 : 2;
            at.at(absent) = 0;
            const PointCharge u{problem, at};
            const std::size_t first = absent == 0 ? 1 : 0;
            const std::size_t second = absent == 2 ? 1 : 2;
            const auto value = [&](std::int64_t one, std::int64_t other) {
                std::array<std::int64_t, 3> there = at;
                there.at(first) += one;
                there.at(second) += other;
                return u(there[0], there[1], there[2]) / (h * h);
            };
            EXPECT_NEAR(value(0, 0), 0.0, 1e-12);
            EXPECT_NEAR(value(1, 0), 0.25, 1e-12);
            EXPECT_NEAR(value(0, -1), 0.25, 1e-12);
            EXPECT_NEAR(value(1, 1), 1.0 / pi, 1e-12);
            EXPECT_NEAR(value(2, 0), 1.0 - 2.0 / pi, 1e-12);
        }
    }
}

// Independent of solves and of each other: the quadrature in time against the equation on the lattice.
TEST(OpenAxes, have_a_kernel_that_solves_the_equation_on_the_lattice)
{
    for (const std::int64_t cells : {6, 40, 300}) {
        for (const bool flat : {false, true}) {
            for (const double lambda : {0.0, -0.01}) {
                Problem problem =
                    lattice(cells, 1.0, {open, open, flat ? periodic : open}, Location::cell);
                problem.lambda = lambda;
                const OpenLines lines = lines_of(problem);
                const LatticeNodes nodes = lattice_nodes(decay_of(problem, lines));
                std::vector<std::vector<double>> heat;
                for (const double time : nodes.times) {
                    heat.push_back(lines[0].heat(time));
                }
                const int axes = flat ? 2 : 3;
                const auto kernel = [&](const std::array<std::int64_t, 3>& place) {
                    double sum = 0.0;
                    for (std::size_t node = 0; node < heat.size(); ++node) {
                        double product = 1.0;
                        double level = 1.0;
                        for (int axis = 0; axis < axes; ++axis) {
                            const auto at = static_cast<std::size_t>(axis);
                            product *= heat[node][static_cast<std::size_t>(std::abs(place.at(at)))];
                            level *= heat[node][0];
                        }
                        sum += nodes.weights[node] * (product - (nodes.logarithmic ? level : 0.0));
                    }
                    return sum;
                };
                for (const std::array<std::int64_t, 3>& place :
                     {std::array<std::int64_t, 3>{0, 0, 0},
                      {1, 0, 0},
                      {2, 1, 0},
                      {3, 3, 0},
                      {cells - 2, 1, 0},
                      {cells - 2, cells - 3, 0}}) {
                    double left = place == std::array<std::int64_t, 3>{0, 0, 0} ? 1.0 : 0.0;
                    left += (lambda - 2.0 * axes) * kernel(place);
                    for (int axis = 0; axis < axes; ++axis) {
                        std::array<std::int64_t, 3> near = place;
                        near.at(static_cast<std::size_t>(axis)) += 1;
                        left += kernel(near);
                        near.at(static_cast<std::size_t>(axis)) -= 2;
                        left += kernel(near);
                    }
                    EXPECT_NEAR(left, 0.0, 2e-14)
                        << cells << " " << axes << " " << lambda << " " << place[0];
                }
            }
        }
    }
}

/// The sum over all charges and their images of the lattice Green's function.
std::vector<double> convolved(const Problem& problem, const std::vector<double>& f)
{
    const OpenLines lines = lines_of(problem);
    const LatticeNodes nodes = lattice_nodes(decay_of(problem, lines));
    std::vector<double> u(f.size());
    const auto add = [&](const std::array<std::vector<double>, 3>& heat, double weight) {
        std::vector<double> from = f;
        std::int64_t stride = 1;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::int64_t count = lines.at(axis).count();
            std::vector<double> to(f.size());
            for (std::int64_t n = 0; n < std::ssize(f); ++n) {
                const std::int64_t place = n / stride % count;
                for (const LineImage& image : lines.at(axis).images()) {
                    const std::int64_t there = n + (source_of(image.source) - place) * stride;
                    to[static_cast<std::size_t>(n)] +=
                        (image.source < 0 ? -1.0 : 1.0) *
                        heat.at(axis)[static_cast<std::size_t>(std::abs(place - image.position))] *
                        from[static_cast<std::size_t>(there)];
                }
            }
            from = to;
            stride *= count;
        }
        for (std::size_t n = 0; n < f.size(); ++n) {
            u[n] -= weight * from[n];
        }
    };
    double level = 0.0;
    for (std::size_t node = 0; node < nodes.times.size(); ++node) {
        std::array<std::vector<double>, 3> heat;
        double product = nodes.weights[node];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            heat.at(axis) = lines.at(axis).heat(nodes.times[node]);
            product *= lines.at(axis).is_open() ? heat.at(axis).front() : 1.0;
        }
        add(heat, nodes.weights[node]);
        level -= product;
    }
    if (nodes.logarithmic) {
        add({lines[0].level(), lines[1].level(), lines[2].level()}, level);
    }
    return u;
}

/// Boxes with another number of cells and spacing along each axis, with these ends.
template <typename Call>
void for_each_mix(const Call& call)
{
    const std::vector<std::array<Sides, 3>> mixes{{open, open, open},
                                                  {open, open, periodic},
                                                  {open, periodic, open},
                                                  {periodic, open, open},
                                                  {open, open, dirichlet},
                                                  {open, neumann, open},
                                                  {wall_slope, open, open},
                                                  {open, open, wall_slope},
                                                  {wall_open, open, open},
                                                  {open, slope_open, open},
                                                  {open, open, open_wall},
                                                  {open_wall, slope_open, open_slope},
                                                  {wall_open, neumann, open},
                                                  {slope_open, open, periodic},
                                                  {open_slope, slope_open, neumann},
                                                  {wall_open, wall_open, periodic},
                                                  {dirichlet, open_slope, wall_open}};
    for (const Location location : test::all_locations) {
        for (const std::array<Sides, 3>& sides : mixes) {
            Problem problem = box({7, 6, 9}, sides, location);
            call(problem);
            if (sides[0] == open) {
                problem.lambda = -3.0;
                call(problem);
            }
        }
    }
}

TEST(OpenAxes, give_what_direct_convolution_gives)
{
    for_each_mix([](const Problem& problem) {
        const std::vector<double> f = test::random_values<double>(problem, 5);
        const std::vector<double> u = solved(problem, f);
        EXPECT_LT(test::relative_difference(u, convolved(problem, f)), 1e-11) << describe(problem);
        EXPECT_EQ(solved(problem, f, true), u) << describe(problem);
    });
}

TEST(OpenAxes, leave_rounding_in_single_precision)
{
    for_each_mix([](Problem problem) {
        const std::vector<double> f = test::random_values<double>(problem, 5);
        const std::vector<double> u = solved(problem, f);
        problem.precision = Precision::fp32;
        const std::vector<float> single =
            solved<float>(problem, std::vector<float>(f.begin(), f.end()));
        EXPECT_LT(test::relative_difference(std::vector<double>(single.begin(), single.end()), u),
                  2e-6)
            << describe(problem);
    });
}

template <typename Real>
Residual residual_after(Problem problem, const std::vector<Real>& f, std::vector<Real> u)
{
    problem.precision = precision_of<Real>;
    std::vector<Real> field(f.size());
    return spectral_residual_of<Real>(problem, f, 0.0, u, field, ranks::OneRank{});
}

TEST(OpenAxes, leave_a_residual_of_rounding)
{
    for_each_mix([](Problem problem) {
        const std::vector<double> f = test::random_values<double>(problem, 5);
        const std::vector<double> u = solved(problem, f);
        const Residual residual = residual_after<double>(problem, f, u);
        EXPECT_LT(residual.backward_error, residual.rounding_level) << describe(problem);
        EXPECT_GT(residual.backward_error, 0.0) << describe(problem);
        std::vector<double> wrong = u;  // by what has no charges in the box
        for (std::size_t n = 0; n < wrong.size(); ++n) {
            wrong[n] += 1e-8 * position(problem, 0,
                                        static_cast<std::int64_t>(n) % unknowns(problem, 0).count);
        }
        EXPECT_FALSE(residual_after<double>(problem, f, wrong).at_rounding_level())
            << describe(problem);
        problem.precision = Precision::fp32;
        const std::vector<float> rounded(f.begin(), f.end());
        const Residual single =
            residual_after<float>(problem, rounded, solved<float>(problem, rounded));
        EXPECT_LT(single.backward_error, single.rounding_level) << describe(problem);
    });
}

TEST(OpenAxes, solve_on_ranks_as_on_one)
{
    for_each_mix([](const Problem& problem) {
        if (unknowns(problem, 2).count < 3) {
            return;
        }
        const std::vector<double> f = test::random_values<double>(problem, 5);
        const std::vector<double> u = solved(problem, f);
        for (const bool in_place : {false, true}) {
            std::vector<double> found(u.size());
            test::on_ranks(3, [&](const Communicator& ranks) {
                const DistributedSolver solver{problem, ranks, {.backend = Backend::cpu}};
                const auto plane = points(problem) / unknowns(problem, 2).count;
                const auto first = static_cast<std::ptrdiff_t>(solver.planes().first * plane);
                const auto count = static_cast<std::ptrdiff_t>(solver.planes().count * plane);
                std::vector<double> mine(f.begin() + first, f.begin() + first + count);
                std::vector<double> own(mine.size());
                double* const to = in_place ? mine.data() : own.data();
                const std::vector<double> own_f = mine;
                solver.solve(mine.data(), to);
                std::copy(to, to + count, found.begin() + first);
                std::vector<double> field(mine.size());
                const std::vector<double> own_u(to, to + count);
                const Residual residual =
                    spectral_residual_of<double>(problem, own_f, 0.0, own_u, field, ranks);
                EXPECT_LT(residual.backward_error, residual.rounding_level) << describe(problem);
            });
            EXPECT_LT(test::relative_difference(found, u), 1e-12) << describe(problem);
        }
    });
}

/// u of a Gaussian charge of width s in free space, and the largest error on n^3 cells.
double error_of_gaussian(std::int64_t n, Location location)
{
    constexpr double s = 0.09;
    Problem problem;
    problem.grid = tobiuo::box({n, n, n}, {1.0, 1.0, 1.0}, location);
    problem.sides = {open, open, open};
    const auto counts = std::array{unknowns(problem, 0).count, unknowns(problem, 1).count};
    std::vector<double> f(static_cast<std::size_t>(points(problem)));
    const auto radius = [&](std::size_t at) {
        const auto place = static_cast<std::int64_t>(at);
        return std::hypot(position(problem, 0, place % counts[0]) - 0.52,
                          position(problem, 1, place / counts[0] % counts[1]) - 0.47,
                          position(problem, 2, place / (counts[0] * counts[1])) - 0.5);
    };
    for (std::size_t at = 0; at < f.size(); ++at) {
        f[at] = std::exp(-std::pow(radius(at) / s, 2) / 2.0) / std::pow(2.0 * pi * s * s, 1.5);
    }
    const std::vector<double> u = solved(problem, f);
    double most = 0.0;
    for (std::size_t at = 0; at < f.size(); ++at) {
        const double r = radius(at);
        const double wanted = -std::erf(r / (std::sqrt(2.0) * s)) / (4.0 * pi * r);
        most = std::max(most, std::abs(u[at] - wanted));
    }
    return most;
}

TEST(OpenAxes, have_order_two_for_a_gaussian_charge)
{
    for (const Location location : test::all_locations) {
        const double coarse = error_of_gaussian(32, location);
        const double fine = error_of_gaussian(64, location);
        EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.1);
    }
}

TEST(OpenAxes, do_not_depend_on_the_size_of_the_box)
{
    for (const Location location : test::all_locations) {
        Problem problem = box({7, 6, 9}, {open, open, open}, location);
        Problem wide = problem;
        for (Axis& axis : wide.grid.axes) {
            const double h = axis.spacing();
            axis.lower -= 2.0 * h;
            axis.upper += 3.0 * h;
            axis.cells += 5;
        }
        const std::vector<double> f = test::random_values<double>(problem, 5);
        std::vector<double> wide_f(static_cast<std::size_t>(points(wide)));
        const auto there = [&](std::size_t at) {
            const auto n = static_cast<std::int64_t>(at);
            const std::int64_t x = unknowns(problem, 0).count;
            const std::int64_t y = unknowns(problem, 1).count;
            const std::int64_t wide_x = unknowns(wide, 0).count;
            const std::int64_t wide_y = unknowns(wide, 1).count;
            return static_cast<std::size_t>(n % x + 2 +
                                            wide_x * (n / x % y + 2 + wide_y * (n / (x * y) + 2)));
        };
        for (std::size_t at = 0; at < f.size(); ++at) {
            wide_f[there(at)] = f[at];
        }
        const std::vector<double> wide_u = solved(wide, wide_f);
        std::vector<double> cut(f.size());
        for (std::size_t at = 0; at < f.size(); ++at) {
            cut[at] = wide_u[there(at)];
        }
        EXPECT_LT(test::relative_difference(solved(problem, f), cut), 1e-12);
    }
}

TEST(OpenAxes, take_values_on_walls)
{
    // A field between walls that are held at 1 and 3 is linear where nothing else is.
    Problem problem = box({9, 8, 7}, {open, dirichlet, open});
    Problem without = problem;
    without.sides = {periodic, dirichlet, periodic};
    const std::vector<double> f(static_cast<std::size_t>(points(problem)));
    std::vector<double> u(f.size());
    Walls<double> given;
    given.y[0].constant = 1.0;
    given.y[1].constant = 3.0;
    const Solver solver{problem, {.backend = Backend::cpu}};
    solver.solve(f.data(), given, u.data());
    // Free space beyond the ends has walls at zero, so the same charges as walls give u.
    std::vector<double> charges(f.size());
    const double h = problem.grid.axes[1].spacing();
    for (std::int64_t z = 0; z < 7; ++z) {
        for (std::int64_t x = 0; x < 9; ++x) {
            charges[static_cast<std::size_t>(x + 9 * 8 * z)] = -2.0 * 1.0 / (h * h);
            charges[static_cast<std::size_t>(x + 9 * (7 + 8 * z))] = -2.0 * 3.0 / (h * h);
        }
    }
    EXPECT_LT(test::relative_difference(u, solved(problem, charges)), 1e-12);
}

TEST(OpenAxes, refuse_what_is_not_solved)
{
    const auto refusal = [](const Problem& problem) {
        return unsupported_reason(problem, Backend::cpu).value_or("");
    };
    Problem problem = box({9, 8, 7}, {open, dirichlet, open});
    EXPECT_EQ(refusal(problem), "");
    problem.lambda = 1.0;
    EXPECT_THAT(refusal(problem), ::testing::HasSubstr("lambda is positive"));
    problem.lambda = 0.0;
    problem.op = Operator::spectral;
    EXPECT_THAT(refusal(problem), ::testing::HasSubstr("use second-order"));
    problem.op = Operator::second_order;
    EXPECT_THAT(refusal(test::stretched(problem, 0)),
                ::testing::HasSubstr("several axes have open ends and axis x is stretched"));
}

TEST(OpenAxes, count_their_bytes_before_they_are_made)
{
    const auto machine = runtime::make_host_machine();
    for_each_mix([&](const Problem& problem) {
        EXPECT_EQ(OpenFaces<double>::bytes_of(problem),
                  OpenFaces<double>(problem, *machine).bytes())
            << describe(problem);
        const SolverOptions on_cpu{.backend = Backend::cpu};
        const Solver solver{problem, on_cpu};
        EXPECT_GE(solver.workspace_bytes(), OpenFaces<double>::bytes_of(problem));
        EXPECT_EQ(Solver::needs(problem, on_cpu).passes, solver.passes());
    });
}

}  // namespace
}  // namespace tobiuo::poisson
