// SPDX-License-Identifier: BSD-3-Clause
// Multiplies all lines along an axis of an array by a matrix, on the CPU.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/memory/work_arrays.hpp"
#include "solvers/poisson/axis/line_tiles.hpp"
#include "solvers/poisson/dense/dense_functions.hpp"

namespace tobiuo::poisson {

/// Traffic   one read and one write of the array; the matrix passes through the caches for each tile.
/// Accuracy  sums of 32 products each, which are added up in order: the same bits for any number of
///           threads and instruction set.
template <typename T>
class HostProduct {
public:
    /// `matrix` is [row][column], square, for the lines along `axis`.
    HostProduct(const std::vector<double>& matrix, const Shape& shape, int axis, int threads);

    /// `in` may be `out`.
    void multiply(const T* in, T* out, int threads) const;

    [[nodiscard]] std::int64_t workspace_bytes() const { return work_.bytes(); }

private:
    [[nodiscard]] std::int64_t tile_values() const;

    LineSet lines_;
    std::vector<fft::TileRow> rows_;
    std::vector<T> matrix_;  ///< see GroupedMatrix
    memory::WorkArrays<T> work_;
};

extern template class HostProduct<float>;
extern template class HostProduct<double>;

}  // namespace tobiuo::poisson
