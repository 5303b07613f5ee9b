// The part of a case with `solver: flow`, read and validated, and its problem.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <tobiuo/flow/problem.hpp>

#include "app/case/grid/box_grid.hpp"
#include "app/case/sections/checkpoint_section.hpp"
#include "app/case/sections/sampling_sections.hpp"
#include "app/case/sections/scalar_section.hpp"
#include "app/case/values/field_value.hpp"
#include "app/errors.hpp"

namespace tobiuo {

/// One face of the box: its kind, and its velocity u, v, w where the kind has one.
struct FlowFace {
    flow::FaceKind kind = flow::FaceKind::periodic;
    std::array<FieldExpression, 3> velocity = {};
    std::optional<double> flow_rate = {};  ///< of an inflow, to which its velocity is scaled
    Position at = {};
};

/// Random numbers in [-amplitude, amplitude], which are added to the initial velocity.
struct FlowNoise {
    double amplitude = 0.0;
    std::int64_t seed = 1;
};

/// The axis along which diffusion is implicit.
enum class ImplicitAxis { none, x, y, z };

/// How far a flow is computed, and by what steps. Times are in the unit of the case.
struct FlowRun {
    std::optional<double> until = {};
    std::optional<std::int64_t> max_steps = {};
    double cfl = 0.9;
    std::optional<double> time_step = {};  ///< in place of cfl
};

struct FlowCase {
    BoxGrid box;
    std::array<std::array<FlowFace, 2>, 3> faces = {};  ///< [axis][0: lower, 1: upper]
    double viscosity = 0.0;
    std::array<double, 3> force = {};
    std::optional<std::array<double, 3>> bulk_velocity;  ///< in place of `force`
    std::optional<ScalarSection> scalar;
    std::array<FieldExpression, 3> initial = {};  ///< u, v, w
    std::optional<FieldFile> initial_file;        ///< in place of `initial`
    FlowNoise noise;
    Precision precision = Precision::fp64;
    ImplicitAxis implicit_diffusion = ImplicitAxis::none;
    FlowRun run;
    std::optional<CheckpointSection> checkpoint;
    std::optional<StatisticsSection> statistics;
    std::optional<ProbesSection> probes;
    Position faces_at;
    Position scalar_at;
    Position time_step_at;
};

/// The kinds of the faces, [axis][0: lower, 1: upper].
[[nodiscard]] std::array<std::array<flow::FaceKind, 2>, 3> face_kinds(const FlowCase& flow);

/// The problem of the case, but with velocities of zero on its faces, which insulate the scalar.
[[nodiscard]] flow::Problem without_velocities(const FlowCase& flow);

}  // namespace tobiuo
