// SPDX-License-Identifier: BSD-3-Clause
// Cosine and sine transforms of the lines of a tile on the CPU, each line by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/fft/host/real_plan.hpp"
#include "kernels/fft/host/tile_dft.hpp"
#include "kernels/fft/host/tile_functions.hpp"

namespace tobiuo::fft {

/// A DCT or DST of types 2 to 4 of `tile_width / 2` lines of `length` samples, length even: two
/// values of the same line are the parts of one complex value of its row, so that no line meets
/// another one. A tile has length / 2 rows; line l is in the columns l and l + tile_width / 2.
///
/// II and III transform the real line in Makhoul's order as length / 2 pairs of neighbours, which
/// are folded to half a spectrum V: with t[k] = exp(-pi i k / 2 n), the coefficients k and n - k
/// are 2 Re and -2 Im of t[k] V[k]. IV needs no fold: with z[m] = x[2m] + i x[n-1-2m] and
/// w[m] = exp(-pi i (m + 1/8) / n), the coefficients 2k and n-1-2k are 2 Re and -2 Im of w[k] times
/// coefficient k of the DFT of w[m] z[m].
///
/// Alignment a tile starts at a cache line.
/// Accuracy  as TileDft, relative to each line's own norm; NaN and infinity stay in their line.
/// Sharing   any number of executions at a time.
/// Source    J. Makhoul, IEEE Trans. ASSP 28(1), 27 (1980); real_pairs.hpp; makhoul.hpp for sines.
template <typename T>
class HostLoneLines {
public:
    /// Lines of a tile.
    static constexpr std::int64_t lines = tile_width<T> / 2;

    /// Where a sample or coefficient of the first line is in a tile, and its factor there.
    struct Place {
        std::int64_t offset{};
        T factor{};
    };

    /// Throws std::invalid_argument unless the kind is of types 2 to 4 and the length even,
    /// std::runtime_error if FFTW makes no plan.
    HostLoneLines(RealKind kind, std::int64_t length, Effort effort);

    /// Transforms a tile whose samples were multiplied by their factors.
    void transform(T* tile) const;

    [[nodiscard]] std::int64_t tile_values() const { return rows_ * tile_width<T>; }
    /// The place of each sample before transform().
    [[nodiscard]] const std::vector<Place>& samples() const { return samples_; }
    /// The place of each coefficient of name_of(kind) after transform(), and what it lacks.
    [[nodiscard]] const std::vector<Place>& coefficients() const { return coefficients_; }

private:
    enum class Type { two, three, four };

    static Type type_of(RealKind kind);
    [[nodiscard]] Place at(std::int64_t row, bool imaginary, T factor) const;
    [[nodiscard]] std::vector<Place> makhoul_places(T factor) const;
    [[nodiscard]] std::vector<Place> spectrum_places(T factor) const;
    void plan_two_and_three();
    void plan_four();
    /// Multiplies the imaginary parts of row 0, which are those of coefficient n / 2.
    void scale_middle(T* tile, double factor) const;

    Type type_;
    bool sine_;
    std::int64_t length_;
    std::int64_t rows_;
    const TileFunctions<T>& functions_;
    TileDft<T> dft_;
    std::vector<Complex<T>> sample_twiddles_;       ///< of the rows of samples, for IV
    std::vector<Complex<T>> coefficient_twiddles_;  ///< of the rows of coefficients
    std::vector<MirroredRows<T>> mirrored_;
    std::vector<Place> samples_;
    std::vector<Place> coefficients_;
};

extern template class HostLoneLines<float>;
extern template class HostLoneLines<double>;

}  // namespace tobiuo::fft
