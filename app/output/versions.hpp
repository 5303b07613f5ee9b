// The versions that a result depends on.
#pragma once

#include <string>

namespace tobiuo {

/// The versions as a JSON object: tobiuo, git, compiler, vtk, and, if `with_cuda`, cuda_runtime and
/// cuda_driver (null if absent). Otherwise the CUDA driver is not used.
[[nodiscard]] std::string versions_json(bool with_cuda);

}  // namespace tobiuo
