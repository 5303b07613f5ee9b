#include "runtime/device/compile/module.hpp"

#include <array>
#include <chrono>
#include <mutex>
#include <vector>

#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/device/compile/sources.hpp"
#include "runtime/device/graph/recorded_work.hpp"
#include "runtime/forks.hpp"

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

int current_device()
{
    int device = 0;
    check(cudaGetDevice(&device), "ask for the current device");
    return device;
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

/// The kernels of this process that may not be loaded yet.
class Kernel::OnTheWay {
public:
    void add(const std::shared_ptr<const Loading>& one)
    {
        const std::lock_guard<ForkMutex> guard{mutex_};
        std::erase_if(all_, [](const std::weak_ptr<const Loading>& other) {
            const std::shared_ptr<const Loading> alive = other.lock();
            return alive == nullptr ||
                   alive->wait_for(std::chrono::seconds{0}) == std::future_status::ready;
        });
        all_.push_back(one);
    }

    void wait()
    {
        std::vector<std::weak_ptr<const Loading>> all;
        {
            const std::lock_guard<ForkMutex> guard{mutex_};
            all = all_;
        }
        for (const std::weak_ptr<const Loading>& one : all) {
            if (const std::shared_ptr<const Loading> alive = one.lock()) {
                alive->wait();
            }
        }
    }

    static OnTheWay& of_this_process()
    {
        static OnTheWay one;
        return one;
    }

private:
    ForkMutex mutex_;
    std::vector<std::weak_ptr<const Loading>> all_;
};

Kernel::Kernel(const Specialisation& what, std::size_t shared_bytes, const ModuleCache& cache)
    : doing_{"launch " + what.identifier()}
{
    const int device = current_device();
    // Where no thread is to be had, the first use builds it.
    std::future<Loaded> loading = std::async(
        std::launch::async | std::launch::deferred, [=, architecture = architecture_of(device)] {
            select(device);
            // Another thread may be capturing a stream.
            cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
            check(cudaThreadExchangeStreamCaptureMode(&mode), "load a kernel beside a capture");
            return load(what, architecture, shared_bytes, cache);
        });
    loading_ = std::make_shared<const Loading>(loading.share());
    OnTheWay::of_this_process().add(loading_);
}

void Kernel::wait_for_all()
{
    OnTheWay::of_this_process().wait();
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
