// SPDX-License-Identifier: BSD-3-Clause
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
#include <optional>
#include <string>
#include <type_traits>
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

/// A box that leaves a constant free, with two slabs across an axis, and what lies between them. A slab
/// has a value, or is closed.
struct WithTwoSlabs {
    Problem all;
    std::vector<Body> slabs;
    std::array<Problem, 2> gaps;  ///< from the first one to the second, from there to the first
};

WithTwoSlabs with_two_slabs(std::size_t axis, bool is_periodic,
                            const std::array<std::optional<double>, 2>& values)
{
    std::array<std::int64_t, 3> cells{6, 8, 7};
    std::array<double, 3> lengths{1.2, 0.9, 1.1};
    const double width = lengths.at(axis) / 18.0;
    cells.at(axis) = 18;
    WithTwoSlabs with;
    with.all = {.grid = box({cells[0], cells[1], cells[2]}, {lengths[0], lengths[1], lengths[2]})};
    with.all.sides.at((axis + 1) % 3) = {Condition::neumann, Condition::neumann};
    if (!is_periodic) {
        with.all.sides.at(axis) = {Condition::neumann, Condition::neumann};
    }
    for (std::size_t slab = 0; slab < 2; ++slab) {  // of the cells 2, 3 and 9, 10, 11
        const double begin = (slab == 0 ? 2.0 : 9.0) * width;
        const double end = (slab == 0 ? 4.0 : 12.0) * width;
        with.slabs.push_back({.inside =
                                  [=](double x, double y, double z) {
                                      const double at = std::array{x, y, z}.at(axis);
                                      return at > begin && at < end;
                                  },
                              .value = values.at(slab)});
        Problem& gap = with.gaps.at(slab);
        gap = with.all;
        Axis& along = gap.grid.axes.at(axis);
        along.cells = slab == 0 ? 5 : is_periodic ? 8 : 6;
        along.lower = end;
        along.upper = end + static_cast<double>(along.cells) * width;
        const auto condition = [&](std::size_t of) {
            return values.at(of) ? Condition::dirichlet : Condition::neumann;
        };
        gap.sides.at(axis) = {condition(slab),
                              slab == 1 && !is_periodic ? Condition::neumann : condition(1 - slab)};
    }
    return with;
}

constexpr double flux = 0.4;  ///< into the box, through its upper end across the axis if it has one

/// The places of the unknowns of a gap among all.
std::vector<std::size_t> places_of(const WithTwoSlabs& with, std::size_t axis, std::size_t slab)
{
    const Problem& gap = with.gaps.at(slab);
    std::vector<std::size_t> places;
    for (std::int64_t k = 0; k < unknowns(gap, 2).count; ++k) {
        for (std::int64_t j = 0; j < unknowns(gap, 1).count; ++j) {
            for (std::int64_t i = 0; i < unknowns(gap, 0).count; ++i) {
                std::array at{i, j, k};
                at.at(axis) = (at.at(axis) + (slab == 0 ? 4 : 12)) % 18;
                places.push_back(static_cast<std::size_t>(
                    (at[2] * unknowns(with.all, 1).count + at[1]) * unknowns(with.all, 0).count +
                    at[0]));
            }
        }
    }
    return places;
}

/// The largest difference of a solution from those in the gaps, whose source is the same. Where a gap
/// leaves a constant free, it is not counted.
double difference_in_gaps(const WithTwoSlabs& with, std::size_t axis, const std::vector<double>& f,
                          const std::vector<double>& u)
{
    double largest = 0.0;
    for (std::size_t slab = 0; slab < 2; ++slab) {
        const Problem& gap = with.gaps.at(slab);
        const std::vector<std::size_t> places = places_of(with, axis, slab);
        std::vector<double> source_of_gap;
        for (const std::size_t place : places) {
            source_of_gap.push_back(f.at(place));
        }
        const bool has_end = slab == 1 && with.all.sides.at(axis).upper == Condition::neumann;
        Walls<double> walls;
        auto& ends = axis == 0 ? walls.x : axis == 1 ? walls.y : walls.z;
        ends[0].constant = with.slabs[slab].value.value_or(0.0);
        ends[1].constant = has_end ? flux : with.slabs[1 - slab].value.value_or(0.0);
        std::vector<double> expected(places.size());
        Solver{gap, {.backend = Backend::cpu}}.solve(source_of_gap.data(), walls, expected.data());
        const double offset = has_null_space(gap) ? u.at(places[0]) - expected[0] : 0.0;
        for (std::size_t n = 0; n < places.size(); ++n) {
            largest = std::max(largest, std::abs(expected[n] + offset - u.at(places[n])));
        }
    }
    return largest;
}

