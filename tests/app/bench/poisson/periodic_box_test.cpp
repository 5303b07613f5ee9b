// SPDX-License-Identifier: BSD-3-Clause
// The periodic box of all images has the solution of the box with walls.
#include "app/bench/poisson/bench_problem.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/bench/poisson/testbeds.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "tests/app/bench/poisson/synthetic.hpp"

namespace tobiuo::poisson_bench {
namespace {

using poisson::Condition;
using poisson::Operator;
using poisson::Problem;

using Axes = std::array<std::vector<Image>, 3>;

/// Calls use(point of the periodic box, unknown, sign) for every point that is an image.
template <typename Use>
void for_each_image(const Problem& problem, const Axes& axes, const Use& use)
{
    const auto nx = static_cast<std::size_t>(poisson::unknowns(problem, 0).count);
    const auto ny = static_cast<std::size_t>(poisson::unknowns(problem, 1).count);
    std::size_t point = 0;
    for (const Image& z : axes[2]) {
        for (const Image& y : axes[1]) {
            for (const Image& x : axes[0]) {
                const int sign = z.sign * y.sign * x.sign;
                if (sign != 0) {
                    use(point,
                        (static_cast<std::size_t>(z.source) * ny +
                         static_cast<std::size_t>(y.source)) *
                                nx +
                            static_cast<std::size_t>(x.source),
                        sign);
                }
                ++point;
            }
        }
    }
}

/// u of `problem`, by the solve of the periodic box.
Bytes solution_by_images(const Problem& problem, const Bytes& f)
{
    const Axes axes{images_of(problem, 0), images_of(problem, 1), images_of(problem, 2)};
    const Problem periodic = periodic_problem(problem);
    std::vector<double> box(static_cast<std::size_t>(poisson::points(periodic)));
    EXPECT_EQ(box.size(), axes[0].size() * axes[1].size() * axes[2].size());
    const auto* source = reinterpret_cast<const double*>(f.data());
    for_each_image(problem, axes, [&](std::size_t point, std::size_t unknown, int sign) {
        box[point] = sign * source[unknown];
    });
    static_cast<void>(
        poisson::HostSolver{periodic}.solve(std::span<const double>{box}, std::span{box}));
    Bytes u{f.size()};
    auto* target = reinterpret_cast<double*>(u.data());
    for_each_image(problem, axes, [&](std::size_t point, std::size_t unknown, int sign) {
        target[unknown] = sign * box[point];
    });
    return u;
}

TEST(PoissonPeriodicBox, make_a_periodic_problem_of_the_same_solution)
{
    const std::vector<poisson::Sides> ends{{Condition::periodic, Condition::periodic},
                                           {Condition::dirichlet, Condition::dirichlet},
                                           {Condition::neumann, Condition::neumann},
                                           {Condition::dirichlet, Condition::neumann},
                                           {Condition::neumann, Condition::dirichlet}};
    for (const auto& x : ends) {
        for (const auto& y : ends) {
            for (const Location location : {Location::cell, Location::node}) {
                for (const Operator op :
                     {Operator::second_order, Operator::fourth_order, Operator::spectral}) {
                    const Boundary boundary{"these", {x, y, ends[3]}};
                    const auto problem =
                        bench_problem({5, 6, 7}, boundary, location, op, Precision::fp64);
                    SCOPED_TRACE(problem.describe() + "; " + poisson::describe(problem.problem));
                    const Bytes f = random_right_hand_side(problem.problem);
                    const auto residual =
                        residual_of(problem.problem, f, solution_by_images(problem.problem, f));
                    EXPECT_TRUE(residual.at_rounding_level()) << residual.backward_error;
                }
            }
        }
    }
}

TEST(PoissonPeriodicBox, are_two_boxes_for_like_walls_and_four_for_unlike_ones)
{
    const auto sizes = [](const char* boundary) {
        const Problem problem = test::poisson_problem(boundary, {6, 8, 10}).problem;
        return std::vector<std::size_t>{images_of(problem, 0).size(), images_of(problem, 1).size(),
                                        images_of(problem, 2).size()};
    };
    EXPECT_EQ(sizes("duct"), (std::vector<std::size_t>{10, 16, 12}));
    EXPECT_EQ(sizes("mixed"), (std::vector<std::size_t>{40, 32, 24}));
}

}  // namespace
}  // namespace tobiuo::poisson_bench
