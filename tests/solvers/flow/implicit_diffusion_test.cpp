// SPDX-License-Identifier: BSD-3-Clause
// Implicit diffusion along an axis: its equation, what the solver keeps with it, and its bits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "kernels/flow/elimination/host_elimination.hpp"
#include "kernels/flow/host/host_implicit.hpp"
#include "kernels/flow/implicit_parts.hpp"
#include "kernels/flow/plain_implicit.hpp"
#include "solvers/flow/box_tables.hpp"
#include "solvers/flow/implicit_tables.hpp"
#include "tests/solvers/flow/flows.hpp"
#include "tests/solvers/flow/implicit_problems.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::flow {
namespace {

using ::testing::HasSubstr;

/// What the kernel of parts does, a part after the other.
template <typename T, int axis>
void solve_line_in_parts(const ImplicitStage<T>& stage, int quantity, long long line)
{
    using Part = ImplicitPart<T, axis, part_rows, HostProjection>;
    const auto count = static_cast<int>((stage.box.counts[axis] + part_rows - 1) / part_rows);
    std::vector<Part> parts;
    for (int part = 0; part < count; ++part) {
        parts.emplace_back(stage, quantity, line, part);
    }
    std::vector<PartLink<T>> links(parts.size());
    std::ranges::transform(parts, links.begin(), [](Part& part) { return part.up(); });
    T carried = parts.front().before();
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const T next = links[part](carried);
        links[part] = parts[part].down(carried);
        carried = next;
    }
    carried = 0;
    for (std::size_t part = parts.size(); part-- > 0;) {
        parts[part].finish(carried);
        carried = links[part](carried);
    }
    if (stage.box.periodic[axis]) {
        T ends[3] = {};
        std::ranges::for_each(parts, [&](const Part& part) { part.tell(ends); });
        std::ranges::for_each(parts, [&](Part& part) { part.close(ends); });
    }
    std::ranges::for_each(parts, [](const Part& part) { part.store(); });
}

template <typename T>
void solve_in_parts(const ImplicitStage<T>& stage)
{
    for (int quantity = 0; quantity < stage.quantities_of_stage(); ++quantity) {
        for (long long line = 0; line < stage.lines(); ++line) {
            switch (stage.axis) {
                case 0:
                    solve_line_in_parts<T, 0>(stage, quantity, line);
                    break;
                case 1:
                    solve_line_in_parts<T, 1>(stage, quantity, line);
                    break;
                default:
                    solve_line_in_parts<T, 2>(stage, quantity, line);
                    break;
            }
        }
    }
}

/// A sweep over random values.
template <typename T>
class RandomSweep {
public:
    RandomSweep(const Problem& problem, int stage, int parts = 1)
        : tables_{problem},
          implicit_{problem, tables_.box(tables_.values().data())},
          systems_{implicit_.no_tables()},
          beta_time_{static_cast<T>(stages[stage].beta * time_step)}
    {
        eliminate_on_host(
            implicit_.elimination(time_step, implicit_.exchanges().data(), systems_.data()), parts);
        const auto count = static_cast<std::size_t>(flow::points(problem));
        for (std::vector<T>* array :
             {&velocity_[0], &velocity_[1], &velocity_[2], &scalar_, &impulse_, &pressure_,
              &left_[0], &left_[1], &left_[2], &left_[3]}) {
            for (std::size_t at = 0; at < count; ++at) {
                array->push_back(random());
            }
        }
        fill(problem, stage);
    }

    const std::array<std::vector<T>, quantities>& solve(int threads)
    {
        return solve([&] { solve_implicit_on_host(stage_, threads); });
    }

    const std::array<std::vector<T>, quantities>& solve_in_parts()
    {
        return solve([&] { flow::solve_in_parts(stage_); });
    }

    /// After a sweep.
    [[nodiscard]] T residual() const
    {
        return largest_residual_plainly(
            stage_, {left_[0].data(), left_[1].data(), left_[2].data(), left_[3].data()},
            beta_time_);
    }

private:
    /// Far beyond what explicit diffusion bears.
    static constexpr double time_step = 0.5;

    template <typename Sweep>
    const std::array<std::vector<T>, quantities>& solve(const Sweep& sweep)
    {
        for (std::size_t quantity = 0; quantity < quantities; ++quantity) {
            next_.at(quantity) = left_.at(quantity);
            stage_.next[quantity] = next_.at(quantity).data();
        }
        sweep();
        return next_;
    }

    T random() { return static_cast<T>(uniform_(engine_)); }

