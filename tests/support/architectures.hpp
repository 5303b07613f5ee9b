// Which kernels a test compiles for which architecture.
#pragma once

#include <cstddef>
#include <string_view>

namespace tobiuo::test {

/// All of them for the one that is measured, and each for one of the two others, in turn: compiling
/// them takes minutes.
[[nodiscard]] inline bool is_compiled_for(std::string_view architecture, std::size_t kernel)
{
    return architecture == "sm_90" || (kernel % 2 == 0) == (architecture == "sm_80");
}

}  // namespace tobiuo::test
