// SPDX-License-Identifier: BSD-3-Clause
// Dissipation, enstrophy and wall shear: the balance of energy, exact values, bits.
#include "solvers/flow/gradients.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "kernels/flow/plain_stage.hpp"
#include "solvers/flow/state_layers.hpp"
#include "tests/solvers/flow/flows.hpp"

namespace tobiuo::flow {
namespace {

constexpr double one_rounding = std::numeric_limits<double>::epsilon();

template <typename T>
Gradients gradients(const Problem& problem, const std::vector<T>& state)
{
    return gradients_of<T>(problem, state);
}

Field eddies()
{
    return {[](double x, double y, double z) { return std::sin(7.0 * y + x) * (z + 0.3); },
            [](double x, double y, double z) { return std::cos(5.0 * x + z) + y; },
            [](double x, double y, double z) { return x * y - std::sin(3.0 * z); }};
}

/// Boxes that have all kinds of faces at either end of all axes, and a stretched axis.
std::vector<Problem> boxes()
{
    using enum FaceKind;
    std::vector<Problem> problems(4, {.grid = box({6, 5, 7}, {1.2, 0.7, 1.0}), .viscosity = 0.03});
    Face lid{.kind = no_slip, .velocity = {0.4, 0.0, -0.3}};
    problems[1].faces = {
        both(no_slip), {.lower = {.kind = free_slip}, .upper = lid}, both(no_slip)};
    problems[1].grid.axes[1] = {
        .cells = 5, .lower = 0.0, .upper = 0.7, .nodes = {0.0, 0.05, 0.2, 0.45, 0.6, 0.7}};
    problems[2].faces[0] = both(outflow);
    problems[2].faces[1] = both(free_slip);
    problems[2].faces[2] = {.lower = {.kind = inflow, .velocity = {0.2, -0.1, 0.6}},
                            .upper = {.kind = no_slip, .velocity = {-0.5, 0.3, 0.0}}};
    problems[3].faces[0].lower = {.kind = inflow};
    problems[3].faces[0].lower.profile[0] =
        sampled_on_face(problems[3], 0, 0, [](double, double y, double z) { return y * z + 1.0; });
    problems[3].faces[0].upper = {.kind = outflow};
    problems[3].faces[1] = {.lower = {.kind = no_slip, .velocity = {0.1, 0.0, 0.7}},
                            .upper = {.kind = outflow}};
    return problems;
}

std::vector<double> begun(const Problem& problem)
{
    Solver solver = started(problem, eddies());
    solver.step(1e-3);
    return state_of(solver);
}

/// What the viscous term does to the kinetic energy, and what comes through the faces, by plain
/// loops.
class PlainPower {
public:
    PlainPower(const Problem& problem, const std::vector<double>& state)
        : layers_{problem, state},
          box_{layers_.box()},
          velocity_{box_,
                    {state.data(), state.data() + box_.points(), state.data() + 2 * box_.points()},
                    nullptr}
    {
    }

    /// The sum of u . viscosity laplacian(u) times the volume of u.
    [[nodiscard]] double viscous() const
    {
        Box<double> without = box_;
        without.viscosity = 0.0;
        const PlainRate<double> with_friction{box_, velocity_};
        const PlainRate<double> ideal{without, velocity_};
        double sum = 0.0;
        each_inner([&](int a, const long long(&at)[3]) {
            const double rate =
                with_friction.of(a, at[0], at[1], at[2]) - ideal.of(a, at[0], at[1], at[2]);
            sum += value(a, at) * rate * gap(a, at[a]) * width(other(a, 0), at) *
                   width(other(a, 1), at);
        });
        return sum;
    }

