// SPDX-License-Identifier: BSD-3-Clause
// Flows with implicit diffusion along each axis, for tests.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/solvers/flow/flows.hpp"

namespace tobiuo::flow {

/// A box whose faces across `axis` are a jet and an outflow, those across the next axis walls or an
/// outflow, those across the third one periodic or slippery, with a scalar.
[[nodiscard]] inline Problem jet_along(std::size_t axis, bool turned,
                                       const std::array<int, 3>& cells = {9, 10, 8})
{
    const std::size_t second = (axis + 1) % 3;
    const std::size_t third = (axis + 2) % 3;
    constexpr double width = 0.1;
    Problem problem{.grid = box({.x = cells[0], .y = cells[1], .z = cells[2]},
                                {width * cells[0], width * cells[1], width * cells[2]}),
                    .viscosity = 0.02};
    Faces& along = problem.faces.at(axis);
    along = {.lower = {.kind = FaceKind::inflow}, .upper = {.kind = FaceKind::outflow}};
    along.lower.velocity.at(axis) = 0.5;
    along.lower.profile.at(second) =
        sampled_on_face(problem, static_cast<int>(2 * axis), static_cast<int>(second),
                        [](double x, double y, double z) { return 0.1 * std::sin(x + y + z); });
    if (turned) {
        std::swap(along.lower, along.upper);
        along.upper.velocity.at(axis) = -0.5;
    }
    problem.faces.at(second) = {.lower = {.kind = FaceKind::no_slip},
                                .upper = {.kind = turned ? FaceKind::outflow : FaceKind::no_slip}};
    problem.faces.at(second).lower.velocity.at(third) = 0.3;
    problem.faces.at(third) = both(turned ? FaceKind::free_slip : FaceKind::periodic);
    problem.force = {0.0, 0.1, 0.0};
    problem.scalar = Scalar{.diffusivity = 0.03, .buoyancy = {0.1, 0.0, 2.0}, .reference = 0.2};
    problem.scalar->faces.at(2 * axis + (turned ? 1 : 0)) = {.kind = ScalarFaceKind::value,
                                                             .number = 1.0};
    problem.scalar->faces.at(2 * second) = {.kind = ScalarFaceKind::flux, .number = 0.02};
    return problem;
}

[[nodiscard]] inline Problem stretched_channel()
{
    Problem problem{.grid = box({70, 6, 12}, {2.0, 1.0, 2.0}), .viscosity = 0.05};
    problem.faces[2] = both(FaceKind::no_slip);
    for (int node = 0; node <= 12; ++node) {
        problem.grid.axes[2].nodes.push_back(1.0 +
                                             std::tanh(1.5 * (node / 6.0 - 1.0)) / std::tanh(1.5));
    }
    problem.grid.axes[2].nodes.front() = 0.0;
    problem.grid.axes[2].nodes.back() = 2.0;
    return problem;
}

/// Lines between walls that kernels divide into several parts.
[[nodiscard]] inline Problem tall_channel()
{
    Problem problem{.grid = box({4, 37, 3}, {0.5, 2.0, 0.5}), .viscosity = 0.05};
    problem.faces[1] = both(FaceKind::no_slip);
    return problem;
}

/// Faces of every kind, cells stretched and equal, along and across each implicit axis.
[[nodiscard]] inline std::vector<Problem> implicit_problems()
{
    std::vector<Problem> all;
    const auto add = [&](Problem problem, int implicit) {
        problem.implicit_diffusion = implicit;
        all.push_back(std::move(problem));
    };
    for (const int implicit : {0, 1, 2}) {
        for (const std::size_t axis : {0U, 1U, 2U}) {
            add(jet_along(axis, axis == 1), implicit);
        }
        add(jet_along(2, true), implicit);
        add(stretched_channel(), implicit);
    }
    add(tall_channel(), 1);
    add(vortex_problem({16, 12, 1}, 0.05), 0);
    add(vortex_problem({2, 12, 10}, 0.05), 0);
    return all;
}

/// "implicit_z_9x10x8_io_nn_pp": kinds by their first letters.
[[nodiscard]] inline std::string name_of_implicit(const Problem& problem)
{
    std::string name =
        "implicit_" + std::string{"xyz"[static_cast<std::size_t>(*problem.implicit_diffusion)]};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto letter = [](const Face& face) {
            return "pnfio"[static_cast<std::size_t>(face.kind)];
        };
        name += "_" + std::to_string(problem.grid.axes.at(axis).cells) +
                letter(problem.faces.at(axis).lower) + letter(problem.faces.at(axis).upper);
    }
    return name;
}

}  // namespace tobiuo::flow
