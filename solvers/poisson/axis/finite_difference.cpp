// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/axis/finite_difference.hpp"

#include <algorithm>
#include <cstddef>

namespace tobiuo::poisson {

// Computes Fornberg's recursion: weights[m][i] for derivative m from the positions 0 ... last.
std::vector<double> difference_weights(std::span<const double> positions, double at, int order)
{
    const std::size_t count = positions.size();
    const auto orders = static_cast<std::size_t>(order) + 1;
    std::vector<std::vector<double>> weights(orders, std::vector<double>(count));
    weights[0][0] = 1.0;
    double before = 1.0;  // the product of distances of the previous position
    for (std::size_t last = 1; last < count; ++last) {
        double product = 1.0;
        const double from_here = positions[last] - at;
        const double from_before = positions[last - 1] - at;
        for (std::size_t i = 0; i < last; ++i) {
            const double distance = positions[last] - positions[i];
            product *= distance;
            for (std::size_t m = std::min(orders - 1, last) + 1; m-- > 0;) {
                const double lower = m > 0 ? static_cast<double>(m) * weights[m - 1][i] : 0.0;
                if (i + 1 == last) {
                    weights[m][last] = before / product * (lower - from_before * weights[m][i]);
                }
                weights[m][i] = (from_here * weights[m][i] - lower) / distance;
            }
        }
        before = product;
    }
    return weights[orders - 1];
}

}  // namespace tobiuo::poisson
