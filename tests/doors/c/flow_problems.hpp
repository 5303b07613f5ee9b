// SPDX-License-Identifier: BSD-3-Clause
// A flow for tests of the C interface, and the same one in C++.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <tobiuo/flow.hpp>

#include "doors/c/tobiuo.h"

namespace tobiuo::test {

/// A flow with what the structures can say: a stretched axis between a moving wall and a face where
/// something flows in here and out there, a force, and a scalar with a flux and given values. Its
/// copies point at arrays of their own.
struct AskedFlow {
    AskedFlow() { fill(); }
    AskedFlow(const AskedFlow& other)
        : problem{other.problem},
          scalar{other.scalar},
          nodes{other.nodes},
          profile{other.profile},
          heat{other.heat}
    {
        point();
    }
    AskedFlow& operator=(const AskedFlow& other)
    {
        problem = other.problem;
        scalar = other.scalar;
        nodes = other.nodes;
        profile = other.profile;
        heat = other.heat;
        point();
        return *this;
    }
    ~AskedFlow() = default;

    tobiuo_flow_problem problem{};
    tobiuo_flow_scalar scalar{};
    std::vector<double> nodes{0.0, 0.1, 0.3, 0.6, 0.8, 1.0};
    std::vector<double> profile = std::vector<double>(24);  // [z][x]
    std::vector<double> heat = std::vector<double>(24, 0.25);

private:
    void fill()
    {
        const double upper[3] = {2.0, 1.0, 3.0};
        const std::int64_t cells[3] = {6, 5, 4};
        for (int axis = 0; axis < 3; ++axis) {
            problem.axes[axis].cells = cells[axis];
            problem.axes[axis].upper = upper[axis];
        }
        for (std::size_t at = 0; at < profile.size(); ++at) {
            profile[at] = at % 2 == 0 ? 0.1 : -0.1;
        }
        problem.axes[1].node_count = 6;
        problem.faces[2].kind = TOBIUO_NO_SLIP;
        problem.faces[2].velocity[0] = 0.3;
        problem.faces[3].kind = TOBIUO_INFLOW;
        problem.faces[3].profile_count = 24;
        problem.viscosity = 0.05;
        problem.force[2] = 0.2;
        problem.precision = TOBIUO_DOUBLE;
        scalar.diffusivity = 0.02;
        scalar.buoyancy[1] = 1.5;
        scalar.reference = 0.1;
        scalar.faces[2].kind = TOBIUO_SCALAR_FLUX;
        scalar.faces[2].count = 24;
        scalar.faces[3].kind = TOBIUO_SCALAR_VALUE;
        scalar.faces[3].number = 0.75;
        point();
    }

    void point()
    {
        problem.axes[1].nodes = nodes.data();
        problem.faces[3].profiles[1] = profile.data();
        scalar.faces[2].values = heat.data();
        problem.scalar = &scalar;
    }
};

[[nodiscard]] inline flow::Problem same_in_cpp(const AskedFlow& asked, Precision precision)
{
    flow::Problem problem{.grid = box({6, 5, 4}, {2.0, 1.0, 3.0}),
                          .viscosity = 0.05,
                          .force = {0.0, 0.0, 0.2},
                          .precision = precision};
    problem.grid.axes[1].nodes = asked.nodes;
    problem.faces[1].lower = {.kind = flow::FaceKind::no_slip, .velocity = {0.3, 0.0, 0.0}};
    problem.faces[1].upper.kind = flow::FaceKind::inflow;
    problem.faces[1].upper.profile[1] = asked.profile;
    problem.scalar =
        flow::Scalar{.diffusivity = 0.02, .buoyancy = {0.0, 1.5, 0.0}, .reference = 0.1};
    problem.scalar->faces[2].profile = asked.heat;
    problem.scalar->faces[3] = {.kind = flow::ScalarFaceKind::value, .number = 0.75};
    return problem;
}

}  // namespace tobiuo::test
