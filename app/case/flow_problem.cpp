#include "app/case/flow_problem.hpp"

#include <cstddef>

namespace tobiuo {

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
    return problem;
}

}  // namespace tobiuo
