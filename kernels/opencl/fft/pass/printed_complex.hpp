// Complex numbers that print the arithmetic done with them.
#pragma once

#include <string>

#include "kernels/fft/butterfly/complex.hpp"
#include "runtime/opencl/printed.hpp"

namespace tobiuo::opencl {

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
