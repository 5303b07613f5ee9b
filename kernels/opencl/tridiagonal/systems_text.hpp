// SPDX-License-Identifier: BSD-3-Clause
// Tridiagonal systems as a program of OpenCL C 1.2.
#pragma once

#include <string>

#include "runtime/precision.hpp"

namespace tobiuo::opencl {

/// The kernel `tridiagonal_solve`, a work item for each line: what tridiagonal::LineSolve does. Its
/// parameters are the members of SystemArrays in their order. The device computes in double.
/// Traffic: two reads and two writes of the data, one read and one write of as many doubles.
/// Twin: a loop over the lines of kernels/tridiagonal/line/solve_line.hpp.
[[nodiscard]] std::string systems_text(Precision precision);

}  // namespace tobiuo::opencl
