// SPDX-License-Identifier: BSD-3-Clause
// The transform that diagonalises the operator along a uniform axis, and its eigenvalues.
#pragma once

#include <vector>

#include "kernels/fft/host/real_plan.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The modes of an axis, in the order in which the transform `forward` puts them.
///
/// | ends                | on cells | on nodes          | wave numbers times length / pi   |
/// |---------------------|----------|-------------------|----------------------------------|
/// | periodic            | DFT      | DFT               | 0, 2, 2, 4, 4, ... (halfcomplex) |
/// | Dirichlet-Dirichlet | DST-II   | DST-I             | 1, 2, 3, ...                     |
/// | Neumann-Neumann     | DCT-II   | DCT-I             | 0, 1, 2, ...                     |
/// | Dirichlet-Neumann   | DST-IV   | DST-III, back II  | 1/2, 3/2, ...                    |
/// | Neumann-Dirichlet   | DCT-IV   | DCT-III, back II  | 1/2, 3/2, ...                    |
///
/// Source    U. Schumann and R. A. Sweet, J. Comput. Phys. 75, 123 (1988); G. Strang, SIAM Review
///           41(1), 135 (1999).
struct AxisModes {
    fft::RealKind forward{};
    fft::RealKind inverse{};
    double round_trip{};              ///< factor of inverse after forward
    std::vector<double> eigenvalues;  ///< of the operator, none positive; 0 for the constant mode
};

[[nodiscard]] AxisModes modes_of(const Problem& problem, int axis);

}  // namespace tobiuo::poisson
