#include "app/run/backend.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/run/opencl_place.hpp"
#include "app/wording.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/stencil/shape.hpp"

namespace tobiuo {
namespace {

/// The kernel of `backend` for the request. Throws InputError with the reason if there is none.
const stencil::SweepKind& kind_for(Backend backend, const HimenoCase& himeno,
                                   const stencil::SweepRequest& request)
{
    try {
        return stencil::choose_kind(backend, himeno.kernel, request);
    } catch (const std::invalid_argument& error) {
        throw InputError{himeno.kernel_at, std::string{"kernel: "} + error.what()};
    }
}

/// The back end of the kernel that the case names; nothing for `auto`.
std::optional<Backend> backend_of_kernel(const HimenoCase& himeno)
{
    const auto kinds = stencil::sweep_kinds();
    const auto found = std::ranges::find(kinds, himeno.kernel, &stencil::SweepKind::name);
    return found == kinds.end() ? std::nullopt : std::optional{found->backend};
}

BackendDecision on_cpu(const HimenoCase& himeno, const stencil::SweepRequest& request,
                       std::string reason)
{
    return {.kind = &kind_for(Backend::cpu, himeno, request),
            .where = cpu_text(),
            .reason = std::move(reason)};
}

/// The error of a case whose back end, the `device` in words, is not there. Where the case names a
/// kernel, another back end would not have it, so that another kernel is the cure.
device::DeviceError missing_device(const Case& the_case, const HimenoCase& himeno,
                                   const std::string& device, const std::string& unsupported_reason)
{
    const std::string reason = " needs " + device + ", but " + unsupported_reason;
    if (himeno.kernel == "auto") {
        return device::DeviceError{"the case" + reason + "; use `backend: auto` or `backend: cpu`"};
    }
    std::vector<std::string> others;
    for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
        if (kind.backend == Backend::cpu) {
            others.emplace_back(kind.name);
        }
    }
    const bool is_chosen = the_case.backend != BackendChoice::automatic;
    return device::DeviceError{"the kernel '" + himeno.kernel + "'" + reason +
                               "; use `kernel.name: auto`" +
                               (is_chosen ? " with `backend: auto`" : "") +
                               ", or a kernel of the CPU (" + list_of(others) + ")"};
}

BackendDecision on_gpu(const Case& the_case, const HimenoCase& himeno,
                       const stencil::SweepRequest& request, const device::Survey& found,
                       std::string reason)
{
    if (const auto unsupported_reason = device_unsupported_reason(request.device, found)) {
        throw missing_device(the_case, himeno, "a CUDA device", *unsupported_reason);
    }
    return {.kind = &kind_for(Backend::cuda, himeno, request),
            .where = gpu_text(request.device, found),
            .reason = std::move(reason)};
}

BackendDecision by_opencl(const HimenoCase& himeno, const stencil::SweepRequest& request,
                          const opencl::DeviceInfo& device, std::string reason)
{
    return {.kind = &kind_for(Backend::opencl, himeno, request),
            .where = opencl_text(device),
            .reason = std::move(reason)};
}

/// The OpenCL device of a case that asks for it, or for a kernel that only OpenCL has.
const opencl::DeviceInfo& needed_opencl_device(const Case& the_case, const HimenoCase& himeno)
{
    if (himeno.kernel != "auto") {
        if (const auto unsupported_reason = opencl::unsupported_reason()) {
            throw missing_device(the_case, himeno, "an OpenCL device", *unsupported_reason);
        }
    }
    return required_opencl_device();
}

/// Why `auto` does not choose the OpenCL device; nothing if it does.
std::optional<std::string> opencl_declined(const HimenoCase& himeno,
                                           const stencil::SweepRequest& request,
                                           const opencl::DeviceInfo& device)
{
    try {
        const auto& kind = stencil::choose_kind(Backend::opencl, himeno.kernel, request);
        const std::int64_t needed = kind.footprint(request).device_bytes;
        if (needed > opencl_free_bytes(device)) {
            return "the OpenCL device is too small: the case needs " +
                   bytes_text(static_cast<double>(needed)) + ", it has " +
                   bytes_text(static_cast<double>(opencl_free_bytes(device)));
        }
    } catch (const std::invalid_argument& error) {
        return std::string{"OpenCL declines: "} + error.what();
    }
    return std::nullopt;
}

/// Why `auto` does not choose the GPU; nothing if it does.
std::optional<std::string> gpu_declined(const HimenoCase& himeno,
                                        const stencil::SweepRequest& request,
                                        const device::Survey& found)
{
    try {
        if (const auto unsupported_reason = device_unsupported_reason(request.device, found)) {
            return "no GPU is used: " + *unsupported_reason;
        }
        const auto& kind = stencil::choose_kind(Backend::cuda, himeno.kernel, request);
        const std::int64_t needed = kind.footprint(request).device_bytes;
        const std::int64_t free = device::free_device_bytes(request.device);
        if (needed > free) {
            return "the GPU is too small: the case needs " +
                   bytes_text(static_cast<double>(needed)) + ", " +
                   bytes_text(static_cast<double>(free)) + " are free";
        }
    } catch (const std::invalid_argument& error) {
        return std::string{"the GPU kernels decline: "} + error.what();
    } catch (const device::DeviceError& error) {  // even asking the device fails
        return std::string{"no GPU is used: "} + error.what();
    }
    return std::nullopt;
}

/// The decision of `auto` where CUDA is out of the question, as `cuda_declined` says: an OpenCL
/// device that is no CPU, else the CPU.
BackendDecision without_cuda(const HimenoCase& himeno, const stencil::SweepRequest& request,
                             std::string cuda_declined, const opencl::DeviceInfo* device)
{
    if (device == nullptr) {
        return on_cpu(himeno, request, std::move(cuda_declined));
    }
    if (const auto declined = opencl_declined(himeno, request, *device)) {
        return on_cpu(himeno, request, cuda_declined + "; " + *declined);
    }
    return by_opencl(himeno, request, *device, cuda_declined + "; an OpenCL device is there");
}

/// The decision for a case that names a kernel and leaves the back end to it.
BackendDecision where_kernel_runs(Backend backend, const Case& the_case, const HimenoCase& himeno,
                                  const stencil::SweepRequest& request,
                                  const device::Survey& (*survey)())
{
    const std::string reason = "kernel '" + himeno.kernel + "' runs there";
    switch (backend) {
        case Backend::cuda:
            return on_gpu(the_case, himeno, request, survey(), reason);
        case Backend::opencl:
            return by_opencl(himeno, request, needed_opencl_device(the_case, himeno), reason);
        case Backend::cpu:
            break;
    }
    return on_cpu(himeno, request, reason);
}

}  // namespace

