// SPDX-License-Identifier: BSD-3-Clause
// Which back ends this machine has, as the surveys of its devices and NVRTC say.
#include "runtime/device/backend.hpp"

#include <stdexcept>
#include <string>

#include <tobiuo/error.hpp>
#include <tobiuo/opencl_device.hpp>

#include "runtime/device/survey.hpp"
#include "runtime/forks.hpp"
#include "runtime/opencl/survey.hpp"

namespace tobiuo {

std::string_view word_of(Backend backend)
{
    switch (backend) {
        case Backend::cpu:
            return "cpu";
        case Backend::cuda:
            return "cuda";
        case Backend::opencl:
            return "opencl";
    }
    return "unknown";
}

std::optional<std::string> unsupported_reason(Backend backend)
{
    if (backend == Backend::cpu) {
        return std::nullopt;
    }
    if (auto reason = lost_by_fork(backend)) {
        return reason;
    }
    if (backend == Backend::opencl) {
        return opencl::unsupported_reason();
    }
    return device::survey().devices.empty() ? device::survey().reason
                                            : device::compiler_unsupported_reason();
}

Backend default_backend()
{
    return unsupported_reason(Backend::cuda) ? Backend::cpu : Backend::cuda;
}

Backend chosen_backend(const std::optional<Backend>& asked)
{
    return asked ? *asked : default_backend();
}

std::string opencl_device()
{
    const opencl::DeviceInfo& device = opencl::chosen_device();
    return device.name + " (" + device.platform + "), " + device.version;
}

void require(Backend backend, std::string_view what, std::string_view cure)
{
    if (const auto reason = unsupported_reason(backend)) {
        const char* where =
            backend == Backend::opencl ? " runs with OpenCL here (" : " runs on a GPU here (";
        throw DeviceError{"no " + std::string{what} + where + *reason + "): " + std::string{cure}};
    }
}

void refuse_opencl(Backend backend, std::string_view what)
{
    if (backend == Backend::opencl) {
        throw std::invalid_argument{"there is no " + std::string{what} +
                                    " with OpenCL (it has transforms and solves on one device): "
                                    "choose Backend::cuda or Backend::cpu"};
    }
}

}  // namespace tobiuo
