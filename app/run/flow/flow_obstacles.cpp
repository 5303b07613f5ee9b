// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/flow_obstacles.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>

#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/run/bodies/body_surface.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/fluid_parts.hpp"
#include "app/run/flow/obstacle_checks.hpp"
#include "solvers/expression.hpp"

namespace tobiuo {
namespace {

/// The velocity of a body at the time of its section; throws InputError where it is not finite.
class BodyVelocity {
public:
    explicit BodyVelocity(const ObstacleSection& section)
        : key_{section.key}, given_{section.velocity}, time_{section.time}
    {
        for (const FieldExpression& one : given_) {
            expressions_.push_back(expression_of(one).with("t", time_));
        }
    }

    std::array<double, 3> operator()(double x, double y, double z) const
    {
        std::array<double, 3> velocity{};
        for (std::size_t component = 0; component < 3; ++component) {
            velocity.at(component) = expressions_[component].at(x, y, z);
            if (!std::isfinite(velocity.at(component))) {
                const FieldExpression& given = given_.at(component);
                throw InputError{
                    given.at,
                    fmt::format("{}.velocity: '{}' is not finite at x = {:.6g}, y = {:.6g}, z = "
                                "{:.6g}: give an expression that is finite inside the body",
                                key_, given.text, x, y, z)};
            }
        }
        return velocity;
    }

private:
    std::string key_;
    std::array<FieldExpression, 3> given_;
    double time_;
    std::vector<Expression> expressions_;
};

/// Whether a cell of a face across an axis has its centre on the face in the obstacle.
bool lies_in_face(const ObstacleSection& section, const flow::Obstacle& obstacle,
                  const flow::Problem& problem, std::size_t axis, int end)
{
    const Axis& across = problem.grid.axes.at(axis);
    const Grid points = points_of(problem, no_component, static_cast<int>(axis),
                                  end == 0 ? across.lower : across.upper);
    std::vector<double> values(static_cast<std::size_t>(shape_of(points).values()));
    sample_inside(section, obstacle.inside, points, std::nullopt, values);
    return std::ranges::any_of(values, [](double value) { return value != 0.0; });
}

void refuse_in_openings(const ObstacleSection& section, const flow::Obstacle& obstacle,
                        const flow::Problem& problem)
{
    const BodySurface* const surface = surface_of(obstacle.inside);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const int end : {0, 1}) {
            const flow::Faces& faces = problem.faces.at(axis);
            const flow::FaceKind kind = end == 0 ? faces.lower.kind : faces.upper.kind;
            const bool opens = kind == flow::FaceKind::inflow || kind == flow::FaceKind::outflow;
            if (opens && lies_in_face(section, obstacle, problem, axis, end)) {
                throw InputError{
                    section.at,
                    fmt::format("{}: lies in the {} face across {}, an {} (the flow cannot go "
                                "through a body there): keep it away from the face{}",
                                section.key, end == 0 ? "lower" : "upper",
                                casefile::axis_words.at(axis),
                                kind == flow::FaceKind::inflow ? "inflow" : "outflow",
                                surface == nullptr ? "" : "; it is " + text_of(*surface))};
            }
        }
    }
}

}  // namespace

flow::Obstacle obstacle_of(const ObstacleSection& section, int dimensions)
{
    flow::Obstacle obstacle;
    obstacle.inside = inside_of(section, dimensions);
    if (section.scalar_value) {
        obstacle.scalar_kind = flow::ScalarFaceKind::value;
    }
    obstacle.method = section.method.value_or(flow::ObstacleMethod::forcing);
    obstacle.scalar = section.scalar_value.value_or(section.scalar_flux.value_or(0.0));
    const bool moves = std::ranges::any_of(
        section.velocity, [](const FieldExpression& one) { return one.text != "0"; });
    if (moves) {
        obstacle.velocity = BodyVelocity{section};
    }
    return obstacle;
}

bool obstacles_move(const FlowCase& flow)
{
    return std::ranges::any_of(flow.obstacles, &ObstacleSection::moves);
}

std::vector<flow::Obstacle> obstacles_at(const FlowCase& flow,
                                         std::vector<flow::Obstacle> obstacles, double time)
{
    for (std::size_t number = 0; number < obstacles.size(); ++number) {
        ObstacleSection section = flow.obstacles.at(number);
        if (section.moves()) {
            section.time = time;
            section.known = section.inside ? InsideFunction{} : obstacles[number].inside;
            obstacles[number] = obstacle_of(section, flow.box.dimensions);
        }
    }
    return obstacles;
}

std::string at_time_text(double time)
{
    return fmt::format("at t = {:.6g}, ", time);
}

SolidCells solid_cells_at(const FlowCase& flow, const std::vector<flow::Obstacle>& obstacles,
                          double time)
{
    const std::vector<flow::Obstacle> moved = obstacles_at(flow, obstacles, time);
    SolidCells solid{flow.box.grid};
    for (std::size_t number = 0; number < moved.size(); ++number) {
        ObstacleSection section = flow.obstacles[number];
        section.time = time;
        solid.begin_body();
        each_cell(section, moved[number].inside, flow.box.grid,
                  [&](std::int64_t at, const auto& /*index*/) { solid.add(at); });
    }
    return solid;
}

namespace {

/// Looks at the fluid between the solid cells.
void look_at_fluid(const FlowCase& flow, const flow::Problem& problem, const FlowFaces& faces,
                   const std::vector<bool>& solid, FoundObstacles& found)
{
    const Position& at = flow.obstacles.front().at;
    const FluidParts parts{problem, solid};
    refuse_dead_ends(parts, problem, faces, flow.run.until, at);
    found.warnings.push_back(pocket_warning(parts.all(), at));
    if (const std::optional<FluidGap> gap = narrowest_gap(problem, solid)) {
        found.gap = text_of(*gap, problem.grid, flow.box.dimensions);
        found.warnings.push_back(gap_warning(*gap, problem.grid, flow.box.dimensions, at));
    }
    std::erase(found.warnings, "");
}

}  // namespace

