// Chooses where a case runs, and says why: one order of machines for all solvers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/case/case.hpp"
#include "app/run/opencl_place.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/memory/link.hpp"

namespace tobiuo {

/// The CPU in words: "CPU, 2 threads, AMD EPYC".
[[nodiscard]] std::string cpu_text();

/// The GPU in words: "GPU 0, NVIDIA H200".
[[nodiscard]] std::string gpu_text(int device, const device::Survey& found);

/// Why device `index` cannot be used at all; nothing if it can.
[[nodiscard]] std::optional<std::string> device_unsupported_reason(int index,
                                                                   const device::Survey& found);

/// What a run takes on a device.
struct DeviceNeeds {
    std::int64_t bytes{};   ///< of its memory
    int memory_passes = 0;  ///< over the arrays there, where they are counted
    /// Bytes that a solve copies to the device and as many from it; 0 if the arrays stay there.
    std::int64_t link_bytes = 0;
};

/// A run whose arrays stay in host memory: why there is none, or what it takes.
struct FromHostMemory {
    std::optional<std::string> unsupported_reason;
    DeviceNeeds needs;
    memory::LinkRates link;  ///< measured
};

template <typename Result, typename... Arguments>
using Ask = std::function<Result(Arguments...)>;

/// How the machine is asked; the functions are called only if a device may be taken.
struct MachineFacts {
    Ask<const device::Survey&> survey = device::survey;
    Ask<std::int64_t, int> free_bytes = device::free_device_bytes;
    /// The OpenCL device that `auto` may take where CUDA has none; null if there is none.
    Ask<const opencl::DeviceInfo*> opencl = automatic_opencl_device;
};

/// What the solver of a case says of devices: of a CUDA device by its index, of OpenCL's by 0. All
/// may throw device::DeviceError.
struct DeviceSolver {
    std::string verb = "solve";  ///< "the GPU cannot solve this case"
    /// Why it cannot, as a sentence; nothing if it can.
    Ask<std::optional<std::string>, Backend, int> unsupported_reason;
    /// May throw std::invalid_argument, as a reason why it cannot.
    Ask<DeviceNeeds, Backend, int> needs;
    /// Bytes of the arrays alone. A case whose arrays are too large is not planned.
    Ask<std::int64_t> array_bytes = [] { return std::int64_t{0}; };
    /// With its arrays in host memory, and a limit in bytes for the CUDA device; null if never.
    Ask<FromHostMemory, int, std::int64_t> from_host_memory = {};
    std::optional<MemorySize> device_memory = {};  ///< the most that the case allows
    Position device_memory_at = {};
    bool runs_by_opencl = true;
    /// The sentence for a device, in words, that is asked for and not there, with the reason why.
    Ask<std::string, const std::string&, const std::string&> missing =
        [](const std::string& device, const std::string& reason) {
            return "the case needs " + device + ", but " + reason +
                   "; use `backend: auto` or `backend: cpu`";
        };
};

/// Where a case runs.
struct Place {
    Backend backend = Backend::cpu;
    int device = 0;  ///< the index of a CUDA device
    /// If not 0, the arrays stay in host memory, and the solver takes at most so many bytes of the
    /// device.
    std::int64_t device_limit = 0;
    memory::LinkRates link = {};       ///< measured, if the arrays stay in host memory
    std::string where;                 ///< "GPU 0, NVIDIA H200" or "CPU, 2 threads, AMD EPYC"
    std::string reason;                ///< "the case asks for it", "the GPU is too small: ..."
    std::optional<DeviceNeeds> needs;  ///< what the device needs, if one is taken and was asked
};

/// Bytes for a solver of what is free on a GPU, within what the case allows: a little is left to
/// others.
[[nodiscard]] std::int64_t bytes_for_solver(std::int64_t free,
                                            const std::optional<MemorySize>& allowed);

[[nodiscard]] Place on_cpu(std::string reason);

/// The place on CUDA device `index` or on OpenCL's that a case asks for, for that `reason`. If it
/// needs more memory than is free, or than it allows, its arrays stay in host memory, if the solver
/// can; else the estimate refuses. Throws InputError for what the solver does not do, or for
/// device_memory, and device::DeviceError without a usable device.
[[nodiscard]] Place named_place(Backend backend, const Case& the_case, const DeviceSolver& solver,
                                const MachineFacts& machine,
                                std::string reason = "the case asks for it");

/// The place of `backend: auto`: the GPU if there is one that the solver supports and the case fits,
/// or one to which its arrays can go in parts; else, where there is no GPU or it declines, an OpenCL
/// device that is no CPU; else the CPU.
[[nodiscard]] Place automatic_place(const Case& the_case, const DeviceSolver& solver,
                                    const MachineFacts& machine);

/// One of both, as the case's `backend` says.
[[nodiscard]] Place decide_place(const Case& the_case, const DeviceSolver& solver,
                                 const MachineFacts& machine);

}  // namespace tobiuo
