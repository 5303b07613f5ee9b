// SPDX-License-Identifier: BSD-3-Clause
// Solves for the pressure of a channel on the CPU through the installed library and checks it.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <vector>

#include <tobiuo/poisson.hpp>

int main()
{
    using namespace tobiuo;
    using poisson::Condition;

    // 64 x 48 x 32 cells: periodic along x, walls without flux across y; across z a pressure that
    // is held below, and a given flux above. Fourth order in the spacing, also beside the walls.
    const poisson::Problem problem{.grid = box({64, 48, 32}, {2.0, 1.5, 1.0}),
                                   .sides = {{{Condition::periodic, Condition::periodic},
                                              {Condition::neumann, Condition::neumann},
                                              {Condition::dirichlet, Condition::neumann}}},
                                   .op = poisson::Operator::fourth_order};
    const poisson::Solver solver{problem, {.backend = Backend::cpu}};

    std::vector<double> f(static_cast<std::size_t>(poisson::points(problem)));
    std::vector<double> held(64 * 48);  // on the lower wall across z, [y][x]
    for (std::size_t at = 0; at < f.size(); ++at) {
        const double x = poisson::position(problem, 0, static_cast<std::int64_t>(at % 64));
        f[at] = std::sin(std::numbers::pi * x);
        if (at < held.size()) {
            held[at] = 1.0 + 0.1 * std::cos(std::numbers::pi * x);
        }
    }
    poisson::Walls<double> walls;
    walls.z[0].values = held.data();
    walls.z[1].constant = 2.0;  // dp/dz, along the outward normal
    std::vector<double> p(f.size());
    solver.solve(f.data(), walls, p.data());

    // f and the wave on the wall average to zero along x, so the mean of p over x is the straight
    // line 1 + 2 z.
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
