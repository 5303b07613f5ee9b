// The transform of the lines of a work group, stage by stage or by a convolution, as OpenCL C.
#pragma once

#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/opencl/fft/pass/block_text.hpp"
#include "kernels/opencl/fft/pass/text.hpp"

namespace tobiuo::opencl {

/// The configuration whose last stage stores, see fft::last_block.
[[nodiscard]] fft::KernelConfig last_block_of(const fft::PassForm& pass);
/// The stage in whose registers pairs of lines are after a transform, and the configuration that
/// has this stage after both transforms of a pass that solves: see fft::given_stage.
[[nodiscard]] int given_stage_of(const fft::PassForm& pass);
[[nodiscard]] fft::KernelConfig given_block_of(const fft::PassForm& pass);

/// The condition that a point of a convolution is a point of its line, as "if (...)"; empty if all
/// are.
[[nodiscard]] std::string if_point(const fft::PassForm& pass, const Point& point);

/// Writes fft::transform_lines() with the configuration `form`, that of the pass or the last one.
void transform_lines(const fft::PassForm& pass, const fft::KernelConfig& form, bool used,
                     Text& text);

}  // namespace tobiuo::opencl
