// SPDX-License-Identifier: BSD-3-Clause
// VkFFT: through libtobiuo_vkfft.so, opened at run time.
#include <dlfcn.h>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "app/bench/peers/libraries.hpp"
#include "app/bench/peers/vkfft_module.hpp"
#include "runtime/device/cuda_library.hpp"
#include "runtime/device/error.hpp"

namespace tobiuo::bench {
namespace {

constexpr const char* module_name = "libtobiuo_vkfft.so";

/// The paths of the module: beside the program, as in a build, and as in an installation.
std::vector<std::filesystem::path> module_paths()
{
    std::error_code error;
    const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    return {folder / module_name, folder.parent_path() / "lib" / "tobiuo" / module_name};
}

device::SharedLibrary open_module()
{
    for (const std::filesystem::path& path : module_paths()) {
        std::error_code error;
        if (!std::filesystem::exists(path, error)) {
            continue;
        }
        if (device::SharedLibrary library{dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)}; library) {
            return library;
        }
        const char* reason = dlerror();
        throw NotPlanned{fmt::format("its module does not load: {}", reason)};
    }
    throw NotPlanned{"this program was built without it"};
}

/// The functions of the module, resolved once.
class Vkfft {
public:
    Vkfft() : library_{open_module()}
    {
        resolve(create, "tobiuo_vkfft_create");
        resolve(execute, "tobiuo_vkfft_execute");
        resolve(workspace_bytes, "tobiuo_vkfft_workspace_bytes");
        resolve(destroy, "tobiuo_vkfft_destroy");
        resolve(version, "tobiuo_vkfft_version");
    }

    decltype(&tobiuo_vkfft_create) create{};
    decltype(&tobiuo_vkfft_execute) execute{};
    decltype(&tobiuo_vkfft_workspace_bytes) workspace_bytes{};
    decltype(&tobiuo_vkfft_destroy) destroy{};
    decltype(&tobiuo_vkfft_version) version{};

private:
    template <typename Function>
    void resolve(Function& function, const char* name)
    {
        function = reinterpret_cast<Function>(dlsym(library_.get(), name));
        if (function == nullptr) {
            throw NotPlanned{std::string{"its module has no function "} + name +
                             " (of another build)"};
        }
    }

    device::SharedLibrary library_;
};

const Vkfft& vkfft()
{
    static const Vkfft instance;
    return instance;
}

struct Destroy {
    void operator()(void* plan) const noexcept { vkfft().destroy(plan); }
};
using Plan = std::unique_ptr<void, Destroy>;

Plan make_plan(const fft::Problem& problem, int device, cudaStream_t stream)
{
    VkfftProblem words{.axes = static_cast<int>(problem.lengths.size()),
                       .lengths = {1, 1, 1},
                       .batch = static_cast<std::uint64_t>(problem.batch),
                       .is_real = problem.kind != fft::Kind::c2c ? 1 : 0,
                       .is_inverse = problem.direction == fft::Direction::inverse ? 1 : 0,
                       .is_double = problem.precision == Precision::fp64 ? 1 : 0,
                       .is_separate = problem.placement == fft::Placement::out_of_place ? 1 : 0,
                       .device = device,
                       .stream = stream};
    std::ranges::transform(problem.lengths.rbegin(), problem.lengths.rend(), words.lengths,
                           [](auto length) { return static_cast<std::uint64_t>(length); });
    int status = 0;
    Plan plan{vkfft().create(&words, &status)};
    if (!plan) {
        throw NotPlanned{fmt::format("VkFFT could not plan (result {} of vkFFT.h)", status)};
    }
    return plan;
}

class VkfftTransform final : public Transform {
public:
    VkfftTransform(fft::Problem problem, int device, cudaStream_t stream)
        : problem_{std::move(problem)}, plan_{make_plan(problem_, device, stream)}
    {
    }

    void execute(void* in, void* out) override
    {
        void* const to = problem_.placement == fft::Placement::in_place ? in : out;
        if (const int status = vkfft().execute(plan_.get(), in, to); status != 0) {
            throw device::DeviceError{
                fmt::format("VkFFT could not transform {} (result {} of vkFFT.h)",
                            fft::describe(problem_), status)};
        }
    }

    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override
    {
        return static_cast<std::int64_t>(vkfft().workspace_bytes(plan_.get()));
    }
    [[nodiscard]] std::string version() const override
    {
        const int number = vkfft().version();
        return fmt::format("{}.{}.{}", number / 10000, number / 100 % 100, number % 100);
    }
    [[nodiscard]] std::string describe() const override
    {
        return "VkFFT " + version() + " " + fft::describe(problem_);
    }

private:
    fft::Problem problem_;
    Plan plan_;
};

}  // namespace

std::optional<std::string> vkfft_unsupported_reason()
{
    try {
        static_cast<void>(vkfft());
        return std::nullopt;
    } catch (const NotPlanned& error) {
        return error.what();
    }
}

std::unique_ptr<Transform> plan_vkfft(const fft::Problem& problem, int device, cudaStream_t stream)
{
    return std::make_unique<VkfftTransform>(problem, device, stream);
}

}  // namespace tobiuo::bench
