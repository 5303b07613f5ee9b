// Chooses where a poisson case runs, and says why.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/case/case.hpp"
#include "app/run/poisson/poisson_device.hpp"
#include "app/run/poisson/poisson_engine.hpp"
#include "kernels/device/survey.hpp"

namespace tobiuo {

/// How the machine's GPUs are asked; the functions are called only if a GPU may be taken.
struct PoissonDevices {
    const device::Survey& (*survey)() = device::survey;
    std::int64_t (*free_bytes)(int device) = device::free_device_bytes;
    std::optional<std::string> (*unsupported_reason)(const poisson::Problem& problem,
                                                     int device) = poisson_unsupported_reason;
    PoissonDeviceNeeds (*needs)(const poisson::Problem& problem, int device) = poisson_device_needs;
    PoissonOutOfCard (*out_of_card)(const poisson::Problem& problem, int device,
                                    std::int64_t limit) = poisson_out_of_card;
};

struct PoissonDecision {
    PoissonPlace place;
    std::string where;   ///< "GPU 0, NVIDIA H200" or "CPU, 2 threads, AMD EPYC"
    std::string reason;  ///< "the case asks for it", "the GPU is too small: ..."
    std::optional<PoissonDeviceNeeds> needs;  ///< what the GPU needs, if it is taken
};

/// Decides where the case runs. `backend: auto` takes the GPU if there is one whose solver supports
/// the problem, else the CPU. If the case needs more memory than is free, or than its key
/// device_memory allows, the GPU solves it with its arrays in host memory, if that is supported.
/// Throws InputError for `backend: cuda` and a problem that the GPU's solver does not support,
/// device::DeviceError for `backend: cuda` without a usable device.
[[nodiscard]] PoissonDecision decide_poisson_backend(const Case& the_case,
                                                     const PoissonCase& poisson,
                                                     const PoissonDevices& devices = {});

}  // namespace tobiuo
