// The problem of a flow case.
#pragma once

#include <array>

#include <tobiuo/flow/problem.hpp>

#include "app/case/flow/flow_case.hpp"

namespace tobiuo {

/// The kinds of the faces, [axis][0: lower, 1: upper].
[[nodiscard]] std::array<std::array<flow::FaceKind, 2>, 3> face_kinds(const FlowCase& flow);

/// The problem of the case, but with velocities of zero on its faces, which insulate the scalar.
[[nodiscard]] flow::Problem without_velocities(const FlowCase& flow);

}  // namespace tobiuo
