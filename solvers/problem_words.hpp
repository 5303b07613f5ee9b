// SPDX-License-Identifier: BSD-3-Clause
// Numbers and axes in the sentences about a problem.
#pragma once

#include <string>

namespace tobiuo {

/// A number with six digits, as people write it.
[[nodiscard]] std::string six_digits(double value);

/// "x", "y" or "z".
[[nodiscard]] std::string axis_name(int axis);

}  // namespace tobiuo
