// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/host/tile_dft.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <stdexcept>

#include "kernels/fft/host/fftw_memory.hpp"

namespace tobiuo::fft {
namespace {

/// The radices of the stages whose product is `length`, or nothing if a prime factor has none.
/// Radix 8 fits the registers best; a radix 2 is avoided, because its stage moves as many bytes.
std::vector<int> radices_of(std::int64_t length)
{
    std::vector<int> radices;
    for (; length % 8 == 0 && length != 16; length /= 8) {
        radices.push_back(8);
    }
    for (const int radix : std::array{13, 11, 7, 5, 4, 3, 2}) {
        for (; length % radix == 0; length /= radix) {
            radices.push_back(radix);
        }
    }
    return length == 1 ? radices : std::vector<int>{};
}

/// exp(-2 pi i j k / (radix step)) for all butterflies j and their results k > 0.
template <typename T>
std::vector<Complex<T>> twiddles_of(int radix, std::int64_t step)
{
    std::vector<Complex<T>> twiddles;
    for (std::int64_t j = 0; step > 1 && j < step; ++j) {
        for (int k = 1; k < radix; ++k) {
            const long double angle = 2.0L * std::numbers::pi_v<long double> *
                                      static_cast<long double>(j * k) /
                                      static_cast<long double>(radix * step);
            twiddles.push_back({static_cast<T>(std::cos(angle)), static_cast<T>(-std::sin(angle))});
        }
    }
    return twiddles;
}

}  // namespace

template <typename T>
bool TileDft<T>::has_butterflies(std::int64_t length)
{
    return length == 1 || !radices_of(length).empty();
}

template <typename T>
TileDft<T>::TileDft(std::int64_t length, InOrder in_order, Effort effort)
    : in_order_{in_order}, functions_{usable_tile_functions<T>().front()}
{
    if (has_butterflies(length)) {
        plan_butterflies(length, radices_of(length));
    } else {
        plan_fftw(length, effort);
    }
}

template <typename T>
void TileDft<T>::plan_butterflies(std::int64_t length, const std::vector<int>& radices)
{
    std::int64_t blocks = 1;
    for (const int radix : radices) {
        const std::int64_t step = length / (blocks * radix);
        stages_.push_back({.radix = radix,
                           .blocks = blocks,
                           .step = step,
                           .twiddles = twiddles_of<T>(radix, step)});
        blocks *= radix;
    }
    for (std::int64_t k = 0; k < length; ++k) {
        std::int64_t row = 0;
        std::int64_t left = k;
        for (const ButterflyStage<T>& stage : stages_) {
            row += left % stage.radix * stage.step;
            left /= stage.radix;
        }
        places_.push_back(row);
    }
}

template <typename T>
void TileDft<T>::plan_fftw(std::int64_t length, Effort effort)
{
    constexpr std::int64_t width = tile_width<T>;
    const bool measured = effort == Effort::measure;
    const PlanningArray tile{length * width * static_cast<std::int64_t>(sizeof(T)), measured};
    T* const re = static_cast<T*>(tile.data());
    T* const im = re + width / 2;
    const fftw_iodim64 along{.n = length, .is = width, .os = width};
    const fftw_iodim64 many{.n = width / 2, .is = 1, .os = 1};
    const unsigned flags = measured ? FFTW_MEASURE : FFTW_ESTIMATE;
    {
        const FftwPlanner<T> planner{1, fftw_memory(std::span{&length, 1}, 1)};
        fftw_.reset(Fftw<T>::plan_split(1, &along, 1, &many, re, im, re, im, flags));
        fftw_backward_.reset(Fftw<T>::plan_split(1, &along, 1, &many, im, re, im, re, flags));
    }
    if (fftw_ == nullptr || fftw_backward_ == nullptr) {
        throw std::runtime_error{
            "FFTW made no plan of a line transform (out of memory?): free some memory"};
    }
    for (std::int64_t k = 0; k < length; ++k) {
        places_.push_back(k);
    }
}

template <typename T>
void TileDft<T>::run_stages(T* tile, Direction direction) const
{
    if ((direction == Direction::forward) == (in_order_ == InOrder::samples)) {
        for (const ButterflyStage<T>& stage : stages_) {
            functions_.transform(tile, stage, direction, Decimation::frequency);
        }
    } else {
        for (auto stage = stages_.rbegin(); stage != stages_.rend(); ++stage) {
            functions_.transform(tile, *stage, direction, Decimation::time);
        }
    }
}

template <typename T>
void TileDft<T>::forward(T* tile) const
{
    if (fftw_ != nullptr) {
        T* const im = tile + tile_width<T> / 2;
        return Fftw<T>::execute_split(fftw_.get(), tile, im, tile, im);
    }
    run_stages(tile, Direction::forward);
}

template <typename T>
void TileDft<T>::backward(T* tile) const
{
    if (fftw_backward_ != nullptr) {
        T* const im = tile + tile_width<T> / 2;
        return Fftw<T>::execute_split(fftw_backward_.get(), im, tile, im, tile);
    }
    run_stages(tile, Direction::inverse);
}

template class TileDft<float>;
template class TileDft<double>;

}  // namespace tobiuo::fft
