// Which kernels a test compiles for which architecture.
#pragma once

#include <cstddef>
#include <string_view>

namespace tobiuo::test {

/// All of them for the one that is measured, for each other one every third, so that they take
/// less than two minutes together: what a compiler remarks on, it remarks on in kernels alike.
[[nodiscard]] inline bool is_compiled_for(std::string_view architecture, std::size_t kernel)
{
    constexpr std::size_t others = 3;
    return architecture == "sm_90" || kernel % others == (architecture == "sm_80" ? 0U : 1U);
}

}  // namespace tobiuo::test