FoundObstacles find_obstacles(const FlowCase& flow, const flow::Problem& problem,
                              const FlowFaces& faces)
{
    FoundObstacles found;
    std::vector<BodyCells>& all = found.all;
    if (flow.obstacles.empty()) {
        return found;
    }
    SolidCells cells{problem.grid};
    std::vector<bool> solid(static_cast<std::size_t>(flow::points(problem)));
    for (std::size_t number = 0; number < flow.obstacles.size(); ++number) {
        const ObstacleSection& section = flow.obstacles[number];
        const flow::Obstacle& obstacle = problem.obstacles.at(number);
        cells.begin_body();
        all.push_back(
            find_cells(section, obstacle.inside, problem.grid, flow.box.dimensions,
                       [&](std::int64_t at, const std::array<std::int64_t, 3>& index) {
                           if (obstacle.velocity) {  // where it is not finite, it says so
                               const auto place = [&](std::size_t axis) {
                                   return problem.grid.axes.at(axis).centre(index.at(axis));
                               };
                               static_cast<void>(obstacle.velocity(place(0), place(1), place(2)));
                           }
                           cells.add(at);
                           solid[static_cast<std::size_t>(at)] = true;
                       }));
        refuse_in_openings(section, obstacle, problem);
    }
    if (std::ranges::find(solid, false) == solid.end()) {
        throw InputError{flow.obstacles.front().at,
                         "obstacles: fill the box (no cell is left for the fluid): make them "
                         "smaller; an expression is true inside, voxels are not 0, and the unit "
                         "of a surface may be another one (scale)"};
    }
    found.solid = std::make_shared<const SolidCells>(std::move(cells));
    found.beside = count_beside(solid, solid, shape_of(problem.grid));
    look_at_fluid(flow, problem, faces, solid, found);
    return found;
}

void look_at_obstacles_until(FlowCase& flow, const flow::Problem& problem, const FlowFaces& faces,
                             double until)
{
    constexpr int times = 8;
    FlowCase later = flow;
    flow::Problem then = problem;
    for (int n = 1; n <= times && obstacles_move(flow); ++n) {
        const double time = until * n / times;
        for (ObstacleSection& section : later.obstacles) {
            section.time = time;
        }
        then.obstacles = obstacles_at(flow, problem.obstacles, time);
        try {
            const FoundObstacles found = find_obstacles(later, then, faces);
            for (std::size_t number = 0; number < found.all.size(); ++number) {
                std::int64_t& cells = flow.obstacles[number].cells;
                cells = std::max(cells, found.all[number].count);
            }
            flow.cells_beside_obstacles = std::max(flow.cells_beside_obstacles, found.beside);
        } catch (const InputError& error) {
            throw error.after(at_time_text(time));
        }
    }
}

std::optional<BodyFaces> find_obstacle_faces(const flow::Problem& problem, const SolidCells& solid,
                                             int dimensions)
{
    std::vector<InsideFunction> rounded;
    for (const flow::Obstacle& obstacle : problem.obstacles) {
        const bool is_closed = obstacle.method == flow::ObstacleMethod::closed;
        rounded.push_back(is_closed ? InsideFunction{} : obstacle.inside);
    }
    std::array<bool, 3> is_periodic{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        is_periodic.at(axis) = problem.faces.at(axis).lower.kind == flow::FaceKind::periodic;
    }
    const CellBox all = all_cells(problem.grid);
    return find_body_faces(
        problem.grid, dimensions, is_periodic,
        [&](std::int64_t first, std::span<double> planes) { solid.read(all, first, planes); },
        rounded);
}

void put_scalars_on_obstacles(const FlowCase& flow, flow::Problem& problem)
{
    for (std::size_t at = 0; at < flow.further_scalars.size(); ++at) {
        std::vector<flow::ObstacleScalar>& all = problem.further_scalars.at(at).on_obstacles;
        all.assign(flow.obstacles.size(), {});
        for (const ObstacleScalarSection& on : flow.further_scalars[at].obstacles) {
            const auto body = std::ranges::find(flow.obstacles, on.name, &ObstacleSection::name);
            all.at(static_cast<std::size_t>(body - flow.obstacles.begin())) = {
                .kind = on.value ? flow::ScalarFaceKind::value : flow::ScalarFaceKind::flux,
                .number = on.value.value_or(on.flux.value_or(0.0))};
        }
    }
}

std::int64_t forced_values(const FlowCase& flow)
{
    // There is room for half as many more where a body moves, which a first time makes anew.
    const std::int64_t times = obstacles_move(flow) ? 3 : 1;
    std::int64_t cells = flow.cells_beside_obstacles;
    for (const ObstacleSection& section : flow.obstacles) {
        cells += section.cells;
    }
    // Each further scalar has points of its own, of the velocity, too.
    return times * cells * (3 + scalar_count(flow) + 3 * std::ssize(flow.further_scalars));
}

std::string thin_warning(const ObstacleSection& section, const BodyCells& cells, int dimensions)
{
    for (int axis = 0; axis < dimensions && !section.is_closed(); ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        if (cells.across(at) < 2) {
            return fmt::format(
                "{} is one cell thick along {}: a part of the flow goes through it; make it two "
                "cells or more",
                section.key, casefile::axis_words.at(at));
        }
    }
    return "";
}

}  // namespace tobiuo
