// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/program/dense_products.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

#include "kernels/passes_text.hpp"
#include "runtime/precision.hpp"
#include "solvers/poisson/axis/line_tiles.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {
namespace {

constexpr std::array<ArrayName, 2> matrices_to_modes{ArrayName::first_modes,
                                                     ArrayName::second_modes};
constexpr std::array<ArrayName, 2> matrices_to_values{ArrayName::first_values,
                                                      ArrayName::second_values};

/// The product along an axis of an array of this shape.
ProductOfLines product_along(const Shape& shape, int axis, ArrayName matrix)
{
    const Extent lines = extent_of(shape, axis);
    const std::int64_t values = shape[0] * shape[1] * shape[2];
    return {.matrix = matrix,
            .count = lines.count,
            .columns = lines.stride,
            .planes = values / (lines.count * lines.stride)};
}

/// A matrix of a dense axis; on paper only its size.
ProgramArray matrix_array(const std::vector<double>& matrix, std::int64_t count,
                          Precision precision)
{
    return matrix.empty() ? ProgramArray{.bytes = static_cast<std::size_t>(
                                             count * count * bytes_per_value(precision))}
                          : array_in(precision, matrix);
}

}  // namespace

std::vector<DenseAxis> dense_axes(const Problem& problem, bool on_paper)
{
    std::vector<DenseAxis> axes;
    for (int axis = 0; axis < 3; ++axis) {
        if (!is_dense(problem, axis)) {
            continue;
        }
        const ThreePoint rows = three_point(problem, axis);
        if (!on_paper) {
            axes.push_back({.axis = axis, .modes = dense_modes(rows)});
            continue;
        }
        std::vector<double> eigenvalues(rows.width.size(), -1.0);
        eigenvalues.back() = rows.lower_wall() == 0.0 && rows.upper_wall() == 0.0 ? 0.0 : -1.0;
        axes.push_back(
            {.axis = axis,
             .modes = {.eigenvalues = std::move(eigenvalues), .modes = {}, .values = {}}});
    }
    return axes;
}

GivenModes given_modes(const std::vector<DenseAxis>& axes)
{
    GivenModes modes;
    for (const DenseAxis& one : axes) {
        modes.at(static_cast<std::size_t>(one.axis)) = one.modes.eigenvalues;
    }
    return modes;
}

void add_products(SolveProgram& program, const Problem& problem, std::vector<DenseAxis> axes)
{
    if (axes.empty()) {
        return;
    }
    const Shape shape = shape_of(problem);
    std::vector<SolveStep> before;
    std::vector<SolveStep> after;
    std::string text;
    // A product needs another array: f, field, u there, and u, field, u or field, u back.
    std::array<ProductPlace, 3> places{ProductPlace::f, ProductPlace::field, ProductPlace::u};
    for (std::size_t n = 0; n < axes.size(); ++n) {
        const DenseModes& modes = axes[n].modes;
        const auto count = std::ssize(modes.eigenvalues);
        program.array(matrices_to_modes.at(n)) =
            matrix_array(modes.modes, count, program.precision);
        program.array(matrices_to_values.at(n)) =
            matrix_array(modes.values, count, program.precision);
        ProductOfLines there = product_along(shape, axes[n].axis, matrices_to_modes.at(n));
        there.from = places.at(n);
        there.to = places.at(n + 1);
        before.emplace_back(there);
        ProductOfLines back = product_along(shape, axes[n].axis, matrices_to_values.at(n));
        const bool first = n + 1 < axes.size();
        back.from = axes.size() == 1 || !first ? there.to : ProductPlace::field;
        back.to = axes.size() == 1 || first ? ProductPlace::u : ProductPlace::field;
        after.emplace(after.begin(), back);
        text += (n == 0 ? "" : " and ") + std::to_string(count);
        program.passes += 2;
    }
    program.between_products = places.at(axes.size());
    program.array(ArrayName::field) = {
        .bytes = static_cast<std::size_t>(program.points * bytes_per_value(program.precision))};
    program.steps.insert(program.steps.begin(), before.begin(), before.end());
    program.steps.insert(program.steps.end(), after.begin(), after.end());
    program.description = passes_text(program.passes) + ": products with the eigenvectors of " +
                          text + " rows;" +
                          program.description.substr(program.description.find(':') + 1);
}

}  // namespace tobiuo::poisson
