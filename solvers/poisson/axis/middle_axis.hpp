// SPDX-License-Identifier: BSD-3-Clause
// The solution along the middle axis of a spectral solve, for a tile of lines at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "kernels/fft/host/line_transform.hpp"
#include "kernels/fft/host/plan.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// A tile of HostLineTransform<T>::width lines along the middle axis, [row][line]; each line is a
/// mode of the two other axes.
template <typename T>
struct ModeTile {
    T* values{};
    std::int64_t lines{};            ///< number of lines with data: the first ones
    std::span<const double> others;  ///< per line: the mode's eigenvalue along the other axes
    std::span<double> scratch;       ///< MiddleAxis::scratch_values() values
};

/// The step between the forward and the inverse transforms along the other axes: inverts or applies
/// the problem's operator along one axis, with lambda.
template <typename T>
class MiddleAxis {
public:
    MiddleAxis() = default;
    MiddleAxis(const MiddleAxis&) = delete;
    MiddleAxis& operator=(const MiddleAxis&) = delete;
    virtual ~MiddleAxis() = default;

    /// The row in which solve() and apply() expect each sample of a line.
    [[nodiscard]] virtual const std::vector<fft::TileRow>& rows() const = 0;
    [[nodiscard]] virtual std::int64_t scratch_values() const = 0;

    /// Solves in place. Returns the mean of f that it removed from the line of the constant mode if
    /// that line has no solution; otherwise 0.
    virtual double solve(const ModeTile<T>& tile) const = 0;
    virtual void apply(const ModeTile<T>& tile) const = 0;

    /// Throws std::invalid_argument if lambda makes the operator singular for a line of `others`.
    virtual void validate_lambda(std::span<const double> others) const = 0;
};

/// Makes an axis that transforms, divides by the eigenvalues and transforms back; the result is
/// multiplied by `scale`.
template <typename T>
[[nodiscard]] std::unique_ptr<MiddleAxis<T>> transformed_axis(const Problem& problem, int axis,
                                                              double scale, fft::Effort effort);

/// Makes an axis of two recurrences along each line, for a problem that allows_recurrences(); the
/// result is multiplied by `scale`.
template <typename T>
[[nodiscard]] std::unique_ptr<MiddleAxis<T>> recurrent_axis(const Problem& problem, int axis,
                                                            double scale);

/// Makes a stretched axis, solved by Gaussian elimination, with rows that change places if lambda is
/// positive; the result is multiplied by `scale`.
template <typename T>
[[nodiscard]] std::unique_ptr<MiddleAxis<T>> tridiagonal_axis(const Problem& problem, int axis,
                                                              double scale);

}  // namespace tobiuo::poisson
