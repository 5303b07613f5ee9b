// SPDX-License-Identifier: BSD-3-Clause
// The part of a case with `solver: flow`, read and validated, and its problem.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tobiuo/flow/inflow_turbulence.hpp>
#include <tobiuo/flow/problem.hpp>

#include "app/case/sections/body_shape.hpp"
#include "app/case/values/values.hpp"
#include "app/errors.hpp"

namespace tobiuo {

/// What a table in time is beyond its rows, and between them.
enum class TableEnds { refused, held, periodic };
enum class TableCurve { cubic, linear };

/// Columns of a table in time, with which what a face gives is multiplied.
struct TableSection {
    NamedFile file = {};
    std::vector<std::string> columns = {};  ///< one for all components, or one for each
    TableEnds outside = TableEnds::refused;
    TableCurve interpolation = TableCurve::cubic;

    [[nodiscard]] const std::string& column(std::size_t component) const
    {
        return columns.size() == 1 ? columns.front() : columns.at(component);
    }
};

/// The velocity of an inflow from a series of planes, see FacePlanes.
struct PlanesSection {
    NamedFile file = {};
    std::string field = "velocity";
    TableEnds outside = TableEnds::refused;
    std::optional<double> start = {};  ///< the time of the run at which the first plane is
};

/// Synthetic turbulence of an inflow, see flow::Turbulence.
struct TurbulenceSection {
    FieldExpression intensity = {};
    double length = 0.0;
    std::int64_t seed = flow::Turbulence{}.seed;
    std::optional<double> speed = {};
};

/// One face of the box: its kind, and its velocity u, v, w where the kind has one.
struct FlowFace {
    flow::FaceKind kind = flow::FaceKind::periodic;
    std::array<FieldExpression, 3> velocity = {};
    std::optional<double> flow_rate = {};  ///< of an inflow, to which its velocity is scaled
    std::optional<double> roughness = {};  ///< of a wall with a flow::WallLaw
    std::optional<TableSection> table = {};
    std::optional<PlanesSection> planes = {};          ///< of an inflow, in place of velocity
    std::optional<TurbulenceSection> turbulence = {};  ///< of an inflow
    std::optional<double> recycled_from = {};          ///< of an inflow, see flow::Recycling
    Position at = {};

    [[nodiscard]] std::optional<flow::Recycling> recycling() const
    {
        return recycled_from ? std::optional{flow::Recycling{.position = *recycled_from}}
                             : std::nullopt;
    }
    [[nodiscard]] std::optional<flow::WallLaw> law() const
    {
        return roughness ? std::optional{flow::WallLaw{.roughness = *roughness}} : std::nullopt;
    }
};

/// The scalar on a face, or what diffuses into the box there.
struct ScalarFaceSection {
    flow::ScalarFaceKind kind = flow::ScalarFaceKind::flux;
    FieldExpression number = {};
    std::optional<TableSection> table = {};
    flow::FaceKind across = flow::FaceKind::no_slip;  ///< what the face is for the flow
};

/// The scalars that a case may have.
inline constexpr int most_scalars = 16;

/// What an obstacle gives a scalar, see flow::ObstacleScalar.
struct ObstacleScalarSection {
    std::string name;  ///< of the obstacle
    std::optional<double> value = {};
    std::optional<double> flux = {};
};

/// What a flow carries, such as temperature; see flow::Scalar.
struct ScalarSection {
    std::string name = "scalar";
    double diffusivity = 0.0;
    std::array<double, 3> buoyancy = {};
    FieldExpression reference =
        {};  ///< one that is no number adds to the force, see put_references()
    std::array<std::array<ScalarFaceSection, 2>, 3> faces = {};  ///< [axis][0: lower, 1: upper]
    FieldExpression source = {};
    std::array<double, 3> mean_gradient = {};  ///< see flow::Sources::scalar_gradient
    flow::ScalarAdvection advection = flow::ScalarAdvection::central;
    FieldSource initial = {};                           ///< a file is a .npy, see values_of_array()
    std::optional<FieldExpression> sponge = {};         ///< as SpongeSection::scalar
    std::vector<ObstacleScalarSection> obstacles = {};  ///< those that do not insulate it

