// SPDX-License-Identifier: BSD-3-Clause
// The OpenCL C sources of the tree, embedded into the library by CMake.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tobiuo::opencl {

struct EmbeddedSource {
    std::string_view path;  ///< "kernels/opencl/stencil/march.cl"
    std::string_view text;
};

[[nodiscard]] std::span<const EmbeddedSource> embedded_sources();

/// The text of the file. Throws std::out_of_range if there is none.
[[nodiscard]] std::string source_text(std::string_view path);

}  // namespace tobiuo::opencl
