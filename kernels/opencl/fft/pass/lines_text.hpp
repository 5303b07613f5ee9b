// SPDX-License-Identifier: BSD-3-Clause
// Where the lines of a pass lie, as expressions of OpenCL C.
#pragma once

#include <functional>
#include <string>

#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/opencl/fft/pass/block_text.hpp"
#include "kernels/opencl/fft/pass/text.hpp"

namespace tobiuo::opencl {

/// The offset of the line whose number the expression `line`, of the type long, gives; see
/// fft::offset_of().
[[nodiscard]] std::string offset_of(const fft::Lines& lines, const std::string& line);

/// `value / divisor % modulus` of a long expression, without what changes nothing.
[[nodiscard]] std::string digit_of(const std::string& value, long long divisor, long long modulus);

/// Whether all lines of all work groups exist: the last one may have more places than lines.
[[nodiscard]] bool all_lines_exist(const fft::PassForm& pass);

/// Writes `body`, which is a part of a phase, for lines that exist.
void for_lines(const fft::PassForm& pass, Text& text, const std::function<void()>& body);

/// Writes zeros to all registers, for lines that do not exist.
void clear_points(const fft::PassForm& pass, Text& text);

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
