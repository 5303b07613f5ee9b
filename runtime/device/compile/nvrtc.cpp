// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/device/compile/nvrtc.hpp"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <nvrtc.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <semaphore>
#include <thread>
#include <utility>

#include "runtime/device/check.hpp"
#include "runtime/device/compile/sources.hpp"
#include "runtime/device/cuda_library.hpp"
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo::device {
namespace {

/// The names to try, newest version first, but none newer than the driver, which could not load the
/// code that a newer one compiles.
std::vector<std::string> library_names()
{
    constexpr int oldest = 12;
    const int driver = survey().driver_version / 1000;
    std::vector<std::string> names;
    for (int major = CUDART_VERSION / 1000; major >= oldest; --major) {
        if (driver == 0 || major <= driver) {
            names.push_back("libnvrtc.so." + std::to_string(major));
        }
    }
    names.emplace_back("libnvrtc.so");
    return names;
}

/// The library at this path, or the best one without a path.
SharedLibrary open_library(const std::string& path)
{
    FoundLibrary found =
        find_cuda_library(path.empty() ? library_names() : std::vector<std::string>{path});
    if (!found.library) {
        throw DeviceError{"could not open NVIDIA's run-time compiler (tried " + found.tried +
                          "); install the CUDA libraries or set CUDA_HOME to their root"};
    }
    return std::move(found.library);
}

/// The functions of libnvrtc, resolved once.
class Nvrtc {
public:
    explicit Nvrtc(const std::string& path) : library_{open_library(path)}
    {
        resolve(version, "nvrtcVersion");
        resolve(create_program, "nvrtcCreateProgram");
        resolve(destroy_program, "nvrtcDestroyProgram");
        resolve(compile_program, "nvrtcCompileProgram");
        resolve(log_size, "nvrtcGetProgramLogSize");
        resolve(log, "nvrtcGetProgramLog");
        resolve(cubin_size, "nvrtcGetCUBINSize");
        resolve(cubin, "nvrtcGetCUBIN");
        resolve(ptx_size, "nvrtcGetPTXSize");
        resolve(ptx, "nvrtcGetPTX");
        resolve(error_string, "nvrtcGetErrorString");
        resolve(supported_count, "nvrtcGetNumSupportedArchs");
        resolve(supported, "nvrtcGetSupportedArchs");
        // NVRTC opens the library of its built-in functions by name alone. One that is open already
        // is found where the loader does not search the folder of both.
        int major = 0;
        int minor = 0;
        check(version(&major, &minor), "ask for the version of the compiler");
        builtins_ = library_beside(library_.get(), "libnvrtc-builtins.so." + std::to_string(major) +
                                                       "." + std::to_string(minor));
    }

    [[nodiscard]] std::string path() const { return path_of(library_.get()); }

    void check(nvrtcResult status, const std::string& doing) const
    {
        if (status != NVRTC_SUCCESS) {
            throw DeviceError{"could not " + doing + " (" + error_string(status) + ")"};
        }
    }

    decltype(&nvrtcVersion) version{};
    decltype(&nvrtcCreateProgram) create_program{};
    decltype(&nvrtcDestroyProgram) destroy_program{};
    decltype(&nvrtcCompileProgram) compile_program{};
    decltype(&nvrtcGetProgramLogSize) log_size{};
    decltype(&nvrtcGetProgramLog) log{};
    decltype(&nvrtcGetCUBINSize) cubin_size{};
    decltype(&nvrtcGetCUBIN) cubin{};
    decltype(&nvrtcGetPTXSize) ptx_size{};
    decltype(&nvrtcGetPTX) ptx{};
    decltype(&nvrtcGetErrorString) error_string{};
    decltype(&nvrtcGetNumSupportedArchs) supported_count{};
    decltype(&nvrtcGetSupportedArchs) supported{};

private:
    template <typename Function>
    void resolve(Function& function, const char* name)
    {
        function = reinterpret_cast<Function>(dlsym(library_.get(), name));
        if (function == nullptr) {
            throw DeviceError{std::string{"the NVRTC library has no function "} + name +
                              " (too old); install CUDA 12.8 or newer"};
        }
    }

    SharedLibrary library_;
    SharedLibrary builtins_;  ///< empty where the loader finds them by itself, or nobody does
};

/// The compiler of this process; who asks first chooses its library.
const Nvrtc& nvrtc(const std::string& path = {})
{
    static const Nvrtc instance{path};
    return instance;
}

/// Destroys the program that it owns.
struct ProgramDeleter {
    using pointer = nvrtcProgram;
    void operator()(nvrtcProgram program) const noexcept { nvrtc().destroy_program(&program); }
};
using Program = std::unique_ptr<std::remove_pointer_t<nvrtcProgram>, ProgramDeleter>;

Program create(const CompileRequest& request)
{
    std::vector<const char*> texts;
    std::vector<const char*> paths;
    for (const EmbeddedSource& source : embedded_sources()) {
        texts.push_back(source.text.data());
        paths.push_back(source.path.data());
    }
    nvrtcProgram raw{};
    nvrtc().check(
        nvrtc().create_program(&raw, request.text.c_str(), (request.name + ".cu").c_str(),
                               static_cast<int>(texts.size()), texts.data(), paths.data()),
        "create the program " + request.name);
    return Program{raw};
}

std::string log_of(const Program& program)
{
    std::size_t size = 0;
    nvrtc().check(nvrtc().log_size(program.get(), &size), "read a compiler log");
    std::string text(size, '\0');
    nvrtc().check(nvrtc().log(program.get(), text.data()), "read a compiler log");
    text.resize(std::min(text.size(), text.find('\0')));
    return text;
}

/// A kernel that is being compiled. At most as many as the process has cores are, and no more than
/// the kernels of a flow or a transform.
class AtWork {
public:
    AtWork()
    {
        seats().acquire();
        others_ = number().fetch_add(1);
    }
    AtWork(const AtWork&) = delete;
    AtWork& operator=(const AtWork&) = delete;
    ~AtWork()
    {
        number().fetch_sub(1);
        seats().release();
    }

    [[nodiscard]] bool is_alone() const { return others_ == 0; }

private:
    static std::counting_semaphore<>& seats()
    {
        constexpr std::ptrdiff_t most = 16;
        static std::counting_semaphore<> all{
            std::clamp<std::ptrdiff_t>(std::thread::hardware_concurrency(), 1, most)};
        return all;
    }
    static std::atomic<int>& number()
    {
        static std::atomic<int> all{0};
        return all;
    }

    int others_ = 0;
};

}  // namespace

CompileError::CompileError(const std::string& what, std::string log)
    : DeviceError{what}, log_{std::move(log)}
{
}

std::string nvrtc_version()
{
    int major = 0;
    int minor = 0;
    nvrtc().check(nvrtc().version(&major, &minor), "read the version of NVRTC");
    return std::to_string(major) + "." + std::to_string(minor);
}

std::string best_architecture(int major, int minor)
{
    int count = 0;
    nvrtc().check(nvrtc().supported_count(&count), "ask NVRTC for its architectures");
    std::vector<int> known(static_cast<std::size_t>(count));
    nvrtc().check(nvrtc().supported(known.data()), "ask NVRTC for its architectures");
    const int wanted = 10 * major + minor;
    if (std::ranges::find(known, wanted) != known.end()) {
        return "sm_" + std::to_string(wanted);
    }
    int best = 0;
    for (const int architecture : known) {
        if (architecture <= wanted) {
            best = std::max(best, architecture);
        }
    }
    if (best == 0) {
        throw DeviceError{"NVRTC " + nvrtc_version() + " cannot compile for compute capability " +
                          std::to_string(major) + "." + std::to_string(minor) +
                          " (the GPU is too old); use the CPU or an older CUDA"};
    }
    return "compute_" + std::to_string(best);
}

std::optional<std::string> compiler_unsupported_reason()
{
    const DeviceInfo& found = survey().devices.at(static_cast<std::size_t>(current_device()));
    try {
        static_cast<void>(best_architecture(found.major, found.minor));
    } catch (const DeviceError& error) {
        return error.what();
    }
    return std::nullopt;
}

std::vector<std::string> compile_options(const Specialisation& what,
                                         const std::string& architecture)
{
    std::vector<std::string> options{"--gpu-architecture=" + what.target(architecture),
                                     "--std=c++20", "--device-as-default-execution-space"};
    options.insert(options.end(), what.options.begin(), what.options.end());
    return options;
}

CompiledKernel compile_here(const CompileRequest& request)
{
    static_cast<void>(nvrtc(request.library));
    const Program program = create(request);
    std::vector<const char*> options;
    for (const std::string& option : request.options) {
        options.push_back(option.c_str());
    }
    const nvrtcResult status =
        nvrtc().compile_program(program.get(), static_cast<int>(options.size()), options.data());
    CompiledKernel compiled{.image = {}, .log = log_of(program)};
    if (status != NVRTC_SUCCESS) {
        throw CompileError{"could not compile " + request.name + " for " + request.architecture +
                               " (" + nvrtc().error_string(status) + "):\n" + compiled.log,
                           compiled.log};
    }
    const bool machine_code = request.architecture.starts_with("sm_");
    const auto size_of = machine_code ? nvrtc().cubin_size : nvrtc().ptx_size;
    const auto read = machine_code ? nvrtc().cubin : nvrtc().ptx;
    std::size_t size = 0;
    nvrtc().check(size_of(program.get(), &size), "read a compiled kernel");
    compiled.image.resize(size);
    nvrtc().check(read(program.get(), compiled.image.data()), "read a compiled kernel");
    return compiled;
}

CompiledKernel compile(const Specialisation& what, const std::string& architecture)
{
    const CompileRequest request{.library = nvrtc().path(),
                                 .name = what.identifier(),
                                 .text = what.program(),
                                 .architecture = architecture,
                                 .options = compile_options(what, architecture)};
    const AtWork work;
    std::optional<CompiledKernel> made;
    if (!work.is_alone()) {
        made = compile_elsewhere(request);
    }
    return made ? std::move(*made) : compile_here(request);
}

}  // namespace tobiuo::device
