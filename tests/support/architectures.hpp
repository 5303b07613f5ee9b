// SPDX-License-Identifier: BSD-3-Clause
// Which kernels a test compiles for which architecture.
#pragma once

#include <cstddef>
#include <string_view>

namespace tobiuo::test {

/// Whether nightly tests compile the kernel: every kernel for the architecture that is measured,
/// and for one of the other two in turn. Compiling all of them takes minutes.
[[nodiscard]] inline bool is_compiled_at_night(std::string_view architecture, std::size_t kernel)
{
    return architecture == "sm_90" || (kernel % 2 == 0) == (architecture == "sm_80");
}

/// Whether every run of the tests compiles the kernel: one of sixteen for each architecture.
[[nodiscard]] inline bool is_sampled(std::string_view architecture, std::size_t kernel)
{
    constexpr std::size_t stride = 16;
    const std::size_t chosen = architecture == "sm_90" ? 0 : architecture == "sm_80" ? 5 : 10;
    return kernel % stride == chosen;
}

using KernelChoice = bool (*)(std::string_view architecture, std::size_t kernel);

}  // namespace tobiuo::test
