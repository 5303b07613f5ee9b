// Poisson's equation around bodies: walls made of cells, conductors, what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <tobiuo/level_set.hpp>
#include <tobiuo/poisson/body_solver.hpp>

namespace tobiuo::poisson {
namespace {

using ::testing::HasSubstr;

constexpr BodyOptions on_cpu{.solver = {.backend = Backend::cpu}, .tolerance = 1e-13};
constexpr std::int64_t left_free = 9;  ///< cells along the axis that a slab leaves
constexpr std::int64_t solid = 3;

/// A problem, and the same with a slab of a body in place of its upper end across an axis.
struct WithSlab {
    Problem smaller;
    Problem larger;
    Body slab;
};

WithSlab with_slab(std::size_t axis, bool stretched, Location location, std::optional<double> value)
{
    std::array<std::int64_t, 3> cells{8, 8, 8};
    std::array<double, 3> lengths{1.2, 0.9, 1.1};
    cells.at(axis) = left_free;
    lengths.at(axis) = 1.0;
    WithSlab all;
    Problem& smaller = all.smaller;
    smaller.grid = box({cells[0], cells[1], cells[2]}, {lengths[0], lengths[1], lengths[2]});
    smaller.grid.location = location;
    smaller.sides.at((axis + 1) % 3) = {Condition::neumann, Condition::dirichlet};
    const Condition of_slab = value ? Condition::dirichlet : Condition::neumann;
    smaller.sides.at(axis) = {Condition::neumann, of_slab};
    smaller.lambda = -0.3;
    all.larger = smaller;
    Axis& along = all.larger.grid.axes.at(axis);
    along.cells = left_free + solid;
    along.upper = 1.0 + static_cast<double>(solid) / static_cast<double>(left_free);
    all.larger.sides.at(axis).upper = Condition::neumann;
    if (stretched) {
        for (std::int64_t n = 0; n <= along.cells; ++n) {
            const double part = static_cast<double>(n) / static_cast<double>(left_free);
            along.nodes.push_back(part + 0.03 * std::sin(2.0 * std::numbers::pi * part));
        }
        along.nodes.front() = 0.0;
        along.nodes.at(left_free) = 1.0;
        along.upper = along.nodes.back();
        smaller.grid.axes.at(axis).nodes.assign(along.nodes.begin(),
                                                along.nodes.begin() + left_free + 1);
    }
    const double surface = location == Location::node ? 1.0 - 1e-9 : 1.0;
    all.slab = {.inside =
                    [axis, surface](double x, double y, double z) {
                        return std::array{x, y, z}.at(axis) > surface;
                    },
                .value = value};
    return all;
}

/// Values for a problem, [z][y][x].
template <typename T, typename Function>
std::vector<T> values_of(const Problem& problem, const Function& function)
{
    std::vector<T> values;
    for (std::int64_t k = 0; k < unknowns(problem, 2).count; ++k) {
        for (std::int64_t j = 0; j < unknowns(problem, 1).count; ++j) {
            for (std::int64_t i = 0; i < unknowns(problem, 0).count; ++i) {
                values.push_back(static_cast<T>(function(
                    position(problem, 0, i), position(problem, 1, j), position(problem, 2, k))));
            }
        }
    }
    return values;
}

double source(double x, double y, double z)
{
    return std::sin(3.0 * x + y) * std::cos(2.0 * z) + 0.3;
}

/// The largest difference where both problems have unknowns.
double difference(const WithSlab& all, const std::vector<double>& small,
                  const std::vector<double>& large)
{
    std::array<std::int64_t, 3> counts{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        counts.at(axis) = unknowns(all.smaller, static_cast<int>(axis)).count;
    }
    double largest = 0.0;
    std::size_t at = 0;
    for (std::int64_t k = 0; k < counts[2]; ++k) {
        for (std::int64_t j = 0; j < counts[1]; ++j) {
            for (std::int64_t i = 0; i < counts[0]; ++i, ++at) {
                const std::int64_t there =
                    (k * unknowns(all.larger, 1).count + j) * unknowns(all.larger, 0).count + i;
                largest = std::max(
                    largest, std::abs(small.at(at) - large.at(static_cast<std::size_t>(there))));
            }
        }
    }
    return largest;
}

TEST(PoissonBodies, of_cells_are_ends_of_the_box)
{
    for (const std::size_t axis : {0, 1, 2}) {
        for (const bool stretched : {false, true}) {
            SCOPED_TRACE(std::to_string(axis) + (stretched ? " stretched" : ""));
            const WithSlab all = with_slab(axis, stretched, Location::cell, {});
            const std::vector<double> f = values_of<double>(all.smaller, source);
            std::vector<double> expected(f.size());
            Solver{all.smaller, {.backend = Backend::cpu}}.solve(f.data(), expected.data());
            const BodySolver solver{all.larger, {all.slab}, on_cpu};
            const std::vector<double> of_all = values_of<double>(all.larger, source);
            std::vector<double> found(of_all.size());
            const BodyUse use = solver.solve_and_wait(of_all.data(), found.data());
            EXPECT_LT(difference(all, expected, found), 1e-11);
            EXPECT_LT(use.residual, 1e-12);
            EXPECT_LT(use.solves, 30);
            EXPECT_EQ(solver.surface_points() * solid, solver.body_points());
        }
    }
}

TEST(PoissonBodies, that_conduct_are_dirichlet_ends_on_nodes)
{
    constexpr double value = 0.7;
    for (const std::size_t axis : {0, 1, 2}) {
        for (const bool stretched : {false, true}) {
            SCOPED_TRACE(std::to_string(axis) + (stretched ? " stretched" : ""));
            const WithSlab all = with_slab(axis, stretched, Location::node, value);
            const std::vector<double> f = values_of<double>(all.smaller, source);
            std::vector<double> expected(f.size());
            Walls<double> walls;
            (axis == 0 ? walls.x : axis == 1 ? walls.y : walls.z)[1].constant = value;
            // The Dirichlet end of the other axis, too.
            const std::size_t other = (axis + 1) % 3;
            Walls<double> of_larger;
            for (Walls<double>* one : {&walls, &of_larger}) {
                (other == 0 ? one->x : other == 1 ? one->y : one->z)[1].constant = 0.2;
            }
            Solver{all.smaller, {.backend = Backend::cpu}}.solve(f.data(), walls, expected.data());
            const BodySolver solver{all.larger, {all.slab}, on_cpu};
            const std::vector<double> of_all = values_of<double>(all.larger, source);
            std::vector<double> found(of_all.size());
            const BodyUse use = solver.solve_and_wait(of_all.data(), of_larger, found.data());
            EXPECT_LT(difference(all, expected, found), 1e-8);
            EXPECT_LT(use.residual, 1e-12);
            EXPECT_EQ(found.back(), value);
        }
    }
}

/// Between spheres at 1 and 0 the potential is A + B / r.
///
/// Source    J. D. Jackson, Classical Electrodynamics, 3rd ed. (1998), section 3.3.
template <typename T>
double error_between_spheres(std::int64_t cells, double tolerance)
{
    constexpr double inner = 0.4;
    constexpr double outer = 0.95;
    Problem problem{.grid = box({cells, cells, cells}, {2.0, 2.0, 2.0})};
    for (Sides& sides : problem.sides) {
        sides = {Condition::dirichlet, Condition::dirichlet};
    }
    problem.precision = std::is_same_v<T, float> ? Precision::fp32 : Precision::fp64;
    const auto radius = [](double x, double y, double z) {
        return std::hypot(x - 1.0, y - 1.0, z - 1.0);
    };
    const std::vector<Body> bodies{
        {.inside = [=](double x, double y, double z) { return radius(x, y, z) < inner; },
         .value = 1.0},
        {.inside = [=](double x, double y, double z) { return radius(x, y, z) > outer; },
         .value = 0.0}};
    const BodySolver solver{
        problem, bodies, {.solver = {.backend = Backend::cpu}, .tolerance = tolerance}};
    const std::vector<T> f(static_cast<std::size_t>(points(problem)));
    std::vector<T> u(f.size());
    const BodyUse use = solver.solve_and_wait(f.data(), u.data());
    EXPECT_LT(use.residual, tolerance);
    EXPECT_LT(use.solves, 70) << cells;
    const std::vector<double> exact = values_of<double>(problem, [&](double x, double y, double z) {
        const double r = std::clamp(radius(x, y, z), inner, outer);
        return (1.0 / r - 1.0 / outer) / (1.0 / inner - 1.0 / outer);
    });
    double sum = 0.0;
    for (std::size_t at = 0; at < u.size(); ++at) {
        sum += std::pow(static_cast<double>(u[at]) - exact[at], 2);
    }
    return std::sqrt(sum / static_cast<double>(u.size()));
}

TEST(PoissonBodies, hold_the_potential_between_spheres)
{
    const double coarse = error_between_spheres<double>(24, 1e-10);
    const double fine = error_between_spheres<double>(48, 1e-10);
    EXPECT_LT(fine, 0.001);
    EXPECT_GT(std::log2(coarse / fine), 1.5);
    EXPECT_NEAR(error_between_spheres<float>(48, 1e-5), fine, 1e-4);
}

/// What goes round a closed cylinder across a stream: the potential x (1 + R^2 / r^2).
TEST(PoissonBodies, let_a_potential_flow_go_round_a_cylinder)
{
    constexpr std::int64_t cells = 96;
    constexpr double radius = 0.3;
    Problem problem{.grid = box({cells, cells, 1}, {2.0, 2.0, 1.0})};
    problem.sides[0] = {Condition::dirichlet, Condition::dirichlet};
    problem.sides[1] = {Condition::dirichlet, Condition::dirichlet};
    const auto potential = [](double x, double y, double) {
        const double along = x - 1.0;
        const double square = std::max(along * along + (y - 1.0) * (y - 1.0), radius * radius);
        return along * (1.0 + radius * radius / square);
    };
    std::vector<double> lower_x;
    std::vector<double> upper_x;
    std::vector<double> ends_y;
    for (std::int64_t n = 0; n < cells; ++n) {
        const double at = position(problem, 0, n);
        lower_x.push_back(potential(0.0, at, 0.0));
        upper_x.push_back(potential(2.0, at, 0.0));
        ends_y.push_back(potential(at, 0.0, 0.0));
    }
    Walls<double> walls;
    walls.x = {Wall<double>{0.0, lower_x.data()}, Wall<double>{0.0, upper_x.data()}};
    walls.y = {Wall<double>{0.0, ends_y.data()}, Wall<double>{0.0, ends_y.data()}};
    const auto inside = [](double x, double y, double) {
        return std::hypot(x - 1.0, y - 1.0) < radius;
    };
    const BodySolver solver{problem, {{.inside = inside}}, {.solver = {.backend = Backend::cpu}}};
    const std::vector<double> f(static_cast<std::size_t>(points(problem)));
    std::vector<double> u(f.size());
    const BodyUse use = solver.solve_and_wait(f.data(), walls, u.data());
    EXPECT_LT(use.solves, 20);
    const std::vector<double> exact = values_of<double>(problem, potential);
    const std::vector<double> is_inside = values_of<double>(problem, inside);
    double largest = 0.0;
    for (std::size_t at = 0; at < u.size(); ++at) {
        if (is_inside[at] != 0.0) {
            EXPECT_EQ(u[at], 0.0);
        } else {
            largest = std::max(largest, std::abs(u[at] - exact[at]));
        }
    }
    EXPECT_LT(largest, 0.03);  // of a boundary that is that of cells
}

/// A level set is linear between unknowns, and so are surfaces that cross lines of the grid once.
TEST(PoissonBodies, are_level_sets_as_they_are_functions)
{
    for (const bool periodic : {false, true}) {
        Problem problem{.grid = box({24, 20, 16}, {1.2, 1.0, 0.8})};
        problem.sides[1] = {Condition::dirichlet, Condition::neumann};
        problem.sides[2] = {Condition::neumann, Condition::neumann};
        if (!periodic) {
            problem.sides[0] = {Condition::neumann, Condition::neumann};
        }
        const auto level = [](double x, double, double z) { return 0.313 + 0.2 * z - x; };
        const auto inside = [&](double x, double y, double z) { return level(x, y, z) < 0.0; };
        const std::vector<double> f = values_of<double>(problem, source);
        const auto solution = [&](const Body& body) {
            std::vector<double> u(f.size());
            static_cast<void>(
                BodySolver{problem, {body}, on_cpu}.solve_and_wait(f.data(), u.data()));
            return u;
        };
        const InsideFunction by_levels =
            inside_of_levels(problem, values_of<double>(problem, level));
        for (const std::optional<double> value : {std::optional{0.4}, std::optional<double>{}}) {
            const std::vector<double> expected = solution({inside, value});
            const std::vector<double> found = solution({by_levels, value});
            // Round the period of x the level jumps, and its surface is where the line crosses 0.
            const double tolerance = periodic && value ? 0.1 : 1e-9;
            for (std::size_t at = 0; at < found.size(); ++at) {
                ASSERT_NEAR(found[at], expected[at], tolerance) << at;
            }
        }
        EXPECT_EQ(by_levels(1.19, 0.0, 0.1), periodic ? by_levels(-0.01, 0.0, 0.1) : true);
    }
    const Problem small{.grid = box({2, 2, 2}, {1.0, 1.0, 1.0})};
    EXPECT_THROW(static_cast<void>(inside_of_levels(small, std::vector<double>(7))),
                 std::invalid_argument);
    EXPECT_THROW(static_cast<void>(inside_of_levels(small, std::vector<double>(8, std::nan("")))),
                 std::invalid_argument);
}

/// A bar through the whole box along an axis, of 20^3 cells, and the solution around it.
struct AroundBar {
    std::vector<double> u;
    BodyUse use;
};

AroundBar around_bar(std::size_t axis, std::optional<double> value)
{
    Problem problem{.grid = box({20, 20, 20}, {1.0, 1.0, 1.0})};
    problem.sides.at(axis == 0 ? 2 : 0) = {Condition::dirichlet, Condition::neumann};
    const auto inside = [axis](double x, double y, double z) {
        return std::abs(y - 0.45) < 0.1 && std::abs((axis == 0 ? z : x) - 0.3) < 0.07;
    };
    std::vector<double> f;
    for (int k = 0; k < 20; ++k) {
        for (int j = 0; j < 20; ++j) {
            for (int i = 0; i < 20; ++i) {
                f.push_back(std::sin(axis == 0 ? i + 0.3 * k : k + 0.3 * i) + 0.1 * j);
            }
        }
    }
    AroundBar found{.u = std::vector<double>(f.size()), .use = {}};
    const BodySolver solver{problem, {{inside, value}}, on_cpu};
    found.use = solver.solve_and_wait(f.data(), found.u.data());
    return found;
}

TEST(PoissonBodies, are_the_same_where_other_planes_are_left_out)
{
    for (const std::optional<double> value : {std::optional{0.7}, std::optional<double>{}}) {
        const AroundBar in_few_planes = around_bar(0, value);  // of z, along which planes lie
        const AroundBar in_all_planes = around_bar(2, value);
        EXPECT_LT(in_few_planes.use.whole_solves,
                  0.7 * static_cast<double>(in_few_planes.use.solves));
        EXPECT_EQ(in_all_planes.use.whole_solves, static_cast<double>(in_all_planes.use.solves));
        EXPECT_NEAR(static_cast<double>(in_few_planes.use.solves),
                    static_cast<double>(in_all_planes.use.solves), 1.0);
        for (std::size_t at = 0; at < 8000; ++at) {
            const std::size_t turned = at % 20 * 400 + at / 20 % 20 * 20 + at / 400;
            ASSERT_NEAR(in_few_planes.u[at], in_all_planes.u[turned], 1e-11) << at;
        }
    }
}

TEST(PoissonBodies, that_have_no_solution_are_refused)
{
    const Problem periodic{.grid = box({8, 8, 8}, {1.0, 1.0, 1.0})};
    const auto half = [](double x, double, double) { return x < 0.5; };
    const auto objection = [&](const Problem& problem, const std::vector<Body>& bodies,
                               BodyOptions options = on_cpu) {
        const std::string reason = unsupported_reason(problem, bodies, options).value_or("");
        EXPECT_THROW(BodySolver(problem, bodies, options), std::invalid_argument) << reason;
        return reason;
    };
    EXPECT_THAT(objection(periodic, {{}}), HasSubstr("body 1 has no shape"));
    EXPECT_THAT(objection(periodic, {{.inside = half, .value = 1.0}}),
                HasSubstr("body 1 has a value, and nothing else holds u"));
    EXPECT_THAT(
        objection(periodic, {{.inside = half}, {half, std::numeric_limits<double>::infinity()}}),
        HasSubstr("the value of body 2 is not finite"));
    Problem other = periodic;
    other.op = Operator::spectral;
    EXPECT_THAT(objection(other, {{.inside = half}}), HasSubstr("not of second order"));
    other = periodic;
    other.lambda = 1.0;
    EXPECT_THAT(objection(other, {{.inside = half}}), HasSubstr("a lambda above 0"));
    other = periodic;
    other.grid.location = Location::node;
    EXPECT_THAT(objection(other, {{.inside = half}}),
                HasSubstr("body 1 is closed, and the unknowns"));
    BodyOptions options = on_cpu;
    options.tolerance = 0.0;
    EXPECT_THAT(objection(periodic, {{.inside = half}}, options),
                HasSubstr("the tolerance of bodies is 0"));
    options = on_cpu;
    options.solver.host_arrays = true;
    EXPECT_THAT(objection(periodic, {{.inside = half}}, options), HasSubstr("host_arrays"));
    const BodySolver solver{periodic, {{.inside = half}}, on_cpu};
    std::vector<double> u(512);
    EXPECT_THROW(static_cast<void>(solver.solve_and_wait(u.data(), u.data())),
                 std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::poisson
