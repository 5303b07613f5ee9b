// SPDX-License-Identifier: BSD-3-Clause
// Real transforms of a tile, with two lines as one complex line.

#include <cmath>
#include <cstddef>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/fft/host/line_steps.hpp"
#include "kernels/fft/host/tile_dft.hpp"
#include "kernels/fft/host/tile_functions.hpp"
#include "kernels/fft/pass/makhoul.hpp"

namespace tobiuo::fft {
namespace {

/// How a kind of transform is built from one of Makhoul's.
struct Recipe {
    Makhoul makhoul = Makhoul::none;
    bool sine = false;
    bool transposed = false;  ///< DCT-III and DST-III: the steps of II in reverse
};

Recipe recipe_of(RealKind kind)
{
    switch (kind) {
        case RealKind::halfcomplex:
            return Recipe{};
        case RealKind::cosine_2:
            return Recipe{.makhoul = Makhoul::whole};
        case RealKind::cosine_3:
            return Recipe{.makhoul = Makhoul::whole, .transposed = true};
        case RealKind::cosine_4:
            return Recipe{.makhoul = Makhoul::halfway};
        case RealKind::sine_2:
            return Recipe{.makhoul = Makhoul::whole, .sine = true};
        case RealKind::sine_3:
            return Recipe{.makhoul = Makhoul::whole, .sine = true, .transposed = true};
        case RealKind::sine_4:
            return Recipe{.makhoul = Makhoul::halfway, .sine = true};
        default:
            throw std::invalid_argument{std::string{name_of(kind)} + " is not made of line pairs"};
    }
}

template <typename T>
Complex<T> twiddled(long double angle)
{
    return {static_cast<T>(std::cos(angle)), static_cast<T>(-std::sin(angle))};
}

/// The factors exp(-pi i (k + shift) / (parts n)) for k = 0 ... n - 1.
template <typename T>
std::vector<Complex<T>> twiddle_table(std::int64_t n, long double shift, int parts)
{
    std::vector<Complex<T>> all;
    for (std::int64_t k = 0; k < n; ++k) {
        all.push_back(
            twiddled<T>(std::numbers::pi_v<long double> * (static_cast<long double>(k) + shift) /
                        (static_cast<long double>(parts) * static_cast<long double>(n))));
    }
    return all;
}

/// Transforms two lines as one complex line.
template <typename T>
class PairedLines final : public LineSteps<T> {
public:
    PairedLines(const Recipe& recipe, std::int64_t length, Effort effort)
        : recipe_{recipe},
          length_{length},
          shift_twiddles_(recipe.makhoul == Makhoul::halfway ? twiddle_table<T>(length, 0.0L, 1)
                                                             : std::vector<Complex<T>>{}),
          functions_{usable_tile_functions<T>().front()},
          dft_{length, recipe.transposed ? InOrder::coefficients : InOrder::samples, effort},
          mirrored_rows_{mirrored_rows()}
    {
        this->round_trip = 2.0 * static_cast<double>(length);
        for (std::int64_t j = 0; j < length; ++j) {
            this->input_rows.push_back(recipe.transposed ? coefficient_row(j) : makhoul_row(j));
        }
        this->modes.resize(static_cast<std::size_t>(length));
        for (std::int64_t k = 0; k < length; ++k) {
            const TileRow place = recipe.transposed ? makhoul_row(k) : coefficient_row(k);
            this->modes[static_cast<std::size_t>(place.row)] = k;
        }
    }

    void forward(T* tile) const override
    {
        recipe_.transposed ? combine_and_transform(tile) : transform_and_separate(tile);
    }

    void inverse(T* tile) const override
    {
        recipe_.transposed ? transform_and_separate(tile) : combine_and_transform(tile);
    }

private:
    [[nodiscard]] TileRow makhoul_row(std::int64_t j) const
    {
        return {.row = dft_.sample_row(makhoul_place(recipe_.makhoul, length_, j)),
                .negated = makhoul_sign(recipe_.makhoul, recipe_.sine, j)};
    }

    /// The row of coefficient k: sines come out in the reverse order of the cosines.
    [[nodiscard]] TileRow coefficient_row(std::int64_t k) const
    {
        return {.row = dft_.coefficient_row(recipe_.sine ? length_ - 1 - k : k), .negated = false};
    }

    /// Each pair of mirrored coefficients once, in the order of the lower rows.
    [[nodiscard]] std::vector<MirroredRows<T>> mirrored_rows() const
    {
        const std::vector<Complex<T>> twiddles =
            recipe_.makhoul == Makhoul::none
                ? std::vector<Complex<T>>(static_cast<std::size_t>(length_), {T{1}, T{0}})
                : twiddle_table<T>(length_, recipe_.makhoul == Makhoul::halfway ? 0.5L : 0.0L, 2);
        std::vector<MirroredRows<T>> rows;
        for (std::int64_t k = 0; k < length_; ++k) {
            const std::int64_t m = mirror(recipe_.makhoul, length_, k);
            if (k <= m) {
                const bool alone = k == m && !mirrors_itself(recipe_.makhoul, k);
                rows.push_back({.low = dft_.coefficient_row(k),
                                .high = dft_.coefficient_row(m),
                                .twiddle = twiddles[static_cast<std::size_t>(k)],
                                .with = alone ? T{0} : T{1}});
            }
        }
        return rows;
    }

    void transform_and_separate(T* tile) const
    {
        functions_.twiddle(tile, shift_twiddles_);
        dft_.forward(tile);
        functions_.split(tile, mirrored_rows_);
    }

    void combine_and_transform(T* tile) const
    {
        functions_.join(tile, mirrored_rows_);
        dft_.backward(tile);
        functions_.twiddle_back(tile, shift_twiddles_);
    }

    Recipe recipe_;
    std::int64_t length_;
    std::vector<Complex<T>> shift_twiddles_;  ///< of the rows of samples, for Makhoul::halfway
    const TileFunctions<T>& functions_;
    TileDft<T> dft_;
    std::vector<MirroredRows<T>> mirrored_rows_;
};

}  // namespace

template <typename T>
std::unique_ptr<LineSteps<T>> paired_lines(RealKind forward, std::int64_t length, Effort effort)
{
    return std::make_unique<PairedLines<T>>(recipe_of(forward), length, effort);
}

template std::unique_ptr<LineSteps<float>> paired_lines(RealKind, std::int64_t, Effort);
template std::unique_ptr<LineSteps<double>> paired_lines(RealKind, std::int64_t, Effort);

}  // namespace tobiuo::fft
