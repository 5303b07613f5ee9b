// SPDX-License-Identifier: BSD-3-Clause
// Flows that buoyancy drives, against numbers of the literature.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "solvers/flow/scalar_means.hpp"
#include "tests/solvers/flow/flows.hpp"

namespace tobiuo::flow {
namespace {

/// A box of width `width` and height 1 with n cells for each unit of length. Lengths are in units of
/// its height, times in those of diffusion over it.
Problem convection(int n, double width, double rayleigh, double prandtl)
{
    const auto columns = static_cast<std::int64_t>(std::lround(n * width));
    Problem problem{.grid = box({columns, n, 1}, {width, 1.0, 1.0}), .viscosity = prandtl};
    problem.faces[1] = both(FaceKind::no_slip);
    problem.scalar = Scalar{.diffusivity = 1.0, .buoyancy = {0.0, rayleigh * prandtl, 0.0}};
    return problem;
}

/// Steps of the largest stable size, to `until`.
void advance_stably(Solver& solver, double until)
{
    double time = 0.0;
    while (time < until) {
        const double rate = solver.observed_and_wait().largest_rate;
        const double step = std::min(step_limit(solver.problem(), rate, 0.9).seconds, until - time);
        solver.step(step);
        time += step;
    }
}

/// The Nusselt number of the wall x = 0 of a square whose other wall is colder by 1.
double nusselt_of_cavity(int n, double rayleigh)
{
    Problem problem = convection(n, 1.0, rayleigh, 0.71);
    problem.faces[0] = both(FaceKind::no_slip);
    problem.scalar->faces[0] = {.kind = ScalarFaceKind::value, .number = 0.5};
    problem.scalar->faces[1] = {.kind = ScalarFaceKind::value, .number = -0.5};
    Solver solver =
        started_with(problem, {zero, zero, zero}, [](double x, double, double) { return 0.5 - x; });
    advance_stably(solver, 0.4);
    const std::vector<double> state = state_of(solver);
    const ScalarMeans means = scalar_means<double>(problem, state);
    const double hot = nusselt_number(problem, 0, means.flux[0]).value();
    EXPECT_NEAR(nusselt_number(problem, 1, means.flux[1]).value(), hot, 1e-3 * hot);
    EXPECT_NEAR(means.mean, 0.0, 1e-3);
    return hot;
}

TEST(FlowConvectionValidation, heated_cavity_has_the_nusselt_number_of_the_literature)
{
    // M. Hortmann, M. Peric and G. Scheuerer, Int. J. Numer. Meth. Fluids 11, 189 (1990).
    constexpr double expected = 2.24475;
    const double coarse = nusselt_of_cavity(20, 1e4) - expected;
    const double fine = nusselt_of_cavity(40, 1e4) - expected;
    EXPECT_LT(std::abs(fine), 0.01 * expected);
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.3) << coarse << " and " << fine;
}

/// The kinetic energy of the critical mode of a layer that is heated from below, at the end of the
/// second half of a time over that at its start.
double growth_of_layer(double rayleigh)
{
    // Length of the pair of rolls that grows first.
    constexpr double wave_number = 3.117;
    constexpr double length = 2.0 * std::numbers::pi / wave_number;
    Problem problem = convection(24, length, rayleigh, 1.0);
    problem.scalar->reference = 0.5;
    problem.scalar->faces[2] = {.kind = ScalarFaceKind::value, .number = 1.0};
    problem.scalar->faces[3] = {.kind = ScalarFaceKind::value, .number = 0.0};
    const Component rolls = [](double x, double y, double) {
        const double wall = std::sin(std::numbers::pi * y);
        return 1e-4 * std::cos(wave_number * x) * wall * wall;
    };
    Solver solver = started_with(problem, {zero, rolls, zero},
                                 [](double, double y, double) { return 1.0 - y; });
    advance_stably(solver, 0.5);
    const double begin = solver.observed_and_wait().kinetic_energy;
    advance_stably(solver, 0.5);
    return solver.observed_and_wait().kinetic_energy / begin;
}

TEST(FlowConvectionValidation, rolls_grow_above_the_critical_rayleigh_number_only)
{
    // S. Chandrasekhar, Hydrodynamic and Hydromagnetic Stability (1961), chapter 2: 1707.762.
    EXPECT_LT(growth_of_layer(1650.0), 1.0);
    EXPECT_GT(growth_of_layer(1760.0), 1.0);
}

}  // namespace
}  // namespace tobiuo::flow
