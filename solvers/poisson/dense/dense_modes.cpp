// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/dense/dense_modes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "kernels/compensated_sum.hpp"
#include "solvers/poisson/dense/bidiagonal.hpp"

namespace tobiuo::poisson {
namespace {

/// The conductances of an axis: before the first row, between the rows, behind the last one.
std::vector<double> conductances_of(const ThreePoint& rows)
{
    const std::size_t count = rows.width.size();
    std::vector<double> all(count + 1);
    all[0] = rows.lower_wall() * rows.width.front();
    for (std::size_t k = 0; k + 1 < count; ++k) {
        all[k + 1] = rows.above[k] * rows.width[k];
    }
    all[count] = rows.upper_wall() * rows.width.back();
    return all;
}

/// The differences sqrt(c) D / sqrt(w), of which each row has the columns beside a conductance, turned
/// into an upper bidiagonal matrix by rotations of rows, which change neither its singular values nor
/// its right vectors. Without a conductance before the first row or behind the last one its last
/// element is 0.
Bidiagonal differences(const std::vector<double>& conductance, const std::vector<double>& width)
{
    const std::size_t count = width.size();
    Bidiagonal made{.diagonal = std::vector<double>(count),
                    .above = std::vector<double>(count - 1)};
    double f = std::sqrt(conductance[0] / width[0]);
    for (std::size_t k = 0; k < count; ++k) {
        const double q = -std::sqrt(conductance[k + 1] / width[k]);
        const double r = std::hypot(f, q);
        made.diagonal[k] = r;
        if (k + 1 < count) {
            const double p = std::sqrt(conductance[k + 1] / width[k + 1]);
            made.above[k] = q / r * p;
            f = f / r * p;
        }
    }
    return made;
}

}  // namespace

DenseModes dense_modes(const ThreePoint& rows)
{
    const std::size_t count = rows.width.size();
    std::vector<double> conductance = conductances_of(rows);
    std::vector<double> width = rows.width;
    const bool is_free = conductance.front() == 0.0 && conductance.back() == 0.0;
    const bool turned = conductance.front() == 0.0 && !is_free;
    if (turned) {
        std::ranges::reverse(conductance);
        std::ranges::reverse(width);
    }
    const SingularVectors found = singular_vectors(differences(conductance, width));
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, std::ranges::greater{},
                      [&](std::size_t n) { return found.values[n]; });
    CompensatedSum sum;
    for (const double one : rows.width) {
        sum += one;
    }
    const double length = sum.value();
    DenseModes made{.eigenvalues = std::vector<double>(count),
                    .modes = std::vector<double>(count * count),
                    .values = std::vector<double>(count * count)};
    for (std::size_t m = 0; m < count; ++m) {
        const bool constant = is_free && m + 1 == count;
        const double root = found.values[order[m]];
        made.eigenvalues[m] = constant ? 0.0 : -root * root;
        for (std::size_t k = 0; k < count; ++k) {
            const double weight = std::sqrt(rows.width[k] / length);
            const double v = constant ? weight : found.at(order[m], turned ? count - 1 - k : k);
            made.modes[m * count + k] = v * weight;
            made.values[k * count + m] = constant ? 1.0 : v / weight;
        }
    }
    return made;
}

}  // namespace tobiuo::poisson
