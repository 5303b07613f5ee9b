// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/axis/sturm.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace tobiuo::poisson {

std::int64_t eigenvalues_above(const ThreePoint& rows, double shift)
{
    std::int64_t count = 0;
    double before = 0.0;  // the sum of the row before, divided by its pivot
    for (std::size_t k = 0; k < rows.below.size(); ++k) {
        const double below = rows.width[k] * rows.below[k];
        const double above = rows.width[k] * rows.above[k];
        const double sum = rows.width[k] * (shift - rows.wall_at(k)) - below * before;
        double pivot = sum - above;
        if (pivot == 0.0) {  // any small number is valid; this one keeps the next pivot finite
            pivot = std::numeric_limits<double>::epsilon() * (below + above);
        }
        count += pivot > 0.0 ? 1 : 0;
        before = sum / pivot;
    }
    return count;
}

double eigenvalue_of(const ThreePoint& rows, std::int64_t from_top)
{
    if (from_top == 0 && rows.lower_wall() == 0.0 && rows.upper_wall() == 0.0) {
        return 0.0;  // of a constant
    }
    double beyond = 0.0;  // minus a bound by Gershgorin
    for (std::size_t k = 0; k < rows.below.size(); ++k) {
        beyond = std::max(beyond, rows.diagonal(k) + rows.below[k] + rows.above[k]);
    }
    // Halving the exponent first finds the size of the eigenvalue, whatever it is.
    double above = 1.01 * beyond;
    double below =
        above * std::numeric_limits<double>::epsilon() * std::numeric_limits<double>::epsilon();
    for (int halving = 0; halving < 64; ++halving) {
        const double middle =
            above > 2.0 * below ? std::sqrt(above * below) : 0.5 * (above + below);
        (eigenvalues_above(rows, middle) > from_top ? above : below) = middle;
    }
    return -above;
}

}  // namespace tobiuo::poisson
