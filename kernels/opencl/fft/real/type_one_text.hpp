// A pass over pairs of real lines by DCT-I or DST-I, as OpenCL C.
#pragma once

#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/opencl/fft/pass/text.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::opencl {

/// The function auxiliary() of such a pass.
[[nodiscard]] std::string type_one_functions(const fft::PassForm& pass);

/// Writes the body of a pass by DCT-I or DST-I: what fft::TypeOneItem does.
void write_type_one(const fft::PassForm& pass, Precision precision, Text& text);

}  // namespace tobiuo::opencl
