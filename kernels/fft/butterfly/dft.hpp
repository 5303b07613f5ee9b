// SPDX-License-Identifier: BSD-3-Clause
// Discrete Fourier transforms of small sizes as expression graphs with few operations.
#pragma once

#include <vector>

#include "kernels/fft/butterfly/expression.hpp"

namespace tobiuo::fft::codegen {

/// X_k = sum_j x_j exp(-2 pi i j k / n) for n = x.size() >= 1, natural order in and out.
///
/// The algorithm follows the factors of n: split radix for powers of two, Good and Thomas without
/// twiddle factors for coprime factors, symmetric pairs for odd primes, Cooley and Tukey for odd
/// prime powers.
[[nodiscard]] std::vector<ComplexExpression> dft(const std::vector<ComplexExpression>& x);

/// The real expressions real part, imaginary part, real part, ... of `x`.
[[nodiscard]] std::vector<Expression> parts(const std::vector<ComplexExpression>& x);

}  // namespace tobiuo::fft::codegen
