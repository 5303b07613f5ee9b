// SPDX-License-Identifier: BSD-3-Clause
// The complex DFT of the lines of a tile, by butterflies or by FFTW.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/fft/host/fftw_planner.hpp"
#include "kernels/fft/host/plan.hpp"
#include "kernels/fft/host/tile_functions.hpp"

namespace tobiuo::fft {

/// Which rows of a tile are in order; the others are where the stages leave them.
enum class InOrder { samples, coefficients };

/// A DFT and its inverse of the pairs of lines of a tile (line l and line l + width / 2 are the
/// real and imaginary part), in place: sample j is in row sample_row(j), coefficient k in row
/// coefficient_row(k). The inverse multiplies by the length.
///
/// Lengths whose prime factors are at most 13 are transformed by the generated butterflies for
/// vector registers, decimated in frequency one way and in time back, so that no row changes its
/// place; other lengths by FFTW's plan of split arrays.
///
/// Alignment a tile starts at a cache line.
/// Accuracy  relative error in the 2-norm at most 8 eps sqrt(log2 length).
/// Sharing   any number of executions at a time.
/// Source    W. M. Gentleman and G. Sande, AFIPS Fall Joint Computer Conference 29, 563 (1966).
template <typename T>
class TileDft {
public:
    /// Whether butterflies transform this length.
    [[nodiscard]] static bool has_butterflies(std::int64_t length);

    /// Plans both directions. Throws std::runtime_error if FFTW makes no plan.
    TileDft(std::int64_t length, InOrder in_order, Effort effort);

    void forward(T* tile) const;
    void backward(T* tile) const;

    [[nodiscard]] std::int64_t sample_row(std::int64_t sample) const
    {
        return in_order_ == InOrder::samples ? sample : places_[static_cast<std::size_t>(sample)];
    }
    [[nodiscard]] std::int64_t coefficient_row(std::int64_t coefficient) const
    {
        return in_order_ == InOrder::coefficients ? coefficient
                                                  : places_[static_cast<std::size_t>(coefficient)];
    }

private:
    void plan_butterflies(std::int64_t length, const std::vector<int>& radices);
    void plan_fftw(std::int64_t length, Effort effort);
    void run_stages(T* tile, Direction direction) const;

    InOrder in_order_;
    const TileFunctions<T>& functions_;
    std::vector<ButterflyStage<T>> stages_;  ///< empty if FFTW transforms
    UniqueFftwPlan<T> fftw_;
    UniqueFftwPlan<T> fftw_backward_;
    std::vector<std::int64_t> places_;  ///< rows of what is not in order
};

extern template class TileDft<float>;
extern template class TileDft<double>;

}  // namespace tobiuo::fft
