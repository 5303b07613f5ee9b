// SPDX-License-Identifier: BSD-3-Clause
// The singular values of a bidiagonal matrix to high relative accuracy, with its right vectors.
#pragma once

#include <vector>

namespace tobiuo::poisson {

/// A matrix with `diagonal[k]` in row and column k, and `above[k]` beside it in column k + 1.
struct Bidiagonal {
    std::vector<double> diagonal;
    std::vector<double> above;  ///< one fewer
};

/// Columns of the right vectors are computed side by side; so many lie beside each other.
inline constexpr int panel_columns = 32;

struct SingularVectors {
    std::vector<double> values;  ///< none negative, in any order
    /// [panel][row][panel_columns]: row k has the vector of value k, its elements are in panels.
    std::vector<double> panels;

    [[nodiscard]] double at(std::size_t vector, std::size_t element) const
    {
        constexpr auto width = static_cast<std::size_t>(panel_columns);
        return panels[(element / width * values.size() + vector) * width + element % width];
    }
};

/// Method    QR steps of one to the other end, implicit, with a shift only where it costs no digits:
///           each value has a few eps of itself as error, however small it is beside the others. The
///           rotations of many steps are applied at once to a panel of columns, by all threads.
/// Work      about 6 n^3 flop for the vectors.
/// Source    J. Demmel and W. Kahan, SIAM J. Sci. Stat. Comput. 11(5), 873 (1990); LAPACK's dbdsqr.
/// Throws    std::runtime_error if it does not converge.
[[nodiscard]] SingularVectors singular_vectors(Bidiagonal matrix);

}  // namespace tobiuo::poisson
