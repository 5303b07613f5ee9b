// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/opencl/sources.hpp"

#include <algorithm>
#include <stdexcept>

namespace tobiuo::opencl {

std::string source_text(std::string_view path)
{
    const auto sources = embedded_sources();
    const auto found = std::ranges::find(sources, path, &EmbeddedSource::path);
    if (found == sources.end()) {
        throw std::out_of_range{"no OpenCL source " + std::string{path} + " is embedded"};
    }
    return std::string{found->text};
}

}  // namespace tobiuo::opencl
