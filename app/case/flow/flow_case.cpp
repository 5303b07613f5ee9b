#include "app/case/flow/flow_case.hpp"

#include <cstddef>

namespace tobiuo {

std::array<std::array<flow::FaceKind, 2>, 3> face_kinds(const FlowCase& flow)
{
    std::array<std::array<flow::FaceKind, 2>, 3> kinds{};
    for (std::size_t axis = 0; axis < kinds.size(); ++axis) {
        kinds.at(axis) = {flow.faces.at(axis)[0].kind, flow.faces.at(axis)[1].kind};
    }
    return kinds;
}

flow::Problem without_velocities(const FlowCase& flow)
{
    flow::Problem problem{.grid = flow.box.grid,
                          .viscosity = flow.viscosity,
                          .force = flow.force,
                          .precision = flow.precision};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        problem.faces.at(axis) = {.lower = {.kind = flow.faces.at(axis)[0].kind},
                                  .upper = {.kind = flow.faces.at(axis)[1].kind}};
    }
    if (flow.implicit_diffusion != ImplicitAxis::none) {
        problem.implicit_diffusion =
            static_cast<int>(flow.implicit_diffusion) - static_cast<int>(ImplicitAxis::x);
    }
    if (flow.scalar) {
        problem.scalar = flow::Scalar{.diffusivity = flow.scalar->diffusivity,
                                      .buoyancy = flow.scalar->buoyancy,
                                      .reference = flow.scalar->reference};
    }
    return problem;
}

}  // namespace tobiuo
