// SPDX-License-Identifier: BSD-3-Clause
// How much FFTW's planner tries.
#pragma once

namespace tobiuo::fft {

/// How FFTW's planner chooses: it estimates at once, or it times candidates (seconds to minutes,
/// with one more copy of the arrays).
enum class Effort { estimate, measure };

}  // namespace tobiuo::fft
