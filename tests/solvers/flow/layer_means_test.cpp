// SPDX-License-Identifier: BSD-3-Clause
// Means over layers: against what a step observes, against known velocities, bits.
#include "solvers/flow/layer_means.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "solvers/flow/solid_cells.hpp"
#include "tests/solvers/flow/flows.hpp"

namespace tobiuo::flow {
namespace {

/// Sums of some thousand terms of about 1, divided by their number.
constexpr double rounding_of_means = 1e4 * std::numeric_limits<double>::epsilon();

struct Snapshot {
    std::vector<double> state;
    std::vector<double> pressure;
};

Snapshot snapshot_of(const Solver& solver)
{
    Snapshot snapshot;
    snapshot.state.resize(static_cast<std::size_t>(solver.state_values()));
    snapshot.pressure.resize(static_cast<std::size_t>(points(solver.problem())));
    solver.state(snapshot.state.data());
    solver.pressure(snapshot.pressure.data());
    return snapshot;
}

std::vector<double> means_of(const Problem& problem, int axis, const Snapshot& snapshot)
{
    return layer_means<double>(problem, axis, snapshot.state, snapshot.pressure);
}

double mean(const std::vector<double>& means, std::size_t layer, Mean quantity,
            bool with_scalar = false)
{
    const std::size_t count = with_scalar ? 15 : 10;
    return means.at(layer * count + static_cast<std::size_t>(quantity));
}

/// A box with an inlet, a lower and an upper outflow, and an axis that is stretched.
Problem open_box()
{
    Problem problem{.grid = box({8, 6, 7}, {1.2, 0.7, 1.0}), .viscosity = 0.02};
    problem.grid.axes[1] = {
        .cells = 6, .lower = 0.0, .upper = 0.7, .nodes = {0.0, 0.05, 0.2, 0.45, 0.55, 0.6, 0.7}};
    problem.faces[0] = both(FaceKind::outflow);
    problem.faces[1] = {.lower = {.kind = FaceKind::free_slip},
                        .upper = {.kind = FaceKind::no_slip, .velocity = {0.3, 0.0, -0.1}}};
    problem.faces[2] = {.lower = {.kind = FaceKind::inflow, .velocity = {0.0, 0.2, 0.8}},
                        .upper = {.kind = FaceKind::no_slip}};
    return problem;
}

double thickness(const Axis& axis, std::size_t cell)
{
    const auto at = static_cast<std::int64_t>(cell);
    return axis.stretched() ? axis.node(at + 1) - axis.node(at) : axis.spacing();
}

/// Two planes of cells across y, and the half of a third, are in a body.
Problem half_solid()
{
    Problem problem{.grid = box({4, 4, 4}, {1.0, 1.0, 1.0}), .viscosity = 0.02};
    problem.obstacles = {{.inside = [](double x, double y, double /*z*/) {
        return y < 0.5 || (y < 0.75 && x < 0.5);
    }}};
    return problem;
}

TEST(FlowLayerMeans, leave_cells_in_bodies_out)
{
    const Problem problem = half_solid();
    Snapshot snapshot{.state = std::vector<double>(192), .pressure = std::vector<double>(64)};
    for (std::size_t at = 0; at < 64; ++at) {
        const bool is_solid = at / 4 % 4 < 2 || (at / 4 % 4 == 2 && at % 4 < 2);
        snapshot.pressure[at] = is_solid ? 1e9 : static_cast<double>(at % 4);
        snapshot.state[128 + at] = is_solid ? 7.0 : 3.0;  // w, the same along z
    }
    const std::vector<unsigned char> solid = solid_cells(problem, whole(problem).slab);
    EXPECT_EQ(std::ranges::count(solid, 1), 40);
    const std::vector<double> means =
        layer_means<double>(problem, 1, snapshot.state, snapshot.pressure, solid);
    ASSERT_EQ(means.size(), 40U);
    const std::vector<double> pressures{0.0, 0.0, 2.5, 1.5};
    for (std::size_t layer = 0; layer < 4; ++layer) {
        const bool has_fluid = layer > 1;
        EXPECT_DOUBLE_EQ(mean(means, layer, Mean::p), pressures[layer]) << layer;
        EXPECT_DOUBLE_EQ(mean(means, layer, Mean::w), has_fluid ? 3.0 : 0.0) << layer;
        EXPECT_DOUBLE_EQ(mean(means, layer, Mean::ww), has_fluid ? 9.0 : 0.0) << layer;
    }
}

TEST(FlowLayerMeans, add_up_to_what_a_step_observes)
{
    const Field field{[](double x, double y, double z) { return std::sin(7.0 * y + x) * z; },
                      [](double x, double y, double z) { return std::cos(5.0 * x + z) + y; },
                      [](double x, double y, double z) { return x * y - std::sin(3.0 * z); }};
    for (const Problem& problem : {open_box(), vortex_problem({8, 6, 10}, 0.1)}) {
        SCOPED_TRACE(describe(problem));
        Solver solver = started(problem, field);
        solver.step(1e-3);
        const Snapshot snapshot = snapshot_of(solver);
        Solver again{problem, {.backend = Backend::cpu}};
        again.resume(snapshot.state.data());
        const Observed observed = again.observed_and_wait();
        for (int axis = 0; axis < 3; ++axis) {
            const Axis& along = problem.grid.axes.at(static_cast<std::size_t>(axis));
            const std::vector<double> means = means_of(problem, axis, snapshot);
            const std::size_t count = mean_count(problem);
            ASSERT_EQ(means.size(), static_cast<std::size_t>(along.cells) * count);
            std::array<double, most_means> whole{};
            for (std::size_t layer = 0; layer < means.size() / count; ++layer) {
                for (std::size_t n = 0; n < count; ++n) {
                    whole.at(n) += thickness(along, layer) / (along.upper - along.lower) *
                                   means.at(layer * count + n);
                }
            }
            for (std::size_t n = 0; n < 3; ++n) {
                EXPECT_NEAR(whole.at(n), observed.mean_velocity.at(n), rounding_of_means);
            }
            EXPECT_NEAR(whole[4] + whole[5] + whole[6], 2.0 * observed.kinetic_energy,
                        rounding_of_means);
        }
    }
}

TEST(FlowLayerMeans, of_a_flow_between_walls_are_its_values)
{
    Problem problem{.grid = box({4, 8, 6}, {1.0, 2.0, 1.0}), .viscosity = 0.1};
    problem.faces[1] = both(FaceKind::no_slip);
    const Field field{[](double /*x*/, double y, double /*z*/) { return y * (2.0 - y); }, zero,
                      [](double /*x*/, double y, double /*z*/) { return 1.0 - y; }};
    const Snapshot snapshot = snapshot_of(started(problem, field));
    const std::vector<double> means = means_of(problem, 1, snapshot);
    for (std::size_t layer = 0; layer < 8; ++layer) {
        const double y = problem.grid.position(1, static_cast<std::int64_t>(layer));
        const double u = y * (2.0 - y);
        const double w = 1.0 - y;
        EXPECT_NEAR(mean(means, layer, Mean::u), u, rounding_of_means);
        EXPECT_NEAR(mean(means, layer, Mean::v), 0.0, rounding_of_means);
        EXPECT_NEAR(mean(means, layer, Mean::w), w, rounding_of_means);
        EXPECT_NEAR(mean(means, layer, Mean::uu), u * u, rounding_of_means);
        EXPECT_NEAR(mean(means, layer, Mean::ww), w * w, rounding_of_means);
        EXPECT_NEAR(mean(means, layer, Mean::uw), u * w, rounding_of_means);
        EXPECT_NEAR(mean(means, layer, Mean::uv), 0.0, rounding_of_means);
    }
}

/// u = sin(y) and v = sin(x) are correlated along neither axis; their products are those of the
/// velocities at centres of cells.
TEST(FlowLayerMeans, products_and_the_pressure_are_those_of_cells)
{
    const Problem problem = vortex_problem({6, 8, 4}, 0.0);
    const Field field{[](double /*x*/, double y, double /*z*/) { return std::sin(y); },
                      [](double x, double /*y*/, double /*z*/) { return std::sin(x); },
                      [](double x, double y, double /*z*/) { return std::cos(x) + std::sin(y); }};
    Snapshot snapshot = snapshot_of(started(problem, field));
    for (std::size_t at = 0; at < snapshot.pressure.size(); ++at) {
        snapshot.pressure[at] = static_cast<double>(at / (6 * 8));  // k
    }
    const std::vector<double> across_z = means_of(problem, 2, snapshot);
    const std::vector<double> along_y = means_of(problem, 1, snapshot);
    for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_NEAR(mean(across_z, k, Mean::p), static_cast<double>(k), rounding_of_means);
        EXPECT_NEAR(mean(across_z, k, Mean::uv), 0.0, rounding_of_means);
        EXPECT_NEAR(mean(across_z, k, Mean::uw), 0.5, rounding_of_means) << "of sin(y)^2";
    }
    for (std::size_t j = 0; j < 8; ++j) {
        const double y = problem.grid.position(1, static_cast<std::int64_t>(j));
        EXPECT_NEAR(mean(along_y, j, Mean::uw), std::sin(y) * std::sin(y), rounding_of_means);
        EXPECT_NEAR(mean(along_y, j, Mean::p), 1.5, rounding_of_means);
        EXPECT_NEAR(mean(along_y, j, Mean::vv), 0.5, rounding_of_means) << "of both faces";
    }
}

/// Two cells along x and y each, whose values are
///
///     s  5 9   u on the right face  2 4   v on the upper face  1 3
///        1 3                        2 6                        3 5
///
/// with the upper row first. The axes are periodic, so that the other face of a cell is that of its
/// neighbour; w is 7.
TEST(FlowLayerMeans, of_a_scalar_are_those_that_a_hand_computes)
{
    const Problem problem{
        .grid = box({2, 2, 1}, {1.0, 1.0, 1.0}), .viscosity = 0.1, .scalar = Scalar{}};
    const Snapshot snapshot{.state = {2, 6, 2, 4,  // u
                                      3, 5, 1, 3,  // v
                                      7, 7, 7, 7,  // w
                                      1, 3, 5, 9},
                            .pressure = std::vector<double>(4)};
    const std::vector<double> along_y = means_of(problem, 1, snapshot);
    ASSERT_EQ(along_y.size(), 2U * 15U);
    const auto lower = [&](Mean quantity) { return mean(along_y, 0, quantity, true); };
    const auto upper = [&](Mean quantity) { return mean(along_y, 1, quantity, true); };
    EXPECT_DOUBLE_EQ(lower(Mean::s), 2.0);
    EXPECT_DOUBLE_EQ(upper(Mean::s), 7.0);
    EXPECT_DOUBLE_EQ(lower(Mean::ss), (1.0 + 9.0) / 2.0);
    EXPECT_DOUBLE_EQ(upper(Mean::ss), (25.0 + 81.0) / 2.0);
    EXPECT_DOUBLE_EQ(lower(Mean::us), 4.0 * 2.0) << "u of the cells is 4 and 4";
    EXPECT_DOUBLE_EQ(upper(Mean::us), 3.0 * 7.0) << "u of the cells is 3 and 3";
    EXPECT_DOUBLE_EQ(lower(Mean::vs), (2.0 * 1.0 + 4.0 * 3.0) / 2.0);
    EXPECT_DOUBLE_EQ(upper(Mean::vs), (2.0 * 5.0 + 4.0 * 9.0) / 2.0);
    EXPECT_DOUBLE_EQ(lower(Mean::ws), 7.0 * 2.0);
    EXPECT_DOUBLE_EQ(upper(Mean::ws), 7.0 * 7.0);
    const std::vector<double> along_z = means_of(problem, 2, snapshot);
    ASSERT_EQ(along_z.size(), 15U);
    EXPECT_DOUBLE_EQ(mean(along_z, 0, Mean::s, true), 18.0 / 4.0);
    EXPECT_DOUBLE_EQ(mean(along_z, 0, Mean::vs, true), (2.0 + 12.0 + 10.0 + 36.0) / 4.0);
    EXPECT_DOUBLE_EQ(mean(along_z, 0, Mean::uu, true),
                     (2.0 * 4 + 2.0 * 36 + 2.0 * 4 + 2.0 * 16) / 8);
}

TEST(FlowLayerMeans, have_the_same_bits_for_any_number_of_threads)
{
    Problem problem{.grid = box({24, 20, 30}, {1.0, 1.0, 1.0}), .viscosity = 0.1};
    problem.faces[2] = both(FaceKind::no_slip);
    problem.scalar = Scalar{.diffusivity = 0.1, .buoyancy = {0.0, 0.0, 1.0}, .reference = 1.0};
    Solver solver = started(problem, taylor_green_3d());
    solver.step(1e-3);
    const Snapshot snapshot = snapshot_of(solver);
    const int before = omp_get_max_threads();
    for (int axis = 0; axis < 3; ++axis) {
        omp_set_num_threads(1);
        const std::vector<double> alone = means_of(problem, axis, snapshot);
        for (const int threads : {2, 3, 7}) {
            omp_set_num_threads(threads);
            EXPECT_EQ(means_of(problem, axis, snapshot), alone) << threads;
        }
    }
    omp_set_num_threads(before);
}

}  // namespace
}  // namespace tobiuo::flow
