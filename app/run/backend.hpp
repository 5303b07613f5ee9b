// Chooses where a stencil case runs, and says why.
#pragma once

#include <optional>
#include <string>

#include "app/case/case.hpp"
#include "app/ranks/world.hpp"
#include "app/run/opencl_place.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/stencil/sweep.hpp"

namespace tobiuo {

/// The CPU in words: "CPU, 2 threads, AMD EPYC".
[[nodiscard]] std::string cpu_text();

/// The device of this rank: that of the case on the first rank of a machine, and the next ones on
/// the others, in turns.
[[nodiscard]] int device_of_rank(const Case& the_case, const World& world);

/// The GPU in words: "GPU 0, NVIDIA H200".
[[nodiscard]] std::string gpu_text(int device, const device::Survey& found);

/// Why device `index` cannot be used at all; nothing if it can.
[[nodiscard]] std::optional<std::string> device_unsupported_reason(int index,
                                                                   const device::Survey& found);

struct BackendDecision {
    const stencil::SweepKind* kind{};
    std::string where;   ///< "GPU 0, NVIDIA H200" or "CPU, 2 threads, AMD EPYC"
    std::string reason;  ///< "the case asks for it", "there is no GPU: no NVIDIA driver ..."
};

/// Decides where the case runs. `backend: auto` takes the GPU if there is one with enough memory
/// and a kernel that serves the request, else an OpenCL device that is no CPU, else the CPU. Throws
/// InputError for a kernel or parameter that does not fit the back end, device::DeviceError for
/// `backend: cuda` or `backend: opencl` without a usable device. `survey` is called only if a GPU
/// may be taken, `opencl_device` only if `auto` does not take one.
[[nodiscard]] BackendDecision decide_backend(
    const Case& the_case, const HimenoCase& himeno, const stencil::SweepRequest& request,
    const device::Survey& (*survey)() = device::survey,
    const opencl::DeviceInfo* (*opencl_device)() = automatic_opencl_device);

}  // namespace tobiuo
