// What a spectral solve does along its middle axis, for a tile of lines at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "kernels/fft/host/line_transform.hpp"
#include "kernels/fft/host/plan.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// HostLineTransform<T>::width lines along the middle axis, [row][line], each a mode of the two
/// other axes.
template <typename T>
struct ModeTile {
    T* values{};
    std::int64_t lines{};            ///< that are there: the first ones
    std::span<const double> others;  ///< per line: the mode's eigenvalue along the other axes
    std::span<double> scratch;       ///< MiddleAxis::scratch_values() of them
};

/// The step between the transforms there and back along the other axes: the problem's operator
/// along one axis, inverted or applied, lambda included.
template <typename T>
class MiddleAxis {
public:
    MiddleAxis() = default;
    MiddleAxis(const MiddleAxis&) = delete;
    MiddleAxis& operator=(const MiddleAxis&) = delete;
    virtual ~MiddleAxis() = default;

    /// Per number of a line, the row that solve() and apply() want it in.
    [[nodiscard]] virtual const std::vector<fft::TileRow>& rows() const = 0;
    [[nodiscard]] virtual std::int64_t scratch_values() const = 0;

    /// In place. Returns what it removed from the line of the constant mode where that has no
    /// solution: the mean of f; else 0.
    virtual double solve(const ModeTile<T>& tile) const = 0;
    virtual void apply(const ModeTile<T>& tile) const = 0;

    /// Throws std::invalid_argument if lambda makes the operator singular for a line of `others`.
    virtual void validate_lambda(std::span<const double> others) const = 0;
};

/// Transform, division by the eigenvalues, and back; multiplied by `scale`.
template <typename T>
[[nodiscard]] std::unique_ptr<MiddleAxis<T>> transformed_axis(const Problem& problem, int axis,
                                                              double scale, fft::Effort effort);

/// Two recurrences along each line, for a problem that allows_recurrences(); multiplied by `scale`.
template <typename T>
[[nodiscard]] std::unique_ptr<MiddleAxis<T>> recurrent_axis(const Problem& problem, int axis,
                                                            double scale);

/// Gaussian elimination with partial pivoting, for a stretched axis; multiplied by `scale`.
template <typename T>
[[nodiscard]] std::unique_ptr<MiddleAxis<T>> tridiagonal_axis(const Problem& problem, int axis,
                                                              double scale);

}  // namespace tobiuo::poisson
