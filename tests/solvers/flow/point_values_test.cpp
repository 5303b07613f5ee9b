// SPDX-License-Identifier: BSD-3-Clause
// Values at points: exact for linear flows, those of walls on walls, and those of the grid on it.
#include "solvers/flow/point_places.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "solvers/flow/state_layers.hpp"
#include "solvers/flow/state_observer.hpp"
#include "tests/solvers/flow/flows.hpp"

namespace tobiuo::flow {
namespace {

using Point = std::array<double, 3>;

/// Sums of eight values of about 1, of which each has gone through a projection.
constexpr double rounding_of_values = 1e3 * std::numeric_limits<double>::epsilon();

std::vector<double> state_values_of(const Solver& solver)
{
    std::vector<double> state(static_cast<std::size_t>(solver.state_values()));
    solver.state(state.data());
    return state;
}

std::vector<PointValues> values_at(const Problem& problem, const std::vector<Point>& points,
                                   const std::vector<double>& state,
                                   const std::vector<double>& pressure)
{
    const auto machine = runtime::make_host_machine(1);
    return StateObserver<double>{problem, *machine}.point_values_and_wait(points, state.data(),
                                                                          pressure.data(), nullptr);
}

/// A box with moving walls, a stretched axis and an outflow.
Problem walled_box()
{
    Problem problem{.grid = box({5, 6, 7}, {1.0, 2.0, 1.4}), .viscosity = 0.1};
    problem.grid.axes[1] = {
        .cells = 6, .lower = 0.0, .upper = 2.0, .nodes = {0.0, 0.1, 0.3, 0.8, 1.4, 1.7, 2.0}};
    problem.faces[0] = {.lower = {.kind = FaceKind::inflow, .velocity = {0.5, 0.25, 0.0}},
                        .upper = {.kind = FaceKind::outflow}};
    problem.faces[1] = {.lower = {.kind = FaceKind::no_slip, .velocity = {0.7, 0.0, -0.2}},
                        .upper = {.kind = FaceKind::free_slip}};
    return problem;
}

Field rough()
{
    return {[](double x, double y, double z) { return std::sin(7.0 * y + x) * z; },
            [](double x, double y, double z) { return std::cos(5.0 * x + z) + y; },
            [](double x, double y, double z) { return x * y - std::sin(3.0 * z); }};
}

TEST(FlowPointValues, of_a_linear_flow_are_exact_between_stretched_walls)
{
    Problem problem{.grid = box({4, 6, 3}, {1.0, 2.0, 1.0}), .viscosity = 0.1};
    problem.grid.axes[1] = walled_box().grid.axes[1];
    problem.faces[1] = {.lower = {.kind = FaceKind::no_slip, .velocity = {1.0, 0.0, 4.0}},
                        .upper = {.kind = FaceKind::no_slip, .velocity = {5.0, 0.0, 0.0}}};
    const Field shear{[](double, double y, double) { return 1.0 + 2.0 * y; }, zero,
                      [](double, double y, double) { return 4.0 - 2.0 * y; }};
    const std::vector<double> state = state_values_of(started(problem, shear));
    std::vector<double> pressure;
    for (std::int64_t at = 0; at < points(problem); ++at) {
        pressure.push_back(problem.grid.position(1, at / 4 % 6));
    }
    std::vector<Point> places;
    for (int n = 0; n <= 40; ++n) {
        places.push_back({0.1 * n - 4.0 * (n / 11), 0.05 * n, 0.025 * n});
    }
    const auto values = values_at(problem, places, state, pressure);
    ASSERT_EQ(values.size(), places.size());
    const double first = problem.grid.position(1, 0);
    const double last = problem.grid.position(1, 5);
    for (std::size_t n = 0; n < places.size(); ++n) {
        const double y = places.at(n).at(1);
        EXPECT_NEAR(values.at(n).at(0), 1.0 + 2.0 * y, rounding_of_values) << y;
        EXPECT_NEAR(values.at(n).at(1), 0.0, rounding_of_values);
        EXPECT_NEAR(values.at(n).at(2), 4.0 - 2.0 * y, rounding_of_values);
        EXPECT_NEAR(values.at(n).at(3), std::min(std::max(y, first), last), rounding_of_values);
    }
}

TEST(FlowPointValues, on_faces_are_what_the_faces_give)
{
    const Problem problem = walled_box();
    Solver solver = started(problem, rough());
    solver.step(1e-3);
    const std::vector<double> state = state_values_of(solver);
    std::vector<double> pressure(static_cast<std::size_t>(points(problem)));
    solver.pressure(pressure.data());
    const std::vector<Point> places{
        {0.0, 1.1, 0.33}, {0.0, 0.5, 1.4}, {0.37, 0.0, 0.9}, {0.37, 2.0, 0.9}, {1.0, 0.9, 0.21}};
    const auto values = values_at(problem, places, state, pressure);
    for (const std::size_t inlet : {0U, 1U}) {
        EXPECT_NEAR(values.at(inlet).at(0), 0.5, rounding_of_values);
        EXPECT_NEAR(values.at(inlet).at(1), 0.25, rounding_of_values);
        EXPECT_NEAR(values.at(inlet).at(2), 0.0, rounding_of_values);
    }
    EXPECT_NEAR(values.at(2).at(0), 0.7, rounding_of_values);
    EXPECT_NEAR(values.at(2).at(1), 0.0, rounding_of_values);
    EXPECT_NEAR(values.at(2).at(2), -0.2, rounding_of_values);
    EXPECT_NEAR(values.at(3).at(1), 0.0, rounding_of_values);
    EXPECT_NEAR(values.at(4).at(3), 0.0, rounding_of_values) << "the pressure at the outflow";
}

TEST(FlowPointValues, at_the_places_of_the_grid_are_its_values)
{
    for (const Problem& problem : {walled_box(), vortex_problem({5, 6, 7}, 0.1)}) {
        SCOPED_TRACE(describe(problem));
        const std::vector<double> state = state_values_of(started(problem, rough()));
        const std::vector<double> pressure(static_cast<std::size_t>(points(problem)), 2.0);
        for (int component = 0; component < 3; ++component) {
            std::vector<Point> places;
            for (const std::int64_t n : {0, 1, 4}) {
                places.push_back({velocity_position(problem, component, 0, n),
                                  velocity_position(problem, component, 1, n),
                                  velocity_position(problem, component, 2, n)});
            }
            const auto values = values_at(problem, places, state, pressure);
            std::size_t row = 0;
            for (const std::size_t n : {0U, 1U, 4U}) {
                const std::size_t at = (n * 6 + n) * 5 + n;
                EXPECT_NEAR(values.at(row).at(static_cast<std::size_t>(component)),
                            state.at(static_cast<std::size_t>(component) * 5 * 6 * 7 + at),
                            rounding_of_values);
                ++row;
            }
        }
    }
}

TEST(FlowStateLayers, have_the_same_values_one_by_one)
{
    for (const Problem& problem : {walled_box(), vortex_problem({5, 6, 7}, 0.1)}) {
        SCOPED_TRACE(describe(problem));
        const std::vector<double> state = state_values_of(started(problem, rough()));
        const StateLayers<double> layers{problem, state};
        std::vector<double> layer(layers.layer_values());
        for (int component = 0; component < 3; ++component) {
            for (long long k = -1; k <= 7; ++k) {
                layers.read(component, k, layer);
                for (long long j = -1; j <= 6; ++j) {
                    for (long long i = -1; i <= 5; ++i) {
                        EXPECT_EQ(layers.at(component, {i, j, k}),
                                  layer.at(static_cast<std::size_t>(layers.place(i, j))))
                            << component << " at " << i << ", " << j << ", " << k;
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo::flow
