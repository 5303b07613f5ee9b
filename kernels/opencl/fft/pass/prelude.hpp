// SPDX-License-Identifier: BSD-3-Clause
// The functions of complex numbers that all passes call, in OpenCL C.
#pragma once

#include <set>
#include <string>

#include "kernels/fft/butterfly/complex.hpp"
#include "runtime/opencl/printed.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::opencl {

/// The types Real and Complex, and the functions on them: those of complex.hpp, real_pairs.hpp and
/// makhoul.hpp under the same names.
[[nodiscard]] std::string prelude(Precision precision);

/// The functions butterfly_N(a) that transform N complex values in place, for each radix N > 1.
[[nodiscard]] std::string butterflies(const std::set<int>& radices, Precision precision);

/// The real number as a literal of the type Real.
[[nodiscard]] std::string real_literal(double value, Precision precision);

/// The complex variable `name` of OpenCL C.
[[nodiscard]] inline fft::Complex<Printed> variable(const std::string& name)
{
    return {Printed{name + ".x"}, Printed{name + ".y"}};
}

[[nodiscard]] inline std::string text_of(const fft::Complex<Printed>& value)
{
    return "(Complex)(" + value.x.text + ", " + value.y.text + ")";
}

}  // namespace tobiuo::opencl
