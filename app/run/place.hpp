// SPDX-License-Identifier: BSD-3-Clause
// Chooses where a case runs, and says why: one order of machines for all solvers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/case/case.hpp"
#include "app/ranks/world.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/memory/link.hpp"
#include "runtime/opencl/survey.hpp"

namespace tobiuo {

/// The CPU in words: "CPU, 2 threads, AMD EPYC".
[[nodiscard]] std::string cpu_text();

/// The GPU in words: "GPU 0, NVIDIA H200".
[[nodiscard]] std::string gpu_text(int device, const device::Survey& found);

/// The device in words: "OpenCL device 0, Radeon RX 7900 (rusticl)".
[[nodiscard]] std::string opencl_text(const opencl::DeviceInfo& device);

/// The device that `backend: auto` may take: no CPU, for the program's own CPU back end is faster
/// than OpenCL there; null if there is none. On a machine without a sign of a GPU no OpenCL driver
/// is loaded to find that out.
[[nodiscard]] const opencl::DeviceInfo* automatic_opencl_device();

/// Bytes of memory that a case may take of the device: all of them, because OpenCL does not tell
/// what is free, and of a CPU's what is free on the host.
[[nodiscard]] std::int64_t opencl_free_bytes(const opencl::DeviceInfo& device);

/// What is free on a GPU for this rank, if all that have the same one take as much; see
/// device_of_rank(). Throws device::DeviceError.
[[nodiscard]] std::int64_t free_device_bytes_of_rank(const World& world, int device);

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

/// Where a case runs; by default on the CPU.
struct Place {
    Backend backend = Backend::cpu;
    int device = 0;  ///< the index of a CUDA device
    /// If not 0, the arrays stay in host memory, and the solver takes at most so many bytes of the
    /// device.
    std::int64_t device_limit = 0;
    memory::LinkRates link = {};            ///< measured, if the arrays stay in host memory
    const World* world = nullptr;           ///< the ranks that share it; null: this process alone
    std::string where = {};                 ///< "GPU 0, NVIDIA H200" or "CPU, 2 threads, AMD EPYC"
    std::string reason = {};                ///< "the case asks for it", "the GPU is too small: ..."
    std::optional<DeviceNeeds> needs = {};  ///< of the device, if one is taken and was asked

    [[nodiscard]] bool is_cpu() const { return backend == Backend::cpu; }
    [[nodiscard]] bool is_gpu() const { return backend == Backend::cuda; }
    [[nodiscard]] bool is_opencl() const { return backend == Backend::opencl; }
    [[nodiscard]] bool visits_gpu_in_parts() const { return device_limit > 0; }
    [[nodiscard]] bool has_host_arrays() const { return is_cpu() || visits_gpu_in_parts(); }
    /// Bytes of the device's arrays where its memory is the host's, as with OpenCL on a CPU.
    [[nodiscard]] std::int64_t device_bytes_on_host() const;
    /// What is free on the device for this rank; nothing on the CPU. Throws device::DeviceError.
    [[nodiscard]] std::optional<std::int64_t> free_device_bytes() const;
    /// Makes its CUDA device, if it is one, the current device of this thread.
    void select() const;
};

/// The place on a CUDA device, with a limit in bytes if the arrays stay in host memory.
[[nodiscard]] Place place_on_gpu(int device, std::int64_t limit = 0);

template <typename Result, typename... Arguments>
using Ask = std::function<Result(Arguments...)>;

/// How the machine is asked; the functions are called only if a device may be taken.
struct MachineFacts {
    Ask<const device::Survey&> survey = device::survey;
    Ask<std::int64_t, int> free_bytes = device::free_device_bytes;
    /// The OpenCL device that `auto` may take where CUDA has none; null if there is none.
    Ask<const opencl::DeviceInfo*> opencl = automatic_opencl_device;
};

/// What the solver of a case says of a device, a place without words. All may throw
/// device::DeviceError.
struct DeviceSolver {
    std::string verb = "solve";  ///< "the GPU cannot solve this case"
    /// Why it cannot, as a sentence; nothing if it can.
    Ask<std::optional<std::string>, const Place&> unsupported_reason;
    /// May throw std::invalid_argument, as a reason why it cannot.
    Ask<DeviceNeeds, const Place&> needs;
    /// Bytes of the arrays alone. A case whose arrays are too large is not planned.
    Ask<std::int64_t> array_bytes = [] { return std::int64_t{0}; };
    /// With its arrays in host memory, and the limit in bytes of the place; null if never.
    Ask<FromHostMemory, const Place&> from_host_memory = {};
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

/// The place of this rank, or the CPU if another one takes that. Collective.
[[nodiscard]] Place agreed_place(const World& world, Place mine);

/// One of both, as the case's `backend` says.
[[nodiscard]] Place decide_place(const Case& the_case, const DeviceSolver& solver,
                                 const MachineFacts& machine);

}  // namespace tobiuo
