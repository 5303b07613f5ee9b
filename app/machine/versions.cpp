// SPDX-License-Identifier: BSD-3-Clause
// The versions that a result depends on, as JSON.

#include <nlohmann/json.hpp>

#include "app/json_text.hpp"
#include "app/machine/version.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/opencl/survey.hpp"

namespace tobiuo {

std::string versions_json(Backend backend)
{
    using Json = nlohmann::ordered_json;
    const Version built = version();
    Json json{{"tobiuo", built.number},
              {"git", built.revision},
              {"compiler", built.compiler},
              {"vtk", built.vtk}};
    if (backend == Backend::opencl) {
        json["opencl"] =
            opencl::unsupported_reason() ? Json(nullptr) : Json(opencl::chosen_device().version);
    }
    if (backend == Backend::cuda) {
        const device::Survey& survey = device::survey();
        const auto cuda = [](int number) {
            return number > 0 ? Json(device::version_text(number)) : Json(nullptr);
        };
        json["cuda_runtime"] = cuda(survey.runtime_version);
        json["cuda_driver"] = cuda(survey.driver_version);
    }
    return json_text(json, -1);
}

}  // namespace tobiuo