    /// What faces add: their velocity times viscosity times the gradient outward times the area.
    [[nodiscard]] double work_of_faces() const
    {
        double sum = 0.0;
        each_inner([&](int a, const long long(&at)[3]) {
            for (int b = 0; b < 3; ++b) {
                const long long last = box_.counts[b] - (a == b ? 2 : 1);
                for (const int end : {0, 1}) {
                    if (box_.periodic[b] || at[b] != (end == 0 ? 0 : last)) {
                        continue;
                    }
                    long long beyond[3] = {at[0], at[1], at[2]};
                    beyond[b] += end == 0 ? -1 : 1;
                    const double difference = value(a, beyond) - value(a, at);
                    if (a == b) {
                        const long long cell = end == 0 ? 0 : last + 1;
                        sum += value(a, beyond) * difference * box_.axes[b].per_width[cell] *
                               width(other(a, 0), at) * width(other(a, 1), at);
                    } else {
                        const long long edge = end == 0 ? -1 : last;
                        sum += 0.5 * (value(a, beyond) + value(a, at)) * difference *
                               box_.axes[b].per_gap[edge] * gap(a, at[a]) * width(3 - a - b, at);
                    }
                }
            }
        });
        return box_.viscosity * sum;
    }

private:
    template <typename Call>
    void each_inner(const Call& call) const
    {
        for (int a = 0; a < 3; ++a) {
            for (long long k = 0; k < box_.counts[2]; ++k) {
                for (long long j = 0; j < box_.counts[1]; ++j) {
                    for (long long i = 0; i < box_.counts[0]; ++i) {
                        const long long at[3] = {i, j, k};
                        if (box_.periodic[a] || at[a] < box_.counts[a] - 1) {
                            call(a, at);
                        }
                    }
                }
            }
        }
    }
    [[nodiscard]] static int other(int a, int which) { return (a + 1 + which) % 3; }
    [[nodiscard]] double value(int a, const long long (&at)[3]) const
    {
        return velocity_.at(a, at[0], at[1], at[2]);
    }
    [[nodiscard]] double gap(int a, long long index) const
    {
        return 1.0 / box_.axes[a].per_gap[index];
    }
    [[nodiscard]] double width(int a, const long long (&at)[3]) const
    {
        return 1.0 / box_.axes[a].per_width[at[a]];
    }

