// SPDX-License-Identifier: BSD-3-Clause
// The version of tobiuo, which the build sets, and the other versions that a result depends on.
#pragma once

#include <string>
#include <string_view>

#include <tobiuo/backend.hpp>

namespace tobiuo {

struct Version {
    std::string_view number;    ///< "0.3.0"
    std::string_view revision;  ///< git revision, "-dirty" with local changes, or "unknown"
    std::string_view compiler;  ///< "GNU 12.2.0"
    std::string_view vtk;       ///< the version that the program was built with
};

[[nodiscard]] Version version();
/// "0.3.0 (a1b2c3d4e5f6)": the number and the revision.
[[nodiscard]] inline std::string version_text()
{
    const Version own = version();
    return std::string{own.number} + " (" + std::string{own.revision} + ")";
}

/// The versions as a JSON object: tobiuo, git, compiler, vtk, and those of the back end: of CUDA
/// cuda_runtime and cuda_driver (null if absent), of OpenCL opencl, which is the version of the
/// device and of its driver (null if absent). The drivers of other back ends are not used.
[[nodiscard]] std::string versions_json(Backend backend = Backend::cpu);

}  // namespace tobiuo
