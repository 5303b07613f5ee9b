// A pass over pairs of real lines by Makhoul's transforms or Fourier modes, as OpenCL C.
#pragma once

#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/opencl/fft/pass/text.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::opencl {

/// Writes the body of a pass over pairs of real lines: what fft::PairItem does.
void write_pairs(const fft::PassForm& pass, Precision precision, Text& text);

}  // namespace tobiuo::opencl
