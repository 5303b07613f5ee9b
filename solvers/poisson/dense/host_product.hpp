// SPDX-License-Identifier: BSD-3-Clause
// Multiplies all lines along an axis of an array by a matrix, on the CPU.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/dense/product.hpp"
#include "runtime/memory/work_arrays.hpp"
#include "solvers/poisson/axis/line_tiles.hpp"
#include "solvers/poisson/dense/dense_functions.hpp"

namespace tobiuo::poisson {

/// Method    a folded product, see dense::Fold, has two panels of half the rows, odd and even ones. Sums
///           and differences are formed in the tile: of the values before it is multiplied, or of the
///           products.
/// Traffic   one read and one write of the array; the matrix passes through the caches for each tile.
/// Accuracy  sums of 32 products each, which are added up in order: the same bits for any number of
///           threads and instruction set.
template <typename T>
class HostProduct {
public:
    /// `matrix` is that of dense::Product, for the lines along `axis`.
    HostProduct(const std::vector<double>& matrix, dense::Fold fold, const Shape& shape, int axis,
                int threads);

    /// `in` may be `out`.
    void multiply(const T* in, T* out, int threads) const;

    [[nodiscard]] std::int64_t workspace_bytes() const { return work_.bytes(); }

private:
    /// A matrix, and the first rows of what it multiplies and gives in a tile.
    struct Panel {
        std::vector<T> matrix;  ///< see GroupedMatrix
        std::int64_t side{};
        std::int64_t from{};
        std::int64_t to{};
    };

    [[nodiscard]] std::int64_t tile_values() const { return tile_rows_ * width; }
    /// What products with odd and even modes need of values, in a tile.
    void fold(T* tile) const;
    /// The values of their results.
    void unfold(T* tile) const;

    static constexpr std::int64_t width = fft::HostLineTransform<T>::width;

    dense::Fold fold_;
    LineSet lines_;
    std::vector<Panel> panels_;
    std::int64_t tile_rows_{};        ///< of whole groups of all panels
    std::vector<fft::TileRow> from_;  ///< where the values of a line are in a tile
    std::vector<fft::TileRow> to_;    ///< and those of the product
    memory::WorkArrays<T> work_;
};

extern template class HostProduct<float>;
extern template class HostProduct<double>;

}  // namespace tobiuo::poisson
