// SPDX-License-Identifier: BSD-3-Clause
// The decay of the vortices of Taylor and Green, against the exact solution.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <vector>

#include <tobiuo/flow.hpp>

using namespace tobiuo;

int main()
{
    constexpr std::int64_t n = 64;
    constexpr double length = 2.0 * std::numbers::pi;
    const flow::Problem problem{.grid = box({n, n, 1}, {length, length, 1.0}), .viscosity = 0.05};
    std::vector<double> u(n * n);
    std::vector<double> v(n * n);
    std::vector<double> w(n * n);
    for (std::int64_t j = 0; j < n; ++j) {
        for (std::int64_t i = 0; i < n; ++i) {
            const auto at = static_cast<std::size_t>(j * n + i);
            const auto place = [&](int component, int axis) {
                return flow::velocity_position(problem, component, axis, axis == 0 ? i : j);
            };
            u[at] = std::sin(place(0, 0)) * std::cos(place(0, 1));
            v[at] = -std::cos(place(1, 0)) * std::sin(place(1, 1));
        }
    }

    flow::Solver solver{problem, {.backend = Backend::cpu}};
    solver.start(u.data(), v.data(), w.data());
    double time = 0.0;
    while (time < 1.0) {
        const double rate = solver.observed_and_wait().largest_rate;
        const double step = std::fmin(flow::step_limit(problem, rate, 0.9).seconds, 1.0 - time);
        solver.step(step);
        time += step;
    }
    solver.velocity(u.data(), v.data(), w.data());

    double error = 0.0;
    for (std::int64_t j = 0; j < n; ++j) {
        for (std::int64_t i = 0; i < n; ++i) {
            const double exact = std::exp(-2.0 * problem.viscosity) *
                                 std::sin(flow::velocity_position(problem, 0, 0, i)) *
                                 std::cos(flow::velocity_position(problem, 0, 1, j));
            error = std::fmax(error, std::abs(u[static_cast<std::size_t>(j * n + i)] - exact));
        }
    }
    std::printf("%s\nlargest error of u: %.1e\n", solver.describe().c_str(), error);
    return error < 1e-3 ? EXIT_SUCCESS : EXIT_FAILURE;
}
