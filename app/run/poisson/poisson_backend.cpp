#include "app/run/poisson/poisson_backend.hpp"

namespace tobiuo {

PoissonDecision decide_poisson_backend(const Case& the_case, const PoissonCase& poisson,
                                       const PoissonDevices& devices)
{
    const poisson::Problem& problem = poisson.problem;
    DeviceSolver solver;
    solver.unsupported_reason = [&](Backend backend, int device) {
        return devices.unsupported_reason(problem, backend, device);
    };
    solver.needs = [&](Backend backend, int device) {
        return devices.needs(problem, backend, device);
    };
    solver.array_bytes = [&] { return devices.array_bytes(problem); };
    solver.from_host_memory = [&](int device, std::int64_t limit) {
        return devices.out_of_card(problem, device, limit);
    };
    solver.device_memory = poisson.device_memory;
    solver.device_memory_at = poisson.device_memory_at;
    const Place place = decide_place(the_case, solver, devices.machine);
    return {.place = {.backend = place.backend,
                      .device = place.device,
                      .device_limit = place.device_limit,
                      .link = place.link},
            .where = place.where,
            .reason = place.reason,
            .needs = place.needs};
}

}  // namespace tobiuo