    /// Its key, "scalar" or "scalars.NAME".
    [[nodiscard]] std::string key() const { return is_named ? "scalars." + name : name; }
    bool is_named = false;  ///< whether it is one of the key `scalars`
};

/// The eddies that are smaller than cells, see flow::Eddies.
struct EddiesSection {
    flow::EddyModel model = flow::EddyModel::none;
    std::optional<double> constant = {};
    bool damping = false;
    double prandtl = flow::Eddies{}.prandtl;
};

/// A part of the box in which the flow tends to targets, see flow::Sponge.
struct SpongeSection {
    FieldExpression rate = {};
    std::optional<std::array<FieldExpression, 3>> velocity = {};
    std::optional<FieldExpression> scalar = {};
};

/// What makes coefficients of the force on an obstacle.
struct ObstacleReference {
    double speed = 0.0;
    double area = 0.0;  ///< in two dimensions a length
};

/// What makes a Nusselt number of what an obstacle with a scalar_value gives the flow.
struct ObstacleNusselt {
    double length = 0.0;
    double surface = 0.0;  ///< its area, in two dimensions a circumference
    double scalar = 0.0;   ///< away from the body
};

/// A body in the flow; see flow::Obstacle.
struct ObstacleSection : BodyShape {
    std::optional<flow::ObstacleMethod> method = {};  ///< forcing if empty
    std::array<FieldExpression, 3> velocity = {};
    std::optional<double> scalar_value = {};
    std::optional<double> scalar_flux = {};
    std::optional<ObstacleNusselt> nusselt = {};
    std::optional<ObstacleReference> reference = {};

    /// The Nusselt number, if it is wanted, of a body that gives so much of the scalar in a unit of time.
    [[nodiscard]] std::optional<double> nusselt_number(double given, double diffusivity) const
    {
        return nusselt && scalar_value ? std::optional{given * nusselt->length /
                                                       (diffusivity * nusselt->surface *
                                                        (*scalar_value - nusselt->scalar))}
                                       : std::nullopt;
    }
    [[nodiscard]] bool is_closed() const { return method == flow::ObstacleMethod::closed; }
    /// Whether its shape or its velocity has the variable t.
    [[nodiscard]] bool moves() const;
};

/// Which means of a flow are taken, and when.
struct StatisticsSection {
    int axis = 1;             ///< along which the profiles are: 0, 1, 2 for x, y, z
    double from = 0.0;        ///< the time of the first sample
    std::int64_t every = 10;  ///< steps between samples
    /// A table of profiles that are drawn beside those of the run.
    std::optional<std::filesystem::path> reference = {};
    Position reference_at = {};
};

/// Means over time in each cell, and when they are taken.
struct MeansSection {
    double from = 0.0;              ///< the time of the first sample
    std::optional<double> to = {};  ///< behind which there is none; the end of the run
    std::int64_t every = 10;        ///< steps between samples
    std::vector<std::string> fields{"velocity", "p"};
    bool stresses = false;

    [[nodiscard]] bool has(std::string_view field) const
    {
        return std::ranges::find(fields, field) != fields.end();
    }
    /// Whether there is what a picture shows, such as mean_u.
    [[nodiscard]] bool draws(std::string_view shown) const
    {
        const std::string_view of = shown.substr(shown.find('_') + 1);
        return has(of == "u" || of == "v" || of == "w" ? "velocity" : of);
    }
};

/// Whether a picture shows a mean over time, or what fluctuates about it.
[[nodiscard]] inline bool is_mean(std::string_view shown)
{
    return shown.starts_with("mean_") || shown.starts_with("rms_");
}

/// Which spectra are written, and when.
struct SpectraSection {
    std::vector<std::string> axes = {};  ///< along which lines are transformed
    bool shells = false;                 ///< of wave numbers in all directions
    std::optional<int> across = {};      ///< 0, 1, 2: the axis across which layers are taken
    std::vector<double> at = {};         ///< where these are on that axis
    std::int64_t every = 100;            ///< steps
};

/// An exact solution, in x, y, z and t: of those quantities that are given.
struct ExactSection {
    using Given = std::optional<FieldExpression>;
    Given u = {};
    Given v = {};
    Given w = {};
    Given scalar = {};

