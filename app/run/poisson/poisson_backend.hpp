// Chooses where a poisson case runs, and says why.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/case/case.hpp"
#include "app/ranks/world.hpp"
#include "app/run/opencl_place.hpp"
#include "app/run/poisson/poisson_engine.hpp"
#include "app/run/poisson/poisson_needs.hpp"
#include "kernels/device/survey.hpp"

namespace tobiuo {

/// How the machine's GPUs are asked; the functions are called only if a GPU may be taken.
struct PoissonDevices {
    template <typename Result, typename... Arguments>
    using Ask = std::function<Result(Arguments...)>;

    Ask<const device::Survey&> survey = device::survey;
    Ask<std::int64_t, int> free_bytes = device::free_device_bytes;
    Ask<std::optional<std::string>, const poisson::Problem&, int> unsupported_reason =
        [](const poisson::Problem& problem, int device) {
            return poisson_unsupported_reason(problem, Backend::cuda, device);
        };
    /// The OpenCL device that `auto` may take where CUDA has none; null if there is none.
    Ask<const opencl::DeviceInfo*> opencl = automatic_opencl_device;
    /// The bytes of the arrays alone.
    Ask<std::int64_t, const poisson::Problem&> array_bytes = [](const poisson::Problem& problem) {
        return poisson_device_array_bytes(problem);
    };
    Ask<PoissonDeviceNeeds, const poisson::Problem&, int> needs =
        [](const poisson::Problem& problem, int device) {
            return poisson_device_needs(problem, Backend::cuda, device);
        };
    /// The last argument is the limit in bytes.
    Ask<PoissonOutOfCard, const poisson::Problem&, int, std::int64_t> out_of_card =
        poisson_out_of_card;
};

struct PoissonDecision {
    PoissonPlace place;
    std::string where;   ///< "GPU 0, NVIDIA H200" or "CPU, 2 threads, AMD EPYC"
    std::string reason;  ///< "the case asks for it", "the GPU is too small: ..."
    std::optional<PoissonDeviceNeeds> needs;  ///< what the device needs, if one is taken
};

/// Decides where the case runs. `backend: auto` takes the GPU if there is one whose solver supports
/// the problem, else an OpenCL device that is no CPU, else the CPU. If the case needs more memory than is free, or than its key
/// device_memory allows, the GPU solves it with its arrays in host memory, if that is supported.
/// Throws InputError for `backend: cuda` or `opencl` and a problem that its solver does not support,
/// device::DeviceError for these without a usable device.
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
