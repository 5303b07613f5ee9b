#include "runtime/device/compile/module.hpp"

#include <array>

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

std::string architecture_of_current_device()
{
    int device = 0;
    check(cudaGetDevice(&device), "ask for the current device");
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

Kernel::Kernel(const Specialisation& what, const ModuleCache& cache)
    : doing_{"launch " + what.identifier()}
{
    const BuiltImage built = build_image(what, architecture_of_current_device(), cache);
    cudaLibrary_t raw{};
    check(cudaLibraryLoadData(&raw, built.image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
          "load " + what.identifier());
    library_.reset(raw);
    check(cudaLibraryGetKernel(&kernel_, raw, std::string{what.kernel}.c_str()),
          "find the kernel " + std::string{what.kernel});
    int device = 0;
    int major = 0;
    check(cudaGetDevice(&device), "ask for the current device");
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device),
          "ask for the compute capability");
    can_overlap_ = major >= 9;
}

int Kernel::blocks_per_multiprocessor(int threads, std::size_t shared_bytes) const
{
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function(), threads, shared_bytes),
          "ask for the occupancy of a kernel");
    return blocks;
}

void Kernel::allow_shared(std::size_t bytes) const
{
    int device = 0;
    check(cudaGetDevice(&device), "ask for the current device");
    check(cudaKernelSetAttributeForDevice(kernel_, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                          static_cast<int>(bytes), device),
          "allow " + std::to_string(bytes) + " bytes of shared memory a block");
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
    if (how.overlapping && can_overlap_) {
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