    StateLayers<double> layers_;
    Box<double> box_;
    PlainVelocity<double> velocity_;
};

TEST(FlowGradients, dissipation_is_what_the_viscous_term_takes_but_for_the_work_of_faces)
{
    for (const Problem& problem : boxes()) {
        SCOPED_TRACE(describe(problem));
        const std::vector<double> state = begun(problem);
        const PlainPower power{problem, state};
        const double volume = 1.2 * 0.7;
        const double found = gradients(problem, state).dissipation * volume;
        EXPECT_GT(found, 0.01);
        // Some thousand terms, each off by a few roundings of rates that contain convection.
        EXPECT_NEAR(found, power.work_of_faces() - power.viscous(), 1e4 * one_rounding * found);
    }
}

/// The rate of change of kinetic energy in the middle of two steps, and its error is of second
/// order in the step.
TEST(FlowGradients, kinetic_energy_changes_by_dissipation_walls_and_force)
{
    Problem problem = boxes().at(1);
    problem.faces[0] = both(FaceKind::periodic);
    problem.force = {0.3, 0.0, 0.2};
    const auto error = [&](double step) {
        Solver solver = started(problem, eddies());
        for (int begin = 0; begin < 4; ++begin) {
            solver.step(1e-3);
        }
        solver.step(step);
        const double before = solver.observed_and_wait().kinetic_energy;
        const std::vector<double> state = state_of(solver);
        solver.step(step);
        const Observed middle = solver.observed_and_wait();
        solver.step(step);
        const double later = solver.observed_and_wait().kinetic_energy;
        const Gradients found = gradients(problem, state);
        const auto& [u, v, w] = middle.mean_velocity;
        const double work = -(0.4 * found.shear.at(3).at(0) - 0.3 * found.shear.at(3).at(2)) / 0.7;
        const double expected = 0.3 * u + 0.2 * w - found.dissipation + work;
        return std::abs((later - before) / (2.0 * step) / expected - 1.0);
    };
    const double coarse = error(4e-3);
    EXPECT_LT(coarse, 1e-3);
    EXPECT_GT(coarse / error(2e-3), 3.5);  // second order: 4
}

TEST(FlowGradients, vortices_of_three_dimensions_have_an_enstrophy_of_three_eighths)
{
    const auto error = [](std::int64_t n) {
        const Problem problem = vortex_problem({n, n, n}, 0.1);
        const Gradients found = gradients(problem, state_of(started(problem, taylor_green_3d())));
        EXPECT_NEAR(found.dissipation, 2.0 * 0.1 * found.enstrophy, 1e3 * one_rounding)
            << "which both are integrals of the same squares without walls";
        return std::abs(found.enstrophy - 0.375);
    };
    const double coarse = error(16);
    EXPECT_LT(coarse, 0.375 * 0.03);
    EXPECT_NEAR(coarse / error(32), 4.0, 0.2);
}

TEST(FlowGradients, a_fluid_that_turns_as_a_whole_has_the_same_vorticity_but_where_faces_meet)
{
    Problem problem{.grid = box({6, 5, 4}, {1.2, 0.7, 1.0}), .viscosity = 0.3};
    problem.grid.axes[1] = {
        .cells = 5, .lower = 0.0, .upper = 0.7, .nodes = {0.0, 0.05, 0.2, 0.45, 0.6, 0.7}};
    const Field turning{[](double, double y, double) { return 0.35 - y; },
                        [](double x, double, double) { return x - 0.6; }, zero};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        problem.faces.at(axis) = both(FaceKind::inflow);
        for (int component = 0; component < 2; ++component) {
            const auto at = static_cast<std::size_t>(component);
            const int face = 2 * static_cast<int>(axis);
            problem.faces.at(axis).lower.profile.at(at) =
                sampled_on_face(problem, face, component, turning.at(at));
            problem.faces.at(axis).upper.profile.at(at) =
                sampled_on_face(problem, face + 1, component, turning.at(at));
        }
    }
    const Gradients found = gradients(problem, state_of(started(problem, turning)));
    const double corners = 2.0 * 0.1 * (0.025 + 0.05);  // halves of the last cells
    EXPECT_NEAR(found.enstrophy, 0.5 * 2.0 * 2.0 * (1.0 - corners / (1.2 * 0.7)),
                1e4 * one_rounding);
}

TEST(FlowGradients, the_walls_of_a_channel_bear_its_force)
{
    Problem problem{.grid = box({4, 16, 3}, {1.0, 2.0, 1.0}), .viscosity = 0.1};
    problem.faces[1] = both(FaceKind::no_slip);
    problem.force = {0.2, 0.0, -0.4};
    const auto profile = [](double force) {
        // The mean of the parabola's curvature at the wall is not exact: of second order.
        return [force](double, double y, double) { return force / 0.2 * y * (2.0 - y); };
    };
    Solver solver = started(problem, {profile(0.2), zero, profile(-0.4)});
    for (int step = 0; step < 4000; ++step) {
        solver.step(0.02);
    }
    const Gradients found = gradients(problem, state_of(solver));
    for (const std::size_t face : {2, 3}) {  // half the height is 1
        EXPECT_NEAR(found.shear.at(face).at(0), 0.2, 1e5 * one_rounding);
        EXPECT_NEAR(found.shear.at(face).at(2), -0.4, 1e5 * one_rounding);
        EXPECT_EQ(found.shear.at(face).at(1), 0.0);
    }
    EXPECT_EQ(found.shear.at(0).at(1), 0.0);
}

TEST(FlowGradients, have_the_same_bits_for_any_number_of_threads)
{
    const Problem problem{.grid = box({24, 20, 30}, {1.0, 1.0, 1.0}),
                          .faces = {both(FaceKind::no_slip), {}, both(FaceKind::no_slip)},
                          .viscosity = 0.1};
    const std::vector<double> state = state_of(started(problem, eddies()));
    const int before = omp_get_max_threads();
    std::vector<Gradients> found;
    for (const int threads : {1, 2, 3, 7}) {
        omp_set_num_threads(threads);
        found.push_back(gradients(problem, state));
    }
    omp_set_num_threads(before);
    for (const Gradients& one : found) {
        EXPECT_EQ(one.dissipation, found.front().dissipation);
        EXPECT_EQ(one.enstrophy, found.front().enstrophy);
        EXPECT_EQ(one.shear, found.front().shear);
    }
}

TEST(FlowGradients, of_a_state_in_single_precision_differ_by_its_rounding)
{
    for (Problem problem : boxes()) {
        SCOPED_TRACE(describe(problem));
        const Gradients exact = gradients(problem, begun(problem));
        const std::vector<double> wide = begun(problem);
        const std::vector<float> narrow{wide.begin(), wide.end()};
        problem.precision = Precision::fp32;
        const Gradients found = gradients(problem, narrow);
        constexpr double rounding = 64.0 * std::numeric_limits<float>::epsilon();
        EXPECT_NEAR(found.dissipation, exact.dissipation, rounding * exact.dissipation);
        EXPECT_NEAR(found.enstrophy, exact.enstrophy, rounding * exact.enstrophy);
    }
}

}  // namespace
}  // namespace tobiuo::flow
