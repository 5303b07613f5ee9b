#include "app/run/flow/flow_backend.hpp"

#include "app/errors.hpp"
#include "app/run/place.hpp"
#include "app/run/poisson/poisson_needs.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo {

FlowDecision decide_flow_backend(const Case& the_case, const flow::Problem& problem)
{
    if (the_case.backend == BackendChoice::opencl) {
        throw InputError{{.source = the_case.file.string(), .line = 0, .column = 0},
                         "backend: a flow does not run with OpenCL (its steps have no such "
                         "kernels): use auto, cuda or cpu"};
    }
    DeviceSolver solver;
    solver.verb = "compute";
    solver.runs_by_opencl = false;
    solver.unsupported_reason = [&problem](Backend backend, int device) {
        return poisson_unsupported_reason(flow::projection_of(problem), backend, device);
    };
    // What the steps own, a copy of the state, and what the projection needs.
    solver.needs = [&problem](Backend backend, int device) {
        const std::int64_t values = flow::step_values(problem) + flow::state_values(problem);
        DeviceNeeds needs = poisson_device_needs(flow::projection_of(problem), backend, device);
        needs.bytes += values * bytes_per_value(problem.precision);
        return needs;
    };
    const Place place = decide_place(the_case, solver, {});
    return {.place = {.backend = place.backend, .device = place.device},
            .where = place.where,
            .reason = place.reason,
            .device_bytes = place.needs ? place.needs->bytes : 0};
}

}  // namespace tobiuo
