// SPDX-License-Identifier: BSD-3-Clause
// The modes of an axis that no transform makes diagonal: the eigenvectors of its matrix.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/dense/product.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The rows of an axis are modes^-1 diag(eigenvalues) modes, in the order of ascending eigenvalues:
/// that of the smoothest mode comes last, so that sums over modes begin with the smallest terms.
///
/// Symmetric with the widths w as weights: row m of the modes is v[m] sqrt(w) / sqrt(sum of w) with
/// orthonormal v. The modes of a constant are its value in the last place, if that is an eigenvector,
/// and zeros: its eigenvalue is exactly 0, and its mode the mean over the axis.
///
/// Folded    the modes of rows that equal their mirror image are odd or even. Odd ones come first, each
///           half in the order above, and a matrix has the part of the first half of the values, see
///           dense::Fold: [odd, even][half][half], with zeros where an odd mode is missing.
struct DenseModes {
    std::vector<double> eigenvalues;  ///< none positive
    std::vector<double> modes;        ///< [mode][value]: multiplies values
    std::vector<double> values;       ///< [value][mode], the inverse: multiplies modes
    bool folded = false;
};

[[nodiscard]] inline dense::Fold fold_to_modes(const DenseModes& modes)
{
    return modes.folded ? dense::Fold::to_modes : dense::Fold::none;
}
[[nodiscard]] inline dense::Fold fold_to_values(const DenseModes& modes)
{
    return modes.folded ? dense::Fold::to_values : dense::Fold::none;
}

/// Method    with conductances c between the rows the matrix times w is that of -D^T c D, with
///           differences D, so the eigenvalues are the squares of the singular values of a bidiagonal
///           matrix, sqrt(c) D / sqrt(w). These have small relative errors, whatever the ratio of the
///           cells (singular_vectors()). Each half of rows that are mirrored is an axis by itself: odd
///           modes have a wall at the middle, even ones no flux through it.
/// Source    J. Demmel et al., Linear Algebra Appl. 299, 21 (1999): a graded matrix keeps its digits in
///           factors that reveal its rank.
///
/// Accuracy  eigenvalues to some eps of themselves; products of v to some eps.
[[nodiscard]] DenseModes dense_modes(const ThreePoint& rows);

}  // namespace tobiuo::poisson