TEST(PoissonBodies, that_conduct_hold_the_constant_that_a_box_leaves_free)
{
    using Values = std::array<std::optional<double>, 2>;
    for (const std::size_t axis : {0, 1, 2}) {
        for (const auto& [is_periodic, values] :
             {std::pair{true, Values{0.7, -1.1}}, std::pair{true, Values{std::nullopt, 3.0}},
              std::pair{true, Values{3.0, std::nullopt}}, std::pair{false, Values{-0.2, 0.9}},
              std::pair{false, Values{-0.2, std::nullopt}}}) {
            SCOPED_TRACE(std::to_string(axis) + (is_periodic ? " periodic " : " ") +
                         std::to_string(values[0].has_value()) +
                         std::to_string(values[1].has_value()));
            const WithTwoSlabs with = with_two_slabs(axis, is_periodic, values);
            std::vector<double> f = values_of<double>(with.all, source);
            Walls<double> walls;
            if (!is_periodic) {
                (axis == 0 ? walls.x : axis == 1 ? walls.y : walls.z)[1].constant = flux;
            }
            const bool is_held = is_periodic || values[1];
            if (!is_held) {  // beyond the second slab, where f must balance, and does to rounding
                const Axis& along = with.gaps[1].grid.axes.at(axis);
                for (const std::size_t place : places_of(with, axis, 1)) {
                    f.at(place) = flux / (along.upper - along.lower);
                }
            }
            constexpr double tolerance = 1e-11;
            const BodySolver solver{
                with.all, with.slabs, {.solver = on_cpu.solver, .tolerance = tolerance}};
            std::vector<double> u(f.size());
            const BodyUse use = solver.solve_and_wait(f.data(), walls, u.data());
            EXPECT_LT(difference_in_gaps(with, axis, f, u), 1e-9);
            EXPECT_LT(use.residual, is_held ? tolerance : 10.0 * tolerance);
            EXPECT_LT(use.solves, 60);
        }
    }
}

TEST(PoissonBodies, that_conduct_hold_the_constant_on_stretched_axes_and_nodes)
{
    constexpr double value = 0.7;
    for (const std::size_t axis : {0, 1, 2}) {
        for (const Location location : {Location::cell, Location::node}) {
            for (const bool stretched : {false, true}) {
                SCOPED_TRACE(std::to_string(axis) + (stretched ? " stretched" : "") +
                             (location == Location::node ? " nodes" : " cells"));
                WithSlab all = with_slab(axis, stretched, location, value);
                const std::size_t other = (axis + 1) % 3;
                Walls<double> of_larger;
                (other == 0   ? of_larger.x
                 : other == 1 ? of_larger.y
                              : of_larger.z)[1]
                    .constant = 0.2;
                Walls<double> walls = of_larger;
                (axis == 0 ? walls.x : axis == 1 ? walls.y : walls.z)[1].constant = value;
                for (Problem* problem : {&all.smaller, &all.larger}) {
                    problem->lambda = 0.0;
                    problem->sides.at(other).upper = Condition::neumann;
                }
                ASSERT_TRUE(has_null_space(all.larger));
                const std::vector<double> f = values_of<double>(all.smaller, source);
                std::vector<double> expected(f.size());
                Solver{all.smaller, {.backend = Backend::cpu}}.solve(f.data(), walls,
                                                                     expected.data());
                const BodySolver solver{all.larger, {all.slab}, on_cpu};
                const std::vector<double> of_all = values_of<double>(all.larger, source);
                std::vector<double> found(of_all.size());
                const BodyUse use = solver.solve_and_wait(of_all.data(), of_larger, found.data());
                EXPECT_LT(difference(all, expected, found),
                          location == Location::node ? 1e-8 : 1e-9);
                EXPECT_LT(use.residual, 1e-12);
                EXPECT_LT(use.solves, 40);
                EXPECT_EQ(found.back(), value);
            }
        }
    }
}

