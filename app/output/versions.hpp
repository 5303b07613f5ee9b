// The versions that a result depends on.
#pragma once

#include <string>

#include <tobiuo/backend.hpp>

namespace tobiuo {

/// The versions as a JSON object: tobiuo, git, compiler, vtk, and those of the back end: of CUDA
/// cuda_runtime and cuda_driver (null if absent), of OpenCL opencl, which is the version of the
/// device and of its driver (null if absent). The drivers of other back ends are not used.
[[nodiscard]] std::string versions_json(Backend backend);

}  // namespace tobiuo
