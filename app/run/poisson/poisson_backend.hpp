// Chooses where a poisson case runs, and says why.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/case/case.hpp"
#include "app/ranks/world.hpp"
#include "app/run/place.hpp"
#include "app/run/poisson/case_solver.hpp"
#include "app/run/poisson/poisson_needs.hpp"

namespace tobiuo {

/// How the machine's devices are asked; the functions are called only if one may be taken.
struct PoissonDevices {
    MachineFacts machine = {};
    Ask<std::optional<std::string>, const poisson::Problem&, Backend, int> unsupported_reason =
        poisson_unsupported_reason;
    /// The bytes of the arrays alone.
    Ask<std::int64_t, const poisson::Problem&> array_bytes = [](const poisson::Problem& problem) {
        return poisson_device_array_bytes(problem);
    };
    Ask<DeviceNeeds, const poisson::Problem&, Backend, int> needs = poisson_device_needs;
    /// The last argument is the limit in bytes.
    Ask<FromHostMemory, const poisson::Problem&, int, std::int64_t> out_of_card =
        poisson_from_host_memory;
};

struct PoissonDecision {
    PoissonPlace place;
    std::string where;                 ///< "GPU 0, NVIDIA H200" or "CPU, 2 threads, AMD EPYC"
    std::string reason;                ///< "the case asks for it", "the GPU is too small: ..."
    std::optional<DeviceNeeds> needs;  ///< what the device needs, if one is taken
};

/// Decides where the case runs, see decide_place(). Throws as that does.
[[nodiscard]] PoissonDecision decide_poisson_backend(const Case& the_case,
                                                     const PoissonCase& poisson,
                                                     const PoissonDevices& devices = {});

/// The same for a case that the ranks of `world` solve together, each with its planes on its
/// device: all decide for the same back end, `auto` for the GPU only if all can take one. Throws
/// InputError, on all ranks RanksError, also for a case that they cannot solve. Collective.
[[nodiscard]] PoissonDecision decide_poisson_backend_on_ranks(const Case& the_case,
                                                              const PoissonCase& poisson,
                                                              const World& world);

/// Throws InputError: several ranks do not solve a case with `backend: opencl`.
[[noreturn]] void refuse_opencl_on_ranks(const Case& the_case);

/// What is free on its device for this rank, if all that have the same device take as much.
[[nodiscard]] std::int64_t free_device_bytes_of_rank(const World& world, int device);

}  // namespace tobiuo