    void fill(const Problem& problem, int number)
    {
        const T* const values = systems_.data();
        stage_.box = tables_.box(tables_.values().data());
        stage_.axis = implicit_.axis();
        for (int end = 0; end < 2; ++end) {
            stage_.before[end] = stage_.box.faces[2 * stage_.axis + end];
            for (Beyond<T>& beyond : stage_.before[end].velocity) {
                beyond.value += random();
            }
            stage_.before[end].scalar.value += random();
        }
        for (int axis = 0; axis < 3; ++axis) {
            stage_.velocity[axis] = velocity_[axis].data();
        }
        stage_.impulse = impulse_.data();
        stage_.scalar = problem.scalar ? scalar_.data() : nullptr;
        stage_.pressure = pressure_.data();
        stage_.pressure_time = static_cast<T>(stages[number].length() * time_step);
        stage_.explicit_part = static_cast<T>(stages[number].alpha / stages[number].beta);
        stage_.along = implicit_.system(number, LineKind::along, values);
        stage_.across = implicit_.system(number, LineKind::across, values);
        stage_.scalar_system = implicit_.system(number, LineKind::scalar, values);
    }

    BoxTables<T> tables_;
    ImplicitTables<T> implicit_;
    std::vector<T> systems_;
    T beta_time_;
    std::vector<T> velocity_[3];
    std::vector<T> scalar_;
    std::vector<T> impulse_;
    std::vector<T> pressure_;
    std::array<std::vector<T>, quantities> left_;
    std::array<std::vector<T>, quantities> next_;
    ImplicitStage<T> stage_;
    std::mt19937_64 engine_{11};
    std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

/// Terms of the equation are up to the time step times viscosity / width^2, at most 300, times
/// values up to some hundred, that of the gradient of random pressures over narrow cells.
template <typename T>
constexpr T residual_tolerance = 300 * 300 * std::numeric_limits<T>::epsilon();

class ImplicitDiffusion : public ::testing::TestWithParam<Problem> {};

TEST_P(ImplicitDiffusion, solves_its_equation)
{
    for (int stage = 0; stage < stages_of_step; ++stage) {
        for (const int parts : {1, elimination_parts}) {
            RandomSweep<double> in_double{GetParam(), stage, parts};
            in_double.solve(1);
            EXPECT_LT(in_double.residual(), residual_tolerance<double>);
            in_double.solve_in_parts();
            EXPECT_LT(in_double.residual(), residual_tolerance<double>);
            RandomSweep<float> in_single{GetParam(), stage, parts};
            in_single.solve(1);
            EXPECT_LT(in_single.residual(), residual_tolerance<float>);
            in_single.solve_in_parts();
            EXPECT_LT(in_single.residual(), residual_tolerance<float>);
        }
    }
}

TEST_P(ImplicitDiffusion, has_the_same_bits_on_any_number_of_threads)
{
    RandomSweep<double> sweep{GetParam(), 1};
    const auto one = sweep.solve(1);
    EXPECT_EQ(one, sweep.solve(3));
}

/// Differences of velocities of about 1 over cells of width h have this error.
double rounding_over(double width)
{
    return 256.0 * std::numeric_limits<double>::epsilon() / width;
}

double narrowest(const Problem& problem)
{
    double least = 1.0;
    for (const Axis& axis : problem.grid.axes) {
        for (std::int64_t cell = 0; cell < axis.cells; ++cell) {
            least = std::min(
                least, axis.stretched() ? axis.node(cell + 1) - axis.node(cell) : axis.spacing());
        }
    }
    return least;
}

TEST_P(ImplicitDiffusion, leaves_no_divergence)
{
    Solver solver = started(GetParam(), swirl());
    for (int step = 0; step < 5; ++step) {
        solver.step(0.01);
        EXPECT_LT(solver.observed_and_wait().largest_divergence,
                  rounding_over(narrowest(GetParam())));
    }
}

template <typename T>
void expect_to_resume_with_pressure(const Problem& problem)
{
    Solver whole = started<T>(problem, swirl());
    advance(whole, 0.06, 6);
    Solver first = started<T>(problem, swirl());
    advance(first, 0.03, 3);
    Solver second{problem, {.backend = Backend::cpu, .threads = 2}};
    second.resume(state_of<T>(first).data());
    std::vector<T> pressure(static_cast<std::size_t>(flow::points(problem)));
    std::vector<T> resumed(pressure.size());
    first.pressure(pressure.data());
    second.pressure(resumed.data());
    EXPECT_EQ(pressure, resumed);
    advance(second, 0.03, 3);
    EXPECT_EQ(state_of<T>(whole), state_of<T>(second));
}

TEST_P(ImplicitDiffusion, resumes_a_state_with_the_same_bits)
{
    Problem problem = GetParam();
    expect_to_resume_with_pressure<double>(problem);
    problem.precision = Precision::fp32;
    expect_to_resume_with_pressure<float>(problem);
}

/// The difference of velocity and scalar from those of explicit diffusion, after short steps.
double difference_of_explicit(const Problem& problem, int steps)
{
    Problem other = problem;
    other.implicit_diffusion.reset();
    const auto after = [&](const Problem& one) {
        Solver solver = started(one, swirl());
        advance(solver, 0.02, steps);
        return solver;
    };
    const Solver implicit = after(problem);
    const Solver plain = after(other);
    const double of_velocity =
        largest_difference(velocity_of<double>(implicit), velocity_of<double>(plain));
    return problem.scalar
               ? std::max(of_velocity, largest_difference(scalar_of(implicit), scalar_of(plain)))
               : of_velocity;
}

TEST_P(ImplicitDiffusion, is_that_of_explicit_steps_in_the_limit)
{
    const double coarse = difference_of_explicit(GetParam(), 40);
    EXPECT_LT(coarse, 1e-2);
    EXPECT_GT(coarse / difference_of_explicit(GetParam(), 80), 1.8);  // first order at the start
}

INSTANTIATE_TEST_SUITE_P(, ImplicitDiffusion, ::testing::ValuesIn(implicit_problems()),
                         [](const auto& problem) { return name_of_implicit(problem.param); });

TEST(ImplicitDiffusionSolver, keeps_the_steady_channel_of_explicit_steps)
{
    Problem problem{.grid = box({1, 1, 16}, {1.0, 1.0, 2.0}), .viscosity = 0.5};
    problem.faces[2] = both(FaceKind::no_slip);
    problem.faces[2].upper.velocity = {0.5, 0.0, 0.0};
    problem.force = {1.0, 0.0, 0.0};
    problem.implicit_diffusion = 2;
    Axis& z = problem.grid.axes[2];
    for (int node = 0; node <= 16; ++node) {
        z.nodes.push_back(1.0 + std::tanh(2.0 * (node / 8.0 - 1.0)) / std::tanh(2.0));
    }
    z.nodes.front() = 0.0;
    z.nodes.back() = 2.0;
    Problem plain = problem;
    plain.implicit_diffusion.reset();
    const double longest = step_limit(plain, 0.5, 1.7).seconds;
    Solver solver = started(problem, {zero, zero, zero});
    constexpr double time_step = 0.5;
    EXPECT_GT(time_step, 50.0 * longest);
    advance(solver, 400 * time_step, 400);
    const std::vector<double> u = velocity_of<double>(solver).u;
    // Balance of each cell: force and the friction of both sides.
    const auto width = [&](std::int64_t k) { return z.node(k + 1) - z.node(k); };
    for (std::int64_t k = 0; k < 16; ++k) {
        const auto at = static_cast<std::size_t>(k);
        const double here = u.at(at);
        const double below = k > 0 ? (here - u.at(at - 1)) / (0.5 * (width(k) + width(k - 1)))
                                   : 2.0 * here / width(0);
        const double above = k < 15 ? (u.at(at + 1) - here) / (0.5 * (width(k) + width(k + 1)))
                                    : 2.0 * (0.5 - here) / width(15);
        EXPECT_NEAR(0.5 * (above - below) + width(k), 0.0, 1e-12) << k;
    }
}

TEST(ImplicitDiffusionSolver, calms_noise_at_any_time_step)
{
    for (const int axis : {0, 1, 2}) {
        Problem problem = vortex_problem({12, 12, 12}, 0.5);
        problem.faces.at(static_cast<std::size_t>(axis)) = both(FaceKind::no_slip);
        problem.implicit_diffusion = axis;
        problem.grid.axes.at(static_cast<std::size_t>(axis)).cells = 64;
        Field slow = swirl();
        for (Component& component : slow) {
            component = [of = component](double x, double y, double z) {
                return 0.01 * of(x, y, z);
            };
        }
        Solver solver = started(problem, slow);
        double energy = solver.observed_and_wait().kinetic_energy;
        const double begin = energy;
        const double rate = solver.observed_and_wait().largest_rate;
        const double time_step = step_limit(problem, rate, 1.7).seconds;
        Problem plain = problem;
        plain.implicit_diffusion.reset();
        EXPECT_GT(time_step, 5.0 * step_limit(plain, rate, 1.7).seconds);
        for (int step = 0; step < 50; ++step) {
            solver.step(std::min(time_step, 0.1));
            const double now = solver.observed_and_wait().kinetic_energy;
            EXPECT_LE(now, energy * (1.0 + 1e-12)) << axis << " at step " << step;
            energy = now;
        }
        EXPECT_LT(energy, 0.5 * begin) << axis;
    }
}

TEST(ImplicitDiffusionSolver, lets_a_uniform_flow_through)
{
    for (const int axis : {0, 1}) {
        Problem problem{.grid = box({8, 6, 1}, {2.0, 1.0, 1.0}), .viscosity = 0.1};
        problem.faces[0] = {.lower = {.kind = FaceKind::inflow},
                            .upper = {.kind = FaceKind::outflow}};
        problem.faces[0].lower.velocity = {1.5, 0.0, 0.0};
        problem.faces[1] = both(FaceKind::free_slip);
        problem.implicit_diffusion = axis;
        Solver solver = started(problem, {[](double, double, double) { return 1.5; }, zero, zero});
        advance(solver, 1.0, 20);
        for (const double u : velocity_of<double>(solver).u) {
            EXPECT_NEAR(u, 1.5, 4096 * std::numeric_limits<double>::epsilon());
        }
    }
}

/// A scalar that is the same everywhere, between insulating walls, stays what it is, and not only to
/// the rounding of a matrix with such a step.
TEST(ImplicitDiffusionSolver, keeps_a_constant_scalar_at_any_time_step)
{
    constexpr int steps = 20;
    for (const Precision precision : {Precision::fp64, Precision::fp32}) {
        for (const int axis : {0, 1, 2}) {
            Problem problem{.grid = box({24, 40, 16}, {1.0, 1.0, 1.0}), .precision = precision};
            problem.faces.at(static_cast<std::size_t>(axis)) = both(FaceKind::no_slip);
            problem.scalar = Scalar{.diffusivity = 1.0};
            problem.implicit_diffusion = axis;
            Solver solver{problem, {.backend = Backend::cpu}};
            const auto expect_constant = [&]<typename Real>(Real value) {
                const std::vector<Real> at(static_cast<std::size_t>(points(problem)), value);
                const std::vector<Real> rest(at.size());
                solver.set_scalar(at.data());
                solver.start(rest.data(), rest.data(), rest.data());
                for (int step = 0; step < steps; ++step) {
                    solver.step(1e6);
                }
                const double bound = steps * 3 * test::carried_constant<Real>(40);
                std::vector<Real> found(at.size());
                solver.scalar(found.data());
                for (const Real one : found) {
                    ASSERT_NEAR(one, value, bound) << describe(problem);
                }
            };
            if (precision == Precision::fp64) {
                expect_constant(1.7);
            } else {
                expect_constant(1.7F);
            }
        }
    }
}

TEST(ImplicitDiffusionSolver, is_said_and_limits_no_steps)
{
    Problem problem = vortex_problem({8, 16, 1}, 0.1);
    const double width = problem.grid.axes[0].spacing();
    problem.implicit_diffusion = 1;
    const StepLimit limit = step_limit(problem, 0.0, std::sqrt(3.0));
    EXPECT_NEAR(limit.seconds, 2.51 * width * width / 0.4, 1e-12);
    EXPECT_TRUE(limit.by_friction);
    problem.implicit_diffusion = 0;
    EXPECT_NEAR(step_limit(problem, 0.0, std::sqrt(3.0)).seconds, 2.51 * width * width / 1.6,
                1e-12);
    EXPECT_THAT(describe(problem), HasSubstr("viscosity 0.1, diffusion along x implicit, double"));
}

TEST(ImplicitDiffusionSolver, is_refused_along_an_axis_that_is_not_there)
{
    Problem problem = vortex_problem({8, 8, 1}, 0.1);
    problem.implicit_diffusion = 2;
    EXPECT_THAT(unsupported_reason(problem, Backend::cpu).value_or(""),
                HasSubstr("implicit along axis z, along which nothing changes"));
    problem.implicit_diffusion = 3;
    EXPECT_THAT(unsupported_reason(problem, Backend::cpu).value_or(""),
                HasSubstr("implicit along axis 3 (there are 0, 1 and 2"));
    EXPECT_THAT(test::refusal([&] {
                    Solver{problem, {.backend = Backend::cpu}};
                }),
                HasSubstr("implicit along axis 3"));
}

}  // namespace
}  // namespace tobiuo::flow
