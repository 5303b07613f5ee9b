// How far a transform is from the exact one: the same transform in more digits.
#pragma once

#include "kernels/fft/problem.hpp"

namespace tobiuo::fft {

/// Of the numbers that the output holds (of r2c the stored half, of rows no padding), all batches.
/// Not a number, or infinite, as soon as one of them is.
struct Errors {
    double relative_l2 = 0.0;   ///< |out - exact| / |exact| in the 2-norm
    double relative_max = 0.0;  ///< largest |out - exact| over largest |exact|
};

/// Errors of `out`, which somebody computed from `in` (a copy of it, where that was in place);
/// both are in host memory, laid out as the problem says, and kept.
///
/// Reference  FFTW in double for a problem in single precision, in long double (64-bit mantissa on
///            x86) for one in double.
/// Memory     one array of the batch in that precision; small arrays by groups of about 256 MiB.
[[nodiscard]] Errors errors_of(const Problem& problem, const void* in, const void* out);

}  // namespace tobiuo::fft