template <typename T>
void expect_a_constant()
{
    Problem problem{.grid = box({16, 12, 8}, {1.6, 1.2, 0.8})};
    problem.precision = std::is_same_v<T, float> ? Precision::fp32 : Precision::fp64;
    problem.sides[1] = {Condition::neumann, Condition::neumann};
    const auto ball = [](double x, double y, double z) {
        return std::hypot(x - 0.5, y - 0.6, z - 0.4) < 0.25;
    };
    const auto plate = [](double x, double, double) { return x > 1.3; };
    const BodySolver solver{problem, {{.inside = ball, .value = 0.7}, {.inside = plate}}, on_cpu};
    const std::vector<T> none(static_cast<std::size_t>(points(problem)));
    std::vector<T> u(none.size());
    const BodyUse use = solver.solve_and_wait(none.data(), u.data());
    EXPECT_EQ(use.residual, 0.0);
    EXPECT_EQ(use.solves, 1);
    const std::vector<double> is_closed = values_of<double>(problem, plate);
    for (std::size_t at = 0; at < u.size(); ++at) {
        const double expected = is_closed[at] != 0.0 ? 0.0 : 0.7;
        ASSERT_NEAR(u[at], expected, 4.0 * static_cast<double>(std::numeric_limits<T>::epsilon()));
    }
}

TEST(PoissonBodies, that_conduct_are_all_there_is_without_a_source)
{
    expect_a_constant<double>();
    expect_a_constant<float>();
}

/// Between spheres at 1 and 0 the potential is A + B / r.
///
/// Source    J. D. Jackson, Classical Electrodynamics, 3rd ed. (1998), section 3.3.
template <typename T>
double error_between_spheres(std::int64_t cells, double tolerance,
                             Condition ends = Condition::dirichlet)
{
    constexpr double inner = 0.4;
    constexpr double outer = 0.95;
    Problem problem{.grid = box({cells, cells, cells}, {2.0, 2.0, 2.0})};
    for (Sides& sides : problem.sides) {
        sides = {ends, ends};
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
    for (const Condition ends : {Condition::periodic, Condition::neumann}) {
        EXPECT_NEAR(error_between_spheres<double>(48, 1e-10, ends), fine, 1e-9);
        EXPECT_NEAR(error_between_spheres<float>(48, 1e-5, ends), fine, 1e-4);
    }
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

AroundBar around_bar(std::size_t axis, std::optional<double> value, Condition end)
{
    Problem problem{.grid = box({20, 20, 20}, {1.0, 1.0, 1.0})};
    problem.sides.at(axis == 0 ? 2 : 0) = {end, Condition::neumann};
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
    for (const auto& [value, end] : {std::pair{std::optional{0.7}, Condition::dirichlet},
                                     std::pair{std::optional<double>{}, Condition::dirichlet},
                                     std::pair{std::optional{0.7}, Condition::neumann}}) {
        const AroundBar in_few_planes = around_bar(0, value, end);  // of z, along which planes lie
        const AroundBar in_all_planes = around_bar(2, value, end);
        EXPECT_LT(in_few_planes.use.whole_solves,
                  0.7 * static_cast<double>(in_few_planes.use.solves));
        EXPECT_EQ(in_all_planes.use.whole_solves, static_cast<double>(in_all_planes.use.solves));
        EXPECT_NEAR(static_cast<double>(in_few_planes.use.solves),
                    static_cast<double>(in_all_planes.use.solves),
                    end == Condition::dirichlet ? 1.0 : 3.0);
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