    [[nodiscard]] std::array<std::pair<const char*, Given>, 4> all() const
    {
        return {{{"u", u}, {"v", v}, {"w", w}, {"scalar", scalar}}};
    }
};

struct Probe {
    std::string name;
    std::array<double, 3> at{};  ///< x, y, z; the middle of axes that the case has not
};

/// Where and how often velocity and pressure are written.
struct ProbesSection {
    std::int64_t every = 10;  ///< steps
    std::vector<Probe> points = {};
};

/// Random numbers in [-amplitude, amplitude], which are added to the initial velocity.
struct FlowNoise {
    double amplitude = 0.0;
    std::int64_t seed = 1;
};

/// The axis along which diffusion is implicit.
enum class ImplicitAxis { none, x, y, z };

/// How often a step solves Poisson's equation, see flow::Problem::projections.
enum class Projections { one, three };

/// How far a flow is computed, and by what steps. Times are in the unit of the case.
struct FlowRun {
    std::optional<double> until = {};
    std::optional<std::int64_t> max_steps = {};
    double cfl = 0.9;
    std::optional<double> time_step = {};    ///< in place of cfl
    std::optional<TimeSpan> wall_time = {};  ///< of the run, by whose end all is written
    /// The rate of change at which the flow is steady and the run ends, see FlowChange.
    std::optional<double> steady = {};
};

struct FlowCase {
    BoxGrid box;
    std::array<std::array<FlowFace, 2>, 3> faces = {};  ///< [axis][0: lower, 1: upper]
    double viscosity = 0.0;
    FieldExpression more_viscosity = {};  ///< see flow::Eddies
    FieldExpression viscosity_of_scalar = {};
    std::optional<EddiesSection> eddies;
    std::array<FieldExpression, 3> force = {};
    std::array<double, 3> rotation = {};                 ///< see flow::Sources
    std::optional<std::array<double, 3>> bulk_velocity;  ///< in place of `force`
    std::optional<ScalarSection> scalar;
    std::vector<ScalarSection> further_scalars;  ///< behind it
    std::optional<SpongeSection> sponge;
    std::vector<ObstacleSection> obstacles;
    std::int64_t cells_beside_obstacles = 0;  ///< once they were counted
    std::array<FieldSource, 3> initial = {};  ///< u, v, w; a file is a .npy
    /// In place of `initial`; the folder of a run stands for its newest checkpoint.
    std::optional<FieldFile> initial_file;
    std::string initial_scalar;          ///< an array of that file; empty for none
    std::optional<double> initial_time;  ///< at which it starts
    FlowNoise noise;
    Precision precision = Precision::fp64;
    ImplicitAxis implicit_diffusion = ImplicitAxis::none;
    Projections projections = Projections::three;
    std::optional<double> closed_tolerance = {};  ///< see flow::Problem
    FlowRun run;
    std::optional<CheckpointSection> checkpoint;
    std::optional<StatisticsSection> statistics;
    std::optional<ProbesSection> probes;
    std::optional<MeansSection> means;
    std::optional<SpectraSection> spectra;
    std::optional<ExactSection> exact;
    Position faces_at;
    Position scalar_at;
    Position sponge_at;
    Position eddies_at;
    Position time_step_at;

    /// Whether z is an axis of the flow, or something may move along it nevertheless: velocities,
    /// forces, or what a file says.
    [[nodiscard]] bool moves_along_z() const;
};

/// How many scalars the flow carries, and one of them.
[[nodiscard]] int scalar_count(const FlowCase& flow);
[[nodiscard]] const ScalarSection& scalar_of_number(const FlowCase& flow, int number);

/// The problem of the case, but with velocities of zero on its faces, which insulate the scalar.
[[nodiscard]] flow::Problem without_velocities(const FlowCase& flow);

}  // namespace tobiuo
