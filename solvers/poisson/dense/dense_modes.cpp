// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/dense/dense_modes.hpp"

#include <algorithm>
#include <array>
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

/// The modes of an axis, or of a half of it, with the weights width / length.
DenseModes dense_modes_of(std::vector<double> conductance, std::vector<double> width, double length)
{
    const std::size_t count = width.size();
    std::vector<double> weight(count);
    for (std::size_t k = 0; k < count; ++k) {
        weight[k] = std::sqrt(width[k] / length);
    }
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
    DenseModes made{.eigenvalues = std::vector<double>(count),
                    .modes = std::vector<double>(count * count),
                    .values = std::vector<double>(count * count)};
    for (std::size_t m = 0; m < count; ++m) {
        const bool constant = is_free && m + 1 == count;
        const double root = found.values[order[m]];
        made.eigenvalues[m] = constant ? 0.0 : -root * root;
        for (std::size_t k = 0; k < count; ++k) {
            const double v = constant ? weight[k] : found.at(order[m], turned ? count - 1 - k : k);
            made.modes[m * count + k] = v * weight[k];
            made.values[k * count + m] = constant ? 1.0 : v / weight[k];
        }
    }
    return made;
}

/// The modes of mirrored rows from those of their halves.
///
/// Method    odd modes are 0 at the middle, which is beyond half of the step between the last two rows,
///           or in the middle row; even ones have no flux through it, and half of the middle row. The
///           halves are as long as each other, so a mode of one has half of its length in the whole: its
///           part of the matrix that gives modes is halved. A middle value is its own mirror image
///           and counts twice, which is right, for half of its row has half of its weight.
DenseModes folded_modes(std::vector<double> conductance, std::vector<double> width, double length)
{
    const std::size_t count = width.size();
    const std::size_t half = (count + 1) / 2;
    width.resize(half);
    conductance.resize(half + 1);
    const std::size_t odd_count = count / 2;
    std::vector<double> odd_width(width.begin(),
                                  width.begin() + static_cast<std::ptrdiff_t>(odd_count));
    std::vector<double> odd_conductance(
        conductance.begin(), conductance.begin() + static_cast<std::ptrdiff_t>(odd_count + 1));
    if (odd_count == half) {
        odd_conductance.back() *= 2.0;
    } else {
        width.back() *= 0.5;
    }
    conductance.back() = 0.0;
    const std::array halves{
        dense_modes_of(std::move(odd_conductance), std::move(odd_width), 0.5 * length),
        dense_modes_of(std::move(conductance), std::move(width), 0.5 * length)};
    DenseModes made{.eigenvalues = {},
                    .modes = std::vector<double>(2 * half * half),
                    .values = std::vector<double>(2 * half * half),
                    .folded = true};
    for (std::size_t parity = 0; parity < 2; ++parity) {
        const DenseModes& one = halves.at(parity);
        const std::size_t rows = one.eigenvalues.size();
        made.eigenvalues.insert(made.eigenvalues.end(), one.eigenvalues.begin(),
                                one.eigenvalues.end());
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t column = 0; column < rows; ++column) {
                const std::size_t to = (parity * half + row) * half + column;
                made.modes[to] = 0.5 * one.modes[row * rows + column];
                made.values[to] = one.values[row * rows + column];
            }
        }
    }
    return made;
}

}  // namespace

DenseModes dense_modes(const ThreePoint& rows)
{
    CompensatedSum sum;
    for (const double one : rows.width) {
        sum += one;
    }
    return is_mirrored(rows) ? folded_modes(conductances_of(rows), rows.width, sum.value())
                             : dense_modes_of(conductances_of(rows), rows.width, sum.value());
}

}  // namespace tobiuo::poisson
