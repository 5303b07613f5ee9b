// A pass of cosine and sine transforms of real lines, each by itself, as OpenCL C.
#pragma once

#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/opencl/fft/pass/text.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::opencl {

/// Writes the body of a pass whose lines are transformed by themselves: what fft::LoneLineItem
/// does.
void write_lone_lines(const fft::PassForm& pass, Precision precision, Text& text);

}  // namespace tobiuo::opencl
