// SPDX-License-Identifier: BSD-3-Clause
// A fold: a pass over half spectra that completes real transforms too long for one pass, in place.
#pragma once

#include "kernels/fft/pass/pass_form.hpp"

namespace tobiuo::fft {

/// `rows` rows of pairs + 1 complex values each. They hold the transform of `pairs` pairs of reals
/// and become the half spectrum of 2 pairs reals; with `inverse` it is the opposite, with a factor
/// of two: see real_pairs.hpp.
struct FoldForm {
    static constexpr int threads = 256;

    long long rows = 1;
    long long pairs = 1;
    bool inverse = false;

    [[nodiscard]] constexpr bool operator==(const FoldForm&) const = default;

    /// Number of items of a row: elements k and pairs - k are one item.
    [[nodiscard]] constexpr long long items_per_row() const { return pairs / 2 + 1; }
    [[nodiscard]] constexpr long long items() const { return rows * items_per_row(); }
    [[nodiscard]] constexpr long long blocks() const { return (items() + threads - 1) / threads; }
    /// The factors exp(-2 pi i k / (2 pairs)) are in the tables of a pass with this Twiddle.
    [[nodiscard]] constexpr Twiddle twiddle() const { return {.length = 2 * pairs}; }
};

}  // namespace tobiuo::fft
