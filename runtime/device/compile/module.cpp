// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/device/compile/module.hpp"

#include <array>
#include <vector>

#include "runtime/device/check.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/device/compile/sources.hpp"
#include "runtime/device/graph/recorded_work.hpp"

namespace tobiuo::device {
namespace {

std::string cache_key(const Specialisation& what, const std::string& architecture)
{
    std::string key = "nvrtc " + nvrtc_version() + "\n" + what.program();
    for (const std::string& option : compile_options(what, architecture)) {
        key += option + "\n";
    }
    for (const EmbeddedSource& source : embedded_sources()) {
        key += source.path;
        key += '\n';
        key += source.text;
    }
    return key;
}

std::string architecture_of(int device)
{
    int major = 0;
    int minor = 0;
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device),
          "read the compute capability");
    check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device),
          "read the compute capability");
    return best_architecture(major, minor);
}

}  // namespace

BuiltImage build_image(const Specialisation& what, const std::string& architecture,
                       const ModuleCache& cache)
{
    const std::string identifier = what.identifier() + "-" + architecture;
    const std::string key = cache_key(what, architecture);
    if (auto found = cache.find(identifier, key)) {
        return {.image = std::move(*found), .from_cache = true};
    }
    CompiledKernel compiled = compile(what, architecture);
    static_cast<void>(cache.store(identifier, key, compiled.image));
    return {.image = std::move(compiled.image), .from_cache = false};
}

namespace {

/// Lets the calling thread load a kernel while another one captures a stream.
class BesideCaptures {
public:
    BesideCaptures()
    {
        check(cudaThreadExchangeStreamCaptureMode(&mode_), "load a kernel beside a capture");
    }
    BesideCaptures(const BesideCaptures&) = delete;
    BesideCaptures& operator=(const BesideCaptures&) = delete;
    ~BesideCaptures() { static_cast<void>(cudaThreadExchangeStreamCaptureMode(&mode_)); }

private:
    cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;  ///< then that of before
};

}  // namespace

/// Kernels that a thread has begun and not waited for.
std::vector<std::weak_ptr<const Kernel::Loading>>& Kernel::begun()
{
    thread_local std::vector<std::weak_ptr<const Loading>> all;
    return all;
}

Kernel::Kernel(const Specialisation& what, std::size_t shared_bytes, const ModuleCache& cache)
    : doing_{"launch " + what.identifier()}
{
    const int device = current_device();
    // Where no thread is to be had, the first use builds it.
    std::future<Loaded> loading = std::async(
        std::launch::async | std::launch::deferred, [=, architecture = architecture_of(device)] {
            select(device);
            const BesideCaptures guard;
            return load(what, architecture, shared_bytes, cache);
        });
    loading_ = std::make_shared<const Loading>(loading.share());
    std::erase_if(begun(), [](const std::weak_ptr<const Loading>& one) { return one.expired(); });
    begun().push_back(loading_);
}

void Kernel::wait_for_begun()
{
    for (const std::weak_ptr<const Loading>& one : std::exchange(begun(), {})) {
        if (const std::shared_ptr<const Loading> alive = one.lock()) {
            static_cast<void>(alive->get());
        }
    }
}

Kernel::Loaded Kernel::load(const Specialisation& what, const std::string& architecture,
                            std::size_t shared_bytes, const ModuleCache& cache)
{
    const BuiltImage built = build_image(what, architecture, cache);
    Loaded made;
    cudaLibrary_t raw{};
    check(cudaLibraryLoadData(&raw, built.image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
          "load " + what.identifier());
    made.library.reset(raw);
    check(cudaLibraryGetKernel(&made.kernel, raw, what.kernel.c_str()),
          "find the kernel " + what.kernel);
    const int device = current_device();
    if (shared_bytes > 0) {
        check(cudaKernelSetAttributeForDevice(made.kernel,
                                              cudaFuncAttributeMaxDynamicSharedMemorySize,
                                              static_cast<int>(shared_bytes), device),
              "allow " + std::to_string(shared_bytes) + " bytes of shared memory a block");
    }
    int major = 0;
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device),
          "ask for the compute capability");
    made.can_overlap = major >= 9;
    return made;
}

int Kernel::blocks_per_multiprocessor(int threads, std::size_t shared_bytes) const
{
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function(), threads, shared_bytes),
          "ask for the occupancy of a kernel");
    return blocks;
}

void Kernel::launch_sized(const Launch& how, std::span<void* const> arguments,
                          std::span<const std::size_t> bytes) const
{
    if (RecordedWork* const work = Recording::current()) {
        work->add(*this, how, arguments, bytes);
        return;
    }
    launch_with(how, const_cast<void**>(arguments.data()));  // NOLINT(*-const-cast): CUDA reads
}

void Kernel::launch_with(const Launch& how, void** arguments) const
{
    std::array<cudaLaunchAttribute, 2> attributes{};
    unsigned count = 0;
    if (how.cooperative) {
        attributes[count].id = cudaLaunchAttributeCooperative;
        attributes[count++].val.cooperative = 1;
    }
    if (how.overlapping && loaded().can_overlap) {
        attributes[count].id = cudaLaunchAttributeProgrammaticStreamSerialization;
        attributes[count++].val.programmaticStreamSerializationAllowed = 1;
    }
    cudaLaunchConfig_t config{};
    config.gridDim = how.grid;
    config.blockDim = how.block;
    config.dynamicSmemBytes = how.shared_bytes;
    config.stream = how.stream;
    config.attrs = attributes.data();
    config.numAttrs = count;
    check(cudaLaunchKernelExC(&config, function(), arguments), doing_);
}

}  // namespace tobiuo::device
