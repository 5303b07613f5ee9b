// Discrete Fourier transforms of small sizes as expression graphs with few operations.
#pragma once

#include <vector>

#include "kernels/fft/butterfly/complex_expression.hpp"

namespace tobiuo::fft::codegen {

/// X_k = sum_j x_j exp(-2 pi i j k / n) for n = x.size() >= 1, natural order in and out.
///
/// By the factors of n: powers of two by split radix, coprime factors by Good and Thomas without
/// twiddle factors, odd primes by their symmetric pairs, odd prime powers by Cooley and Tukey.
[[nodiscard]] std::vector<ComplexExpression> dft(const std::vector<ComplexExpression>& x);

/// The values real part, imaginary part, real part, ... of `x`.
[[nodiscard]] std::vector<Expression> parts(const std::vector<ComplexExpression>& x);

}  // namespace tobiuo::fft::codegen
