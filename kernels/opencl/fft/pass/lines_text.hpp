// Where the lines of a pass lie, as expressions of OpenCL C.
#pragma once

#include <functional>
#include <string>

#include "kernels/fft/pass/pass_form.hpp"
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

}  // namespace tobiuo::opencl
