// SPDX-License-Identifier: BSD-3-Clause
#include "doors/c/flow_problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "doors/c/boundary.hpp"
#include "doors/c/level_set.hpp"

namespace tobiuo::c_door {
namespace {

/// Cells along the two other axes; the product itself might not fit.
struct FaceCells {
    std::int64_t faster;
    std::int64_t slower;
};

FaceCells cells_of_face(const Grid& grid, std::size_t face)
{
    const std::size_t across = face / 2;
    return {grid.axes[across == 0 ? 1 : 0].cells, grid.axes[across == 2 ? 1 : 2].cells};
}

/// The values of a face, none if there are none.
std::vector<double> values_of(const double* values, std::int64_t count, FaceCells cells)
{
    if (values == nullptr) {
        return {};
    }
    const bool fits = cells.faster > 0 && cells.slower > 0 && count > 0 &&
                      count % cells.faster == 0 && count / cells.faster == cells.slower;
    if (!fits) {
        throw std::invalid_argument{"the values on a face are " + std::to_string(count) +
                                    ", but the face has " + std::to_string(cells.slower) + " x " +
                                    std::to_string(cells.faster) + " cells: give one for each"};
    }
    return {values, values + count};
}

void require_profiles(bool there_are, std::int64_t count)
{
    if (!there_are && count != 0) {
        throw std::invalid_argument{"no values on a face are given, but their count is " +
                                    std::to_string(count) + ": give them, or the count 0"};
    }
}

flow::Face face_of(const tobiuo_flow_face& asked, FaceCells cells)
{
    using flow::FaceKind;
    require_reserved(asked.reserved);
    flow::Face face{
        .kind = chosen(asked.kind,
                       std::array{FaceKind::periodic, FaceKind::no_slip, FaceKind::free_slip,
                                  FaceKind::inflow, FaceKind::outflow},
                       "the kind of a face"),
        .velocity = {asked.velocity[0], asked.velocity[1], asked.velocity[2]}};
    require_profiles(asked.profiles[0] != nullptr || asked.profiles[1] != nullptr ||
                         asked.profiles[2] != nullptr,
                     asked.profile_count);
    for (std::size_t component = 0; component < 3; ++component) {
        face.profile[component] = values_of(asked.profiles[component], asked.profile_count, cells);
    }
    return face;
}

flow::ScalarFace scalar_face_of(const tobiuo_scalar_face& asked, FaceCells cells)
{
    using flow::ScalarFaceKind;
    require_reserved(asked.reserved);
    require_profiles(asked.values != nullptr, asked.count);
    return {.kind = chosen(asked.kind, std::array{ScalarFaceKind::flux, ScalarFaceKind::value},
                           "the kind of a scalar on a face"),
            .number = asked.number,
            .profile = values_of(asked.values, asked.count, cells)};
}

flow::Scalar scalar_of(const tobiuo_flow_scalar& asked, const Grid& grid)
{
    flow::Scalar scalar{.diffusivity = asked.diffusivity,
                        .buoyancy = {asked.buoyancy[0], asked.buoyancy[1], asked.buoyancy[2]},
                        .reference = asked.reference};
    for (std::size_t face = 0; face < 6; ++face) {
        scalar.faces[face] = scalar_face_of(asked.faces[face], cells_of_face(grid, face));
    }
    return scalar;
}

Grid grid_of(const tobiuo_flow_problem& asked)
{
    Grid grid;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const tobiuo_axis& one = asked.axes[axis];
        if (one.lower_condition != 0 || one.upper_condition != 0) {
            throw std::invalid_argument{
                "an axis of a flow has a condition, which is one of Poisson problems: leave it 0, "
                "and fill in faces"};
        }
        grid.axes[axis] = axis_of(one);
    }
    return grid;
}

}  // namespace

flow::Problem flow_problem_of(const tobiuo_flow_problem& asked, const double* rates)
{
    flow::Problem problem{.grid = grid_of(asked),
                          .viscosity = asked.viscosity,
                          .force = {asked.force[0], asked.force[1], asked.force[2]},
                          .precision = precision_of(asked.precision)};
    for (std::size_t face = 0; face < 6; ++face) {
        flow::Faces& faces = problem.faces[face / 2];
        flow::Face& one = face % 2 == 0 ? faces.lower : faces.upper;
        one = face_of(asked.faces[face], cells_of_face(problem.grid, face));
        if (rates != nullptr && !std::isnan(rates[face])) {
            one.flow_rate = rates[face];
        }
    }
    if (asked.implicit_diffusion != 0) {
        constexpr std::array axes{-1, 0, 1, 2};
        problem.implicit_diffusion =
            chosen(asked.implicit_diffusion, axes, "the axis of implicit diffusion");
    }
    if (asked.scalar != nullptr) {
        problem.scalar = scalar_of(*asked.scalar, problem.grid);
    }
    return problem;
}

