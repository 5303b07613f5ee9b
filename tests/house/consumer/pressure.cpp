// Solves for the pressure of a channel through the installed library and checks it.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <span>
#include <vector>

#include "solvers/poisson/boundary_values.hpp"
#include "solvers/poisson/host_solver.hpp"

int main()
{
    using namespace tobiuo;
    using poisson::Condition;

    // 64 x 48 x 32 cells: periodic along x, walls without flux across y; across z a pressure that
    // is held below, and a given flux above.
    poisson::Problem problem;
    problem.grid = grid_of_cells({64, 48, 32}, Location::cell);
    problem.sides = {{{Condition::periodic, Condition::periodic},
                      {Condition::neumann, Condition::neumann},
                      {Condition::dirichlet, Condition::neumann}}};
    poisson::FaceValues walls;
    walls.of[2] = {{{1.0}, {2.0}}};  // p = 1 below; dp/dz = 2 above, along the outward normal

    const poisson::HostSolver solver{problem};
    const poisson::BoundaryLift lift{problem, walls};
    std::vector<double> p(static_cast<std::size_t>(poisson::points(problem)));
    for (std::size_t at = 0; at < p.size(); ++at) {
        const double x = poisson::position(problem, 0, static_cast<std::int64_t>(at % 64));
        p[at] = std::sin(2 * std::numbers::pi * x);
    }
    lift.subtract_from(std::span<double>{p});
    solver.solve(p, p);
    lift.add_to(std::span<double>{p});

    // The source averages to zero along x, so the mean of p over x is the straight line 1 + 2 z.
    double mean = 0.0;
    for (std::size_t at = 0; at < 64; ++at) {
        mean += p[at] / 64.0;
    }
    const double exact = 1.0 + 2.0 * poisson::position(problem, 2, 0);
    std::printf("%s by %s: mean pressure beside the wall %.12f, exact %.12f\n",
                poisson::describe(problem).c_str(), solver.describe().c_str(), mean, exact);
    constexpr double tolerance = 1e-12;
    return std::abs(mean - exact) <= tolerance ? EXIT_SUCCESS : EXIT_FAILURE;
}
