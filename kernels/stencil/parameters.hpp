// SPDX-License-Identifier: BSD-3-Clause
// What every kernel says about its parameters, and how it reads them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernels/stencil/sweep.hpp"

namespace tobiuo::stencil {

/// The reasons for which any kernel declines: fewer than 3 values per axis, passes in parts that it
/// cannot make, a size whose arrays cannot be addressed, a parameter that `kind` does not have, a
/// value that is not among its choices.
[[nodiscard]] std::optional<std::string> common_unsupported_reason(const SweepKind& kind,
                                                                   const SweepRequest& request);

/// The value of parameter `name`, or `fallback` where the user left it to the kernel.
[[nodiscard]] std::string parameter(const SweepRequest& request, std::string_view name,
                                    std::string_view fallback);

}  // namespace tobiuo::stencil
