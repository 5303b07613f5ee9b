// SPDX-License-Identifier: BSD-3-Clause
// What a pass divides the coefficients of a pair of lines by, as OpenCL C: what
// two_for_one_symbol.hpp is in C++.
#pragma once

#include <string>

#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/opencl/fft/pass/text.hpp"

namespace tobiuo::opencl {

/// The functions quotient() and divided() on the types Real, Complex and Eigenvalue.
[[nodiscard]] std::string symbol_functions();

/// Names `others_x` and `others_y`, the sums of the eigenvalues of both lines of the pair with the
/// long number `number` along the other axes.
void name_symbol(const fft::TwoForOne& pairs, const std::string& number, Text& text);

/// Stores coefficient 0 of the first line of a pair, in the variable `first`, if its divisor is
/// zero and there is a place for it.
void keep_constant(const std::string& first, Text& text);

/// The coefficients of both lines, each divided by its own sum of eigenvalues; `k` is their number.
[[nodiscard]] std::string divided(const std::string& value, const std::string& k);
/// The coefficients of both lines, divided by the sum of eigenvalues that the lines have in common.
[[nodiscard]] std::string divided_alike(const std::string& value, const std::string& k);

}  // namespace tobiuo::opencl
