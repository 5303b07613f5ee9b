// SPDX-License-Identifier: BSD-3-Clause
// Solves in free space by convolution against potentials in closed form, and their derivatives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numbers>
#include <vector>

#include <tobiuo/poisson/free_space_solver.hpp>

#include "solvers/poisson/free_space/greens_function.hpp"

namespace tobiuo::poisson {
namespace {

constexpr double pi = std::numbers::pi;
constexpr Sides open{Condition::open, Condition::open};

using Field = std::function<double(double, double, double)>;

std::vector<double> sampled(const Problem& problem, const Field& field)
{
    std::vector<double> values;
    for (std::int64_t k = 0; k < unknowns(problem, 2).count; ++k) {
        for (std::int64_t j = 0; j < unknowns(problem, 1).count; ++j) {
            for (std::int64_t i = 0; i < unknowns(problem, 0).count; ++i) {
                values.push_back(field(position(problem, 0, i), position(problem, 1, j),
                                       position(problem, 2, k)));
            }
        }
    }
    return values;
}

double largest_difference(const std::vector<double>& one, const std::vector<double>& other)
{
    double largest = 0.0;
    for (std::size_t at = 0; at < one.size(); ++at) {
        largest = std::max(largest, std::abs(one[at] - other[at]));
    }
    return largest;
}

/// The error of a solve for `f` against `u`.
double error_of(const Problem& problem, const Field& f, const Field& u,
                FreeSpaceKernel kernel = FreeSpaceKernel::truncated)
{
    const FreeSpaceSolver solver{problem, {.backend = Backend::cpu, .kernel = kernel}};
    const std::vector<double> source = sampled(problem, f);
    std::vector<double> found(source.size());
    solver.solve(source.data(), found.data());
    return largest_difference(found, sampled(problem, u));
}

double gaussian(double r, double s)
{
    return std::exp(-r * r / (2.0 * s * s));
}

/// The potential of exp(-r^2 / 2 s^2) / ((2 pi)^1.5 s^3), whose laplacian it is.
double potential(double r, double s)
{
    return r < 1e-12 ? -std::sqrt(2.0 / pi) / (4.0 * pi * s)
                     : -std::erf(r / (std::sqrt(2.0) * s)) / (4.0 * pi * r);
}

Problem cube(std::int64_t cells, Location location = Location::cell)
{
    return {.grid = box({cells, cells + 4, cells - 2}, {1.0, 1.0, 1.0}, location),
            .sides = {open, open, open}};
}

double distance(double x, double y, double z)
{
    return std::hypot(x - 0.5, y - 0.5, z - 0.5);
}

TEST(FreeSpaceSolver, has_the_potential_of_a_gaussian_charge)
{
    const double s = 0.06;
    const double scale = std::pow(2.0 * pi, -1.5) / (s * s * s);
    for (const Location location : {Location::cell, Location::node}) {
        EXPECT_LT(
            error_of(
                cube(44, location),
                [&](double x, double y, double z) {
                    return scale * gaussian(distance(x, y, z), s);
                },
                [&](double x, double y, double z) { return potential(distance(x, y, z), s); }),
            1e-10);
    }
}

TEST(FreeSpaceSolver, takes_any_lengths_of_a_box)
{
    const double s = 0.06;
    const Problem flat{.grid = box({48, 40, 200}, {1.0, 0.9, 4.0}), .sides = {open, open, open}};
    EXPECT_LT(error_of(
                  flat,
                  [&](double x, double y, double z) {
                      return gaussian(std::hypot(x - 0.5, y - 0.45, z - 3.5), s) /
                             (std::pow(2.0 * pi, 1.5) * s * s * s);
                  },
                  [&](double x, double y, double z) {
                      return potential(std::hypot(x - 0.5, y - 0.45, z - 3.5), s);
                  }),
              1e-9);
}

TEST(FreeSpaceSolver, screens_with_a_negative_lambda)
{
    // u = a Gaussian, so f = laplacian(u) + lambda u.
    const double s = 0.06;
    Problem problem = cube(44);
    problem.lambda = -30.0;
    EXPECT_LT(error_of(
                  problem,
                  [&](double x, double y, double z) {
                      const double r = distance(x, y, z);
                      return (r * r / (s * s * s * s) - 3.0 / (s * s) - 30.0) * gaussian(r, s);
                  },
                  [&](double x, double y, double z) { return gaussian(distance(x, y, z), s); }),
              1e-9);
}

TEST(FreeSpaceSolver, mixes_open_ends_with_periodic_axes_and_walls)
{
    // u is a Gaussian along the open axes times a mode along the closed one, which is y.
    const double s = 0.06;
    for (const Location location : {Location::cell, Location::node}) {
        for (const Sides& sides : {Sides{Condition::periodic, Condition::periodic},
                                   Sides{Condition::dirichlet, Condition::dirichlet},
                                   Sides{Condition::neumann, Condition::neumann},
                                   Sides{Condition::dirichlet, Condition::neumann},
                                   Sides{Condition::neumann, Condition::dirichlet}}) {
            for (const bool both : {true, false}) {  // x and z, or x alone with a periodic z
                Problem problem{.grid = box({44, 12, 40}, {1.0, 0.7, 1.0}, location),
                                .sides = {open, sides, both ? open : Sides{}}};
                problem.lambda = -2.0;
                const bool from_zero = sides.lower == Condition::dirichlet;
                const double wave = sides.lower == Condition::periodic ? 2.0 * pi / 0.7
                                    : sides.lower == sides.upper       ? pi / 0.7
                                                                       : 1.5 * pi / 0.7;
                const auto along = [&](double y) {
                    return from_zero ? std::sin(wave * y) : std::cos(wave * y);
                };
                const auto r = [&](double x, double z) {
                    return both ? std::hypot(x - 0.5, z - 0.5) : std::abs(x - 0.5);
                };
                EXPECT_LT(
                    error_of(
                        problem,
                        [&](double x, double y, double z) {
                            const double square = std::pow(r(x, z) / s, 2);
                            return ((square - (both ? 2.0 : 1.0)) / (s * s) - wave * wave - 2.0) *
                                   gaussian(r(x, z), s) * along(y);
                        },
                        [&](double x, double y, double z) {
                            return gaussian(r(x, z), s) * along(y);
                        }),
                    1e-9)
                    << describe(problem);
            }
        }
    }
}

TEST(FreeSpaceSolver, has_logarithms_and_distances_of_charges_that_do_not_balance)
{
    const double s = 0.05;
    const Problem plane{.grid = box({60, 60}, {1.0, 1.0, 1.0}), .sides = {open, open, Sides{}}};
    const FreeSpaceSolver solver{plane, {.backend = Backend::cpu}};
    const std::vector<double> f = sampled(plane, [&](double x, double y, double /*z*/) {
        return gaussian(std::hypot(x - 0.5, y - 0.5), s) / (2.0 * pi * s * s);
    });
    std::vector<double> u(f.size());
    solver.solve(f.data(), u.data());
    for (std::size_t at = 0; at < u.size(); ++at) {
        const double r = std::hypot(position(plane, 0, static_cast<std::int64_t>(at % 60)) - 0.5,
                                    position(plane, 1, static_cast<std::int64_t>(at / 60)) - 0.5);
        if (r > 9.0 * s) {  // beyond the charge, whose sum is 1
            ASSERT_NEAR(u[at], std::log(r) / (2.0 * pi), 1e-10);
        }
    }
    const Problem line{.grid = box({80}, {1.0, 1.0, 1.0}), .sides = {open, Sides{}, Sides{}}};
    EXPECT_LT(error_of(
                  line,
                  [&](double x, double, double) {
                      return gaussian(x - 0.5, s) / (std::sqrt(2.0 * pi) * s);
                  },
                  [&](double x, double, double) {
                      const double far = x - 0.5;
                      return 0.5 * far * std::erf(far / (std::sqrt(2.0) * s)) +
                             s / std::sqrt(2.0 * pi) * gaussian(far, s);
                  }),
              1e-10);
}

TEST(FreeSpaceSolver, mirrors_charges_at_a_wall_before_an_open_end)
{
    const double s = 0.05;
    const double scale = std::pow(2.0 * pi, -1.5) / (s * s * s);
    for (const Location location : {Location::cell, Location::node}) {
        for (const Condition wall : {Condition::dirichlet, Condition::neumann}) {
            for (const bool lower : {true, false}) {
                Problem problem = cube(44, location);
                problem.sides[2] =
                    lower ? Sides{wall, Condition::open} : Sides{Condition::open, wall};
                const double sign = wall == Condition::dirichlet ? -1.0 : 1.0;
                const double image = lower ? -0.5 : 1.5;
                EXPECT_LT(error_of(
                              problem,
                              [&](double x, double y, double z) {
                                  return scale * gaussian(distance(x, y, z), s);
                              },
                              [&](double x, double y, double z) {
                                  return potential(distance(x, y, z), s) +
                                         sign *
                                             potential(std::hypot(x - 0.5, y - 0.5, z - image), s);
                              }),
                          1e-9)
                    << describe(problem);
            }
        }
    }
}

TEST(FreeSpaceSolver, has_second_order_with_averages_over_cells)
{
    const double s = 0.12;
    const double scale = std::pow(2.0 * pi, -1.5) / (s * s * s);
    std::array<double, 2> errors{};
    for (const std::size_t at : {0U, 1U}) {
        const auto cells = static_cast<std::int64_t>(24U << at);
        const Problem problem{.grid = box({cells, cells, cells}, {1.0, 1.0, 1.0}),
                              .sides = {open, open, open}};
        errors.at(at) = error_of(
            problem,
            [&](double x, double y, double z) { return scale * gaussian(distance(x, y, z), s); },
            [&](double x, double y, double z) { return potential(distance(x, y, z), s); },
            FreeSpaceKernel::hockney);
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2.0, 0.15);
}

TEST(FreeSpaceSolver, adds_up_averages_over_cells)
{
    // A single charge shows the kernel itself.
    const Problem problem{.grid = box({6, 5, 4}, {0.6, 1.0, 0.3}), .sides = {open, open, open}};
    const FreeSpaceSolver solver{problem,
                                 {.backend = Backend::cpu, .kernel = FreeSpaceKernel::hockney}};
    std::vector<double> f(6 * 5 * 4);
    f[0] = 1.0;
    std::vector<double> u(f.size());
    solver.solve(f.data(), u.data());
    const std::array<double, 3> spacing{0.1, 0.2, 0.075};
    const double volume = spacing[0] * spacing[1] * spacing[2];
    for (const std::array<long long, 3>& place :
         {std::array<long long, 3>{0, 0, 0}, {1, 0, 0}, {0, 0, 3}, {5, 4, 3}}) {
        const auto at = static_cast<std::size_t>((place[2] * 5 + place[1]) * 6 + place[0]);
        EXPECT_NEAR(u[at], -volume * cell_average(3, place, spacing), 1e-15);
    }
}

TEST(GreensFunction, has_the_integral_over_a_cube_of_the_inverse_distance)
{
    // The integral over the unit cube of 1 / r from a corner is 1.19003868; around the centre of a cube
    // of width 2 it is eight times as much.
    EXPECT_NEAR(4.0 * pi * 8.0 * cell_average(3, {0, 0, 0}, {2.0, 2.0, 2.0}), 8.0 * 1.19003868,
                1e-7);
    // The mean over neighbours is the value in the centre plus the second derivatives, which vanish.
    EXPECT_NEAR(4.0 * pi * cell_average(3, {30, 20, 10}, {1.0, 1.0, 1.0}), 1.0 / std::sqrt(1400.0),
                1e-9);
}

TEST(GreensFunction, is_continuous_where_screening_vanishes)
{
    for (const int dimensions : {2, 3}) {
        for (const double k : {0.0, 2.0, 40.0}) {
            const double plain = truncated_transform(dimensions, k, 0.0, 1.0);
            // In two dimensions K0(mu r) + log(mu / 2) + gamma tends to -log(r).
            const double mu = 1e-7;
            const double disc = k == 0.0 ? 0.5 : std::cyl_bessel_j(1.0, k) / k;
            const double shift =
                dimensions == 2 ? disc * (std::log(0.5 * mu) + std::numbers::egamma) : 0.0;
            EXPECT_NEAR(truncated_transform(dimensions, k, mu, 1.0) + shift, plain, 2e-7);
        }
    }
}

TEST(FreeSpaceSolver, differentiates_the_potential)
{
    const double s = 0.06;
    const double scale = std::pow(2.0 * pi, -1.5) / (s * s * s);
    Problem problem = cube(46);
    const FreeSpaceSolver solver{problem, {.backend = Backend::cpu, .derivatives = true}};
    const std::vector<double> f = sampled(problem, [&](double x, double y, double z) {
        return scale * gaussian(distance(x, y, z), s);
    });
    std::array<std::vector<double>, 3> found;
    found.fill(std::vector<double>(f.size()));
    solver.gradient(f.data(), std::array{found[0].data(), found[1].data(), found[2].data()});
    const auto slope_by_r = [&](double r) {
        return (std::erf(r / (std::sqrt(2.0) * s)) - std::sqrt(2.0 / pi) * r / s * gaussian(r, s)) /
               (4.0 * pi * r * r * r);
    };
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::vector<double> exact = sampled(problem, [&](double x, double y, double z) {
            return slope_by_r(distance(x, y, z)) * (std::array{x, y, z}.at(axis) - 0.5);
        });
        EXPECT_LT(largest_difference(found.at(axis), exact), 1e-7) << axis;
    }
}

TEST(FreeSpaceSolver, has_the_velocity_of_a_vortex_between_walls)
{
    // A Gaussian vortex along y, which is periodic: the velocity turns about its axis.
    const double s = 0.05;
    const Problem problem{.grid = box({60, 6, 64}, {1.0, 0.4, 1.0}),
                          .sides = {open, Sides{}, open}};
    const FreeSpaceSolver solver{problem, {.backend = Backend::cpu, .derivatives = true}};
    const std::vector<double> vorticity = sampled(problem, [&](double x, double, double z) {
        return -gaussian(std::hypot(x - 0.5, z - 0.5), s) / (2.0 * pi * s * s);
    });
    const std::vector<double> zero(vorticity.size());
    std::array<std::vector<double>, 3> found;
    found.fill(std::vector<double>(zero.size(), 1.0));
    solver.curl(std::array{zero.data(), vorticity.data(), zero.data()},
                std::array{found[0].data(), found[1].data(), found[2].data()});
    const auto turn = [&](double x, double z) {
        const double r = std::hypot(x - 0.5, z - 0.5);
        return (1.0 - gaussian(r, s)) / (2.0 * pi * r * r);
    };
    // A vorticity along y turns z into x.
    EXPECT_LT(largest_difference(
                  found[0], sampled(problem, [&](double x, double,
                                                 double z) { return turn(x, z) * (z - 0.5); })),
              1e-8);
    EXPECT_LT(largest_difference(
                  found[2], sampled(problem, [&](double x, double,
                                                 double z) { return -turn(x, z) * (x - 0.5); })),
              1e-8);
    EXPECT_LT(largest_difference(found[1], zero), 1e-12);
}

TEST(FreeSpaceSolver, differentiates_along_closed_axes)
{
    const double s = 0.06;
    const double wave = 2.0 * pi / 0.7;
    const Problem problem{.grid = box({48, 12}, {1.0, 0.7, 1.0}), .sides = {open, Sides{}, Sides{}}};
    const FreeSpaceSolver solver{problem, {.backend = Backend::cpu, .derivatives = true}};
    const std::vector<double> f = sampled(problem, [&](double x, double y, double) {
        const double square = std::pow((x - 0.5) / s, 2);
        return ((square - 1.0) / (s * s) - wave * wave) * gaussian(x - 0.5, s) * std::sin(wave * y);
    });
    std::vector<double> along_x(f.size());
    std::vector<double> along_y(f.size());
    solver.gradient(f.data(), std::array<double*, 3>{along_x.data(), along_y.data(), nullptr});
    EXPECT_LT(largest_difference(along_y, sampled(problem,
                                                  [&](double x, double y, double) {
                                                      return wave * gaussian(x - 0.5, s) *
                                                             std::cos(wave * y);
                                                  })),
              1e-8);
    EXPECT_LT(largest_difference(along_x, sampled(problem,
                                                  [&](double x, double y, double) {
                                                      return -(x - 0.5) / (s * s) *
                                                             gaussian(x - 0.5, s) *
                                                             std::sin(wave * y);
                                                  })),
              1e-7);
}

TEST(FreeSpaceSolver, solves_in_single_precision)
{
    const double s = 0.06;
    Problem problem = cube(40);
    problem.precision = Precision::fp32;
    const FreeSpaceSolver solver{problem, {.backend = Backend::cpu}};
    const std::vector<double> exact = sampled(
        problem, [&](double x, double y, double z) { return potential(distance(x, y, z), s); });
    std::vector<float> u;
    for (const double f : sampled(problem, [&](double x, double y, double z) {
             return gaussian(distance(x, y, z), s) / (std::pow(2.0 * pi, 1.5) * s * s * s);
         })) {
        u.push_back(static_cast<float>(f));
    }
    solver.solve(u.data(), u.data());
    for (std::size_t at = 0; at < u.size(); ++at) {
        ASSERT_NEAR(static_cast<double>(u[at]), exact[at], 3e-6);
    }
}

TEST(FreeSpaceSolver, refuses_what_it_does_not_solve)
{
    const auto reason = [](const Problem& problem, const FreeSpaceOptions& options = {}) {
        FreeSpaceOptions on_cpu = options;
        on_cpu.backend = options.backend ? options.backend : Backend::cpu;
        return unsupported_reason(problem, on_cpu).value_or("");
    };
    Problem problem = cube(8);
    EXPECT_EQ(reason(problem), "");
    problem.lambda = 1.0;
    EXPECT_THAT(reason(problem), testing::HasSubstr("lambda is positive"));
    problem.lambda = -1.0;
    EXPECT_THAT(reason(problem, {.kernel = FreeSpaceKernel::hockney}),
                testing::HasSubstr("hockney kernel is asked for with a lambda"));
    EXPECT_THAT(reason(problem, {.backend = Backend::opencl}), testing::HasSubstr("OpenCL"));
    problem.sides[1] = {};
    problem.lambda = 0.0;
    EXPECT_THAT(reason(problem, {.kernel = FreeSpaceKernel::hockney}),
                testing::HasSubstr("open all axes"));
    problem.sides = {};
    EXPECT_THAT(reason(problem), testing::HasSubstr("no axis has an open end"));
    problem = cube(8);
    problem.grid.axes[0].nodes = {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 1.0};
    EXPECT_THAT(reason(problem), testing::HasSubstr("is stretched"));

    const FreeSpaceSolver solver{cube(8), {.backend = Backend::cpu}};
    std::vector<double> f(static_cast<std::size_t>(points(cube(8))));
    EXPECT_THROW(solver.gradient(f.data(), std::array{f.data(), f.data(), f.data()}),
                 std::invalid_argument);
    std::vector<float> single(f.size());
    EXPECT_THROW(solver.solve(single.data(), single.data()), std::invalid_argument);
    EXPECT_THROW(solver.solve(f.data(), f.data() + 1), std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::poisson
