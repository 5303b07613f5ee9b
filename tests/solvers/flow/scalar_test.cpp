// SPDX-License-Identifier: BSD-3-Clause
// A scalar that the flow carries: what is kept, and what buoyancy does.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "solvers/flow/problem.hpp"
#include "tests/solvers/flow/flows.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::flow {
namespace {

/// A closed box, stretched along z, whose faces insulate.
Problem closed_box()
{
    Problem problem{.grid = box({10, 8, 9}, {1.0, 0.8, 1.0})};
    for (Faces& faces : problem.faces) {
        faces = both(FaceKind::free_slip);
    }
    Axis& z = problem.grid.axes[2];
    for (int node = 0; node <= 9; ++node) {
        z.nodes.push_back(node * (node + 6.0) / 135.0);
    }
    z.nodes.back() = 1.0;
    problem.scalar = Scalar{.buoyancy = {0.0, 0.0, 5.0}, .reference = 0.5};
    return problem;
}

/// The integral over the box of a function of the scalar and z.
template <typename Function>
double integral(const Solver& solver, const Function& function)
{
    const auto& axes = solver.problem().grid.axes;
    const std::vector<double> values = scalar_of(solver);
    double sum = 0.0;
    std::size_t at = 0;
    for (std::int64_t k = 0; k < axes[2].cells; ++k) {
        for (std::int64_t j = 0; j < axes[1].cells; ++j) {
            for (std::int64_t i = 0; i < axes[0].cells; ++i, ++at) {
                sum += width_of(axes[0], i) * width_of(axes[1], j) * width_of(axes[2], k) *
                       function(values.at(at), axes[2].centre(k));
            }
        }
    }
    return sum;
}

double blob(double x, double y, double z)
{
    return std::exp(-8.0 * ((x - 0.3) * (x - 0.3) + (y - 0.4) * (y - 0.4) + (z - 0.4) * (z - 0.4)));
}

TEST(FlowScalar, keeps_its_sum_and_without_diffusion_its_square)
{
    const auto change_of_square = [](int steps) {
        Solver solver = started_with(closed_box(), taylor_green_3d(), blob);
        const auto square = [](double value, double /*z*/) { return value * value; };
        const auto value_of = [](double value, double /*z*/) { return value; };
        const double sum = integral(solver, value_of);
        const double begin = integral(solver, square);
        advance(solver, 0.2, steps);
        EXPECT_NEAR(integral(solver, value_of), sum, sum * test::reordered_sum(3000));
        return std::abs(integral(solver, square) - begin);
    };
    const double coarse = change_of_square(10);
    EXPECT_LT(coarse, 1e-4);
    EXPECT_GT(coarse / change_of_square(20), 6.0);  // third order: 8
}

TEST(FlowScalar, turns_its_height_into_kinetic_energy)
{
    const auto change_of_energy = [](int steps) {
        const Problem problem = closed_box();
        Solver solver = started_with(problem, taylor_green_3d(), blob);
        const auto energy = [&] {
            const double height =
                integral(solver, [](double value, double z) { return value * z; });
            solver.step(1e-9);  // observes the velocity before it
            return volume_of(problem) * solver.observed_and_wait().kinetic_energy -
                   problem.scalar->buoyancy[2] * height;
        };
        const double begin = energy();
        advance(solver, 0.2, steps);
        return std::abs(energy() - begin);
    };
    const double coarse = change_of_energy(10);
    EXPECT_LT(coarse, 1e-4);
    EXPECT_GT(coarse / change_of_energy(20), 6.0);
}

TEST(FlowScalar, receives_what_faces_give_it)
{
    Problem problem = closed_box();
    problem.scalar->diffusivity = 0.1;
    problem.scalar->faces[0] = {.number = 0.5};
    problem.scalar->faces[5] = {.number = -0.2};
    problem.scalar->faces[2] = {.profile = std::vector<double>(90, 0.3)};
    Solver solver = started_with(problem, taylor_green_3d(), zero);
    advance(solver, 0.02, 10);
    const double given = 0.02 * (0.5 * 0.8 - 0.2 * 0.8 + 0.3);  // fluxes by areas
    EXPECT_NEAR(integral(solver, [](double value, double /*z*/) { return value; }), given,
                given * test::reordered_sum(3000));
}

}  // namespace
}  // namespace tobiuo::flow
