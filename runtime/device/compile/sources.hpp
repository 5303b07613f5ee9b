// SPDX-License-Identifier: BSD-3-Clause
// The kernel sources of the tree, embedded into the library by CMake.
#pragma once

#include <span>
#include <string_view>

namespace tobiuo::device {

struct EmbeddedSource {
    std::string_view path;  ///< "kernels/stencil/march/march.cuh", as #include names it
    std::string_view text;
};

[[nodiscard]] std::span<const EmbeddedSource> embedded_sources();

}  // namespace tobiuo::device
