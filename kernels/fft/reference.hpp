// SPDX-License-Identifier: BSD-3-Clause
// How far a transform is from the exact one, which is computed in higher precision.
#pragma once

#include "kernels/fft/problem.hpp"

namespace tobiuo::fft {

/// Errors of the values of the output (for r2c those of the stored half, without padding), over all
/// batches. They are NaN or infinite as soon as one value is.
struct Errors {
    double relative_l2 = 0.0;   ///< |out - exact| / |exact| in the 2-norm
    double relative_max = 0.0;  ///< largest |out - exact| over largest |exact|
};

/// The errors of `out`, which was computed from `in` (or from a copy of it, in place). Both are in
/// host memory in the problem's layout and are kept.
///
/// Reference  FFTW in double for a problem in single precision, in long double (64-bit mantissa on
///            x86) for a problem in double.
/// Memory     one array of the batch in that precision; small arrays in groups of about 256 MiB.
[[nodiscard]] Errors errors_of(const Problem& problem, const void* in, const void* out);

}  // namespace tobiuo::fft
