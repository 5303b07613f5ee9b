// The versions that a result depends on.
#pragma once

#include <string>

namespace tobiuo {

/// A JSON object: tobiuo, git, compiler, vtk, and, `with_cuda`, cuda_runtime and cuda_driver (null
/// where absent). Without, the CUDA driver is not touched.
[[nodiscard]] std::string versions_json(bool with_cuda);

}  // namespace tobiuo
