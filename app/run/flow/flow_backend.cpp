#include "app/run/flow/flow_backend.hpp"

#include <stdexcept>
#include <utility>

#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/run/backend.hpp"
#include "app/run/poisson/poisson_needs.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo {
namespace {

FlowDecision flow_on_cpu(std::string reason)
{
    return {.place = {}, .where = cpu_text(), .reason = std::move(reason)};
}

/// Bytes of what the steps own, of a copy of the state, and of what the projection needs.
std::int64_t needed_bytes(const flow::Problem& problem, int device)
{
    const std::int64_t values = flow::step_values(problem) + flow::state_values(problem);
    return values * bytes_per_value(problem.precision) +
           poisson_device_needs(flow::projection_of(problem), Backend::cuda, device).bytes;
}

FlowDecision flow_on_gpu(const flow::Problem& problem, int index, std::string reason)
{
    return {.place = {.backend = Backend::cuda, .device = index},
            .where = gpu_text(index, device::survey()),
            .reason = std::move(reason),
            .device_bytes = needed_bytes(problem, index)};
}

FlowDecision insisted_on_gpu(const Case& the_case, const flow::Problem& problem)
{
    if (const auto reason = device_unsupported_reason(the_case.device, device::survey())) {
        throw device::DeviceError{"the case needs a CUDA device, but " + *reason +
                                  "; use `backend: auto` or `backend: cpu`"};
    }
    if (const auto reason = poisson_unsupported_reason(flow::projection_of(problem), Backend::cuda,
                                                       the_case.device)) {
        throw InputError{{.source = the_case.file.string(), .line = 0, .column = 0},
                         "backend: the GPU cannot compute this case: " + *reason};
    }
    return flow_on_gpu(problem, the_case.device, "the case asks for it");
}

FlowDecision automatic_place(const flow::Problem& problem, int index)
{
    if (const auto reason = device_unsupported_reason(index, device::survey())) {
        return flow_on_cpu("no GPU is used: " + *reason);
    }
    try {
        if (const auto reason =
                poisson_unsupported_reason(flow::projection_of(problem), Backend::cuda, index)) {
            return flow_on_cpu("the GPU declines: " + *reason);
        }
        FlowDecision decision = flow_on_gpu(problem, index, "a GPU is there and the case fits");
        const std::int64_t free = device::free_device_bytes(index);
        if (decision.device_bytes <= free) {
            return decision;
        }
        return flow_on_cpu("the GPU is too small: the case needs " +
                           bytes_text(static_cast<double>(decision.device_bytes)) +
                           " of its memory, " + bytes_text(static_cast<double>(free)) +
                           " are free");
    } catch (const std::invalid_argument& error) {
        return flow_on_cpu(std::string{"the GPU declines: "} + error.what());
    } catch (const device::DeviceError& error) {  // even asking the device fails
        return flow_on_cpu(std::string{"no GPU is used: "} + error.what());
    }
}

}  // namespace

FlowDecision decide_flow_backend(const Case& the_case, const flow::Problem& problem)
{
    switch (the_case.backend) {
        case BackendChoice::cpu:
            return flow_on_cpu("the case asks for it");
        case BackendChoice::cuda:
            return insisted_on_gpu(the_case, problem);
        case BackendChoice::opencl:
            throw InputError{{.source = the_case.file.string(), .line = 0, .column = 0},
                             "backend: a flow does not run by OpenCL (its steps have no such "
                             "kernels): use auto, cuda or cpu"};
        case BackendChoice::automatic:
            break;
    }
    return automatic_place(problem, the_case.device);
}

}  // namespace tobiuo