namespace {

flow::Sources sources_of(const tobiuo_flow_sources& asked)
{
    const auto text = [](const char* given) {
        return given == nullptr ? std::string{} : std::string{given};
    };
    flow::Sources sources{
        .rotation = std::to_array(asked.rotation),
        .scalar = text(asked.scalar),
        .scalar_gradient = std::to_array(asked.scalar_gradient),
        .sponge = {.rate = text(asked.sponge_rate), .scalar = text(asked.sponge_scalar)}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        sources.force.at(axis) = text(asked.force[axis]);
        sources.sponge.velocity.at(axis) = text(asked.sponge_velocity[axis]);
    }
    return sources;
}

flow::ScalarAdvection advection_of(int asked)
{
    return chosen(asked, std::array{flow::ScalarAdvection::central, flow::ScalarAdvection::bounded},
                  "the advection of the scalar");
}

flow::FurtherScalar further_scalar_of(const tobiuo_flow_further_scalar& asked,
                                      std::int64_t obstacles, const Grid& grid)
{
    require_reserved(asked.reserved);
    require(asked.scalar, "the scalar of further_scalars");
    const auto text = [](const char* given) { return std::string{given == nullptr ? "" : given}; };
    flow::FurtherScalar further{.scalar = scalar_of(*asked.scalar, grid),
                                .source = text(asked.source),
                                .gradient = std::to_array(asked.gradient),
                                .sponge = text(asked.sponge)};
    further.scalar.advection = advection_of(asked.advection);
    for (std::int64_t body = 0; body < obstacles && asked.obstacle_kinds != nullptr; ++body) {
        require(asked.obstacle_values, "obstacle_values");
        further.on_obstacles.push_back(
            {.kind = chosen(asked.obstacle_kinds[body],
                            std::array{flow::ScalarFaceKind::flux, flow::ScalarFaceKind::value},
                            "the kind of a scalar on an obstacle"),
             .number = asked.obstacle_values[body]});
    }
    return further;
}

flow::Eddies eddies_of(const tobiuo_flow_eddies& asked)
{
    using flow::EddyModel;
    flow::Eddies eddies{
        .model = chosen(
            asked.model,
            std::array{EddyModel::none, EddyModel::smagorinsky, EddyModel::wale, EddyModel::vreman},
            "the model of eddies"),
        .damping = chosen(asked.damping, std::array{false, true}, "the damping of eddies")};
    if (asked.constant != 0.0) {
        eddies.constant = asked.constant;
    }
    if (asked.prandtl != 0.0) {
        eddies.prandtl = asked.prandtl;
    }
    if (asked.more_viscosity != nullptr) {
        eddies.more_viscosity = asked.more_viscosity;
    }
    if (asked.viscosity_of_scalar != nullptr) {
        eddies.viscosity_of_scalar = asked.viscosity_of_scalar;
    }
    return eddies;
}

}  // namespace

void add_parts(const tobiuo_flow_parts& parts, std::int64_t obstacles, flow::Problem& problem)
{
    const flow::ScalarAdvection advection = advection_of(parts.scalar_advection);
    if (problem.scalar) {
        problem.scalar->advection = advection;
    }
    if (parts.further_scalar_count != 0) {
        require(parts.further_scalars, "further_scalars");
    }
    for (std::int64_t number = 0; number < parts.further_scalar_count; ++number) {
        problem.further_scalars.push_back(
            further_scalar_of(parts.further_scalars[number], obstacles, problem.grid));
    }
    if (parts.projections != 0) {
        problem.projections = parts.projections;
    }
    if (parts.sources != nullptr) {
        problem.sources = sources_of(*parts.sources);
    }
    if (parts.eddies != nullptr) {
        problem.eddies = eddies_of(*parts.eddies);
    }
    for (std::size_t face = 0; face < 6 && parts.roughness != nullptr; ++face) {
        if (!std::isnan(parts.roughness[face])) {
            flow::Faces& faces = problem.faces[face / 2];
            (face % 2 == 0 ? faces.lower : faces.upper).law =
                flow::WallLaw{.roughness = parts.roughness[face]};
        }
    }
}

std::vector<flow::Obstacle> obstacles_of(const tobiuo_obstacle* asked, std::int64_t count,
                                         const flow::Problem& problem)
{
    using flow::ObstacleMethod;
    using flow::ScalarFaceKind;
    std::vector<flow::Obstacle> all;
    for (std::int64_t number = 0; number < count; ++number) {
        const tobiuo_obstacle& one = asked[number];
        flow::Obstacle& obstacle = all.emplace_back(inside_of(one.levels, one.count, problem));
        const std::array velocity = std::to_array(one.velocity);
        const std::array spin = std::to_array(one.spin);
        const std::array centre = std::to_array(one.centre);
        const auto is_zero = [](double part) { return part == 0.0; };
        if (!std::ranges::all_of(velocity, is_zero) || !std::ranges::all_of(spin, is_zero)) {
            obstacle.velocity = [=](double x, double y, double z) {
                const std::array way{x - centre[0], y - centre[1], z - centre[2]};
                return std::array{velocity[0] + spin[1] * way[2] - spin[2] * way[1],
                                  velocity[1] + spin[2] * way[0] - spin[0] * way[2],
                                  velocity[2] + spin[0] * way[1] - spin[1] * way[0]};
            };
        }
        obstacle.scalar_kind =
            chosen(one.scalar_kind, std::array{ScalarFaceKind::flux, ScalarFaceKind::value},
                   "the kind of a scalar on an obstacle");
        obstacle.scalar = one.scalar;
        obstacle.method =
            chosen(one.method, std::array{ObstacleMethod::forcing, ObstacleMethod::closed},
                   "the method of an obstacle");
    }
    return all;
}

}  // namespace tobiuo::c_door
