#include "solvers/poisson/axis/sturm.hpp"

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

}  // namespace tobiuo::poisson
