// SPDX-License-Identifier: BSD-3-Clause
// The padded convolution that solves a problem with open ends in a periodic box.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson_bench {

/// Whether a convolution in the box of periodic_problem() solves the problem: several axes are open, at
/// both ends, and values are in cells.
[[nodiscard]] bool is_convolution(const poisson::Problem& problem);

/// The spectrum of the lattice Green's function in that box, of so many points (slow, middle, fast), by
/// which the spectrum of the padded right-hand side is multiplied between unscaled transforms:
/// [slow][middle][fast / 2 + 1]. It is real, because the function is even.
template <typename T>
[[nodiscard]] std::vector<T> kernel_spectrum(const poisson::Problem& problem,
                                             const std::array<std::int64_t, 3>& points);

extern template std::vector<float> kernel_spectrum(const poisson::Problem&,
                                                   const std::array<std::int64_t, 3>&);
extern template std::vector<double> kernel_spectrum(const poisson::Problem&,
                                                    const std::array<std::int64_t, 3>&);

}  // namespace tobiuo::poisson_bench
