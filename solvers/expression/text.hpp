// SPDX-License-Identifier: BSD-3-Clause
// An expression as the text of a function of a device.
#pragma once

#include <string>

#include "solvers/expression/tree.hpp"

namespace tobiuo::expression {

/// The statements of a function of the doubles x, y, z and t, the variables 0 to 3, which returns
/// the formula: in CUDA C++, C++ and OpenCL C. Each node is a constant, computed once.
///
/// Numbers   read back as the same doubles, infinities and signs of zero, too; a NaN as any NaN.
/// Accuracy  compiled without contraction (--fmad=false, -ffp-contract=off) arithmetic,
///           comparisons, sqrt, abs, sign, min and max give the bits of Expression::at(), other
///           functions and powers with the compiler's library the nearest doubles but few:
///           `ulps_of_functions` from those of the host for the same argument.
/// Twin      Expression::at() and Rows.
[[nodiscard]] std::string body_of(const Tree& tree);

/// By how many units in the last place a function or a power on a GPU may differ from the host's:
/// CUDA's libraries state up to 2, those of C up to 2.
inline constexpr int ulps_of_functions = 4;

}  // namespace tobiuo::expression