std::string gpu_text(int device, const device::Survey& found)
{
    return "GPU " + std::to_string(device) + ", " +
           found.devices.at(static_cast<std::size_t>(device)).name;
}

std::optional<std::string> device_unsupported_reason(int index, const device::Survey& found)
{
    if (found.devices.empty()) {
        return found.reason;
    }
    if (index >= static_cast<int>(found.devices.size())) {
        return "there is no device " + std::to_string(index) + " (this machine has " +
               std::to_string(found.devices.size()) + ", counted from 0)";
    }
    return std::nullopt;
}

std::string cpu_text()
{
    const HostInfo host = host_info();
    return "CPU, " + std::to_string(host.threads) +
           (host.threads == 1 ? " thread, " : " threads, ") + host.processor;
}

int device_of_rank(const Case& the_case, const World& world)
{
    const auto devices = static_cast<int>(device::survey().devices.size());
    return world.is_alone() || devices == 0 ? the_case.device
                                            : (the_case.device + world.rank_on_machine()) % devices;
}

BackendDecision decide_backend(const Case& the_case, const HimenoCase& himeno,
                               const stencil::SweepRequest& request,
                               const device::Survey& (*survey)(),
                               const opencl::DeviceInfo* (*opencl_device)())
{
    switch (the_case.backend) {
        case BackendChoice::cpu:
            return on_cpu(himeno, request, "the case asks for it");
        case BackendChoice::cuda:
            return on_gpu(the_case, himeno, request, survey(), "the case asks for it");
        case BackendChoice::opencl:
            return by_opencl(himeno, request, needed_opencl_device(the_case, himeno),
                             "the case asks for it");
        case BackendChoice::automatic:
            break;
    }
    if (const auto named = backend_of_kernel(himeno)) {
        return where_kernel_runs(*named, the_case, himeno, request, survey);
    }
    if (const auto declined = gpu_declined(himeno, request, survey())) {
        // Beside a CUDA device OpenCL's may be the same one, with as little memory free.
        const bool is_alone = survey().devices.empty();
        return without_cuda(himeno, request, *declined, is_alone ? opencl_device() : nullptr);
    }
    return on_gpu(the_case, himeno, request, survey(), "a GPU is there and the case fits");
}

}  // namespace tobiuo
