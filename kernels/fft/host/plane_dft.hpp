// SPDX-License-Identifier: BSD-3-Clause
// The DFT of planes on the CPU along both axes, by tiles of lines that stay in a cache.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/fft/host/plan.hpp"
#include "kernels/fft/host/tile_dft.hpp"
#include "kernels/fft/host/tile_functions.hpp"

namespace tobiuo::fft {

/// Transforms planes of contiguous rows, first along each row, then along the columns, and back, in
/// the reverse order. Neither is scaled.
///
/// The samples of a real row are the parts of half as many complex values, see real_pairs.hpp. The
/// first and the last element of their half spectra are real numbers: those of all rows are the
/// parts of one complex column, until its transform is separated into those of both.
///
/// Traffic   reads and writes a plane once, if a cache holds the work array, which has about as
///           many values as the plane.
/// Rows      at least the pairs of a tile, tile_width<T> / 2; real rows have an even length.
/// Accuracy  as TileDft.
/// Sharing   any number of executions at a time, each with a work array of its own.
template <typename T>
class PlaneDft {
public:
    /// Real rows of `columns` samples, or complex ones. Throws std::runtime_error if FFTW makes no
    /// plan.
    PlaneDft(bool real, std::int64_t rows, std::int64_t columns);

    /// The values of a work array, which starts at a cache line.
    [[nodiscard]] std::int64_t work_values() const;

    /// Transforms a plane whose rows are `stride` values apart to its spectrum, whose rows follow
    /// each other. Both may be in one array whose rows have the same stride. After streaming stores
    /// memory::finish_streaming_stores() is called.
    void forward(const T* plane, std::int64_t stride, T* spectrum, T* work,
                 memory::Stores stores = memory::Stores::cached) const;
    /// Inverts forward() but for the number of points as a factor.
    void backward(const T* spectrum, T* plane, std::int64_t stride, T* work) const;

private:
    static constexpr std::int64_t width = tile_width<T>;
    static constexpr std::int64_t pairs = width / 2;

    void separate_ends(T* columns, T* spectrum) const;
    void join_ends(const T* spectrum, T* columns) const;

    [[nodiscard]] std::int64_t tiles() const { return (lines_ + pairs - 1) / pairs; }
    [[nodiscard]] std::int64_t tile_values() const { return rows_ * width; }
    [[nodiscard]] std::int64_t spectrum_stride() const { return 2 * (real_ ? lines_ + 1 : lines_); }
    /// The complex values of a tile of rows, and one row of no column.
    [[nodiscard]] std::int64_t row_values() const { return (lines_ + 1) * width; }
    [[nodiscard]] const std::int64_t* columns_of(std::int64_t tile) const
    {
        return spectrum_.data() + tile * pairs;
    }

    bool real_;
    std::int64_t rows_;
    std::int64_t lines_;  ///< complex columns
    const TileFunctions<T>& functions_;
    TileDft<T> along_rows_;
    TileDft<T> along_columns_;
    std::vector<std::int64_t> samples_;       ///< of a row of the plane, where they are in a tile
    std::vector<std::int64_t> spectrum_;      ///< of a row, those of each tile of columns
    std::vector<std::int64_t> coefficients_;  ///< of a column
    std::vector<std::int64_t> in_order_;
    std::vector<MirroredRows<T>> mirrored_;  ///< of a row, to be folded
};

extern template class PlaneDft<float>;
extern template class PlaneDft<double>;

}  // namespace tobiuo::fft
