// SPDX-License-Identifier: BSD-3-Clause
// A kernel ready to launch on the current device: found in the cache or compiled, then loaded.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <future>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runtime/device/check.hpp"
#include "runtime/device/compile/module_cache.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/device/handle.hpp"

namespace tobiuo::device {

/// Machine code for an architecture, from the cache if it has an entry, else compiled and stored
/// there.
struct BuiltImage {
    std::string image;
    bool from_cache{};
};

/// Builds `what` without a device. The key of the cache holds the program, every embedded source,
/// the options, the version of NVRTC and the architecture. Throws DeviceError.
[[nodiscard]] BuiltImage build_image(const Specialisation& what, const std::string& architecture,
                                     const ModuleCache& cache);

/// How a kernel is started.
struct Launch {
    dim3 grid;
    dim3 block;
    cudaStream_t stream{};
    std::size_t shared_bytes = 0;  ///< dynamic; beyond 48 KB as the Kernel was made for
    bool cooperative = false;      ///< all blocks run at once, as grid-wide barriers need, or none
    /// The kernel may start while the previous one in the stream ends; it waits by itself, see
    /// dependent_launch.cuh. A device that cannot do so runs the kernels one after the other.
    bool overlapping = false;
};

/// One kernel. A thread of its own builds and loads it from the moment it is made, so that the
/// kernels of a plan compile side by side; who uses it first waits for that. Copies share it.
class Kernel {
public:
    /// Begins to build `what` for the current device, where a block may have `shared_bytes` of
    /// dynamic shared memory. Throws DeviceError if there is no compiler.
    explicit Kernel(const Specialisation& what, std::size_t shared_bytes = 0,
                    const ModuleCache& cache = ModuleCache::usual());

    /// Waits until it is loaded. This and all below throw what building it has thrown: CompileError
    /// or another DeviceError.
    void wait() const { static_cast<void>(loaded()); }

    /// Waits for the kernels that the calling thread has begun. Throws what building the first of
    /// them that failed has thrown.
    static void wait_for_begun();

    /// Blocks of `threads` threads that one multiprocessor holds at a time.
    [[nodiscard]] int blocks_per_multiprocessor(int threads, std::size_t shared_bytes = 0) const;

    /// Enqueues a launch, or adds it to what this thread records (Recording in
    /// graph/recorded_work.hpp). `arguments` are in the order of the kernel's parameters.
    template <typename... Arguments>
    void launch(const Launch& how, Arguments... arguments) const
    {
        void* pointers[] = {static_cast<void*>(&arguments)...};
        constexpr std::size_t bytes[] = {sizeof(Arguments)...};
        launch_sized(how, pointers, bytes);
    }
    template <typename... Arguments>
    void launch(dim3 grid, dim3 block, cudaStream_t stream, Arguments... arguments) const
    {
        launch(Launch{.grid = grid, .block = block, .stream = stream}, arguments...);
    }

    /// Enqueues or adds a launch with the arguments at these addresses, of so many bytes.
    void launch_sized(const Launch& how, std::span<void* const> arguments,
                      std::span<const std::size_t> bytes) const;

    /// Enqueues a launch with the arguments at these addresses.
    void launch_with(const Launch& how, void** arguments) const;

    [[nodiscard]] cudaKernel_t handle() const { return loaded().kernel; }

private:
    struct Loaded {
        UniqueHandle<cudaLibrary_t, cudaLibraryUnload> library;
        cudaKernel_t kernel{};
        bool can_overlap = false;
    };

    using Loading = std::shared_future<Loaded>;

    [[nodiscard]] static std::vector<std::weak_ptr<const Loading>>& begun();
    /// Builds and loads on the current device.
    [[nodiscard]] static Loaded load(const Specialisation& what, const std::string& architecture,
                                     std::size_t shared_bytes, const ModuleCache& cache);

    [[nodiscard]] const Loaded& loaded() const { return loading_->get(); }
    [[nodiscard]] const void* function() const { return static_cast<const void*>(handle()); }

    std::shared_ptr<const Loading> loading_;
    std::string doing_;
};

}  // namespace tobiuo::device
