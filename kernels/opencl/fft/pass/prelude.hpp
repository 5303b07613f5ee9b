// The functions of complex numbers that all passes call, in OpenCL C.
#pragma once

#include <set>
#include <string>

#include "runtime/precision.hpp"

namespace tobiuo::opencl {

/// The types Real and Complex, and the functions on them: those of complex.hpp, real_pairs.hpp and
/// makhoul.hpp under the same names.
[[nodiscard]] std::string prelude(Precision precision);

/// The functions butterfly_N(a) that transform N complex values in place, for each radix N > 1.
[[nodiscard]] std::string butterflies(const std::set<int>& radices, Precision precision);

/// The real number as a literal of the type Real.
[[nodiscard]] std::string real_literal(double value, Precision precision);

}  // namespace tobiuo::opencl
