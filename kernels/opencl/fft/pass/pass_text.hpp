// SPDX-License-Identifier: BSD-3-Clause
// What a work group of a pass does, as OpenCL C.
#pragma once

#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/opencl/fft/pass/text.hpp"

namespace tobiuo::opencl {

/// Writes the body of a pass over complex lines or rows of reals: what fft::PassItem does.
void write_pass(const fft::PassForm& pass, Text& text);

}  // namespace tobiuo::opencl
