// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/host/lone_lines.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/fft/pass/makhoul.hpp"

namespace tobiuo::fft {
namespace {

bool is_sine(RealKind kind)
{
    return kind == RealKind::sine_2 || kind == RealKind::sine_3 || kind == RealKind::sine_4;
}

/// exp(-pi i turn / of).
template <typename T>
Complex<T> twiddle(long double turn, std::int64_t of)
{
    const long double angle = std::numbers::pi_v<long double> * turn / static_cast<long double>(of);
    return {static_cast<T>(std::cos(angle)), static_cast<T>(-std::sin(angle))};
}

/// The number of pairs of values of a line.
std::int64_t half_of(std::int64_t length)
{
    if (length < 2 || length % 2 != 0) {
        throw std::invalid_argument{
            "a line of " + std::to_string(length) +
            " samples is not made of pairs (its length is odd): give an even number"};
    }
    return length / 2;
}

}  // namespace

template <typename T>
HostLoneLines<T>::HostLoneLines(RealKind kind, std::int64_t length, Effort effort)
    : type_{type_of(kind)},
      sine_{is_sine(kind)},
      length_{length},
      rows_{half_of(length)},
      functions_{usable_tile_functions<T>().front()},
      dft_{rows_, InOrder::samples, effort}
{
    type_ == Type::four ? plan_four() : plan_two_and_three();
    if (sine_) {  // the coefficients of sines are those of cosines in reverse order
        std::ranges::reverse(type_ == Type::three ? samples_ : coefficients_);
    }
}

template <typename T>
typename HostLoneLines<T>::Type HostLoneLines<T>::type_of(RealKind kind)
{
    switch (kind) {
        case RealKind::cosine_2:
        case RealKind::sine_2:
            return Type::two;
        case RealKind::cosine_3:
        case RealKind::sine_3:
            return Type::three;
        case RealKind::cosine_4:
        case RealKind::sine_4:
            return Type::four;
        default:
            throw std::invalid_argument{
                "tiles of lines are transformed by cosines and sines of "
                "types 2 to 4 only: ask for such a kind"};
    }
}

template <typename T>
typename HostLoneLines<T>::Place HostLoneLines<T>::at(std::int64_t row, bool imaginary,
                                                      T factor) const
{
    return {.offset = row * tile_width<T> + (imaginary ? lines : 0), .factor = factor};
}

/// The places of values in Makhoul's order, neighbours of which are a pair.
template <typename T>
std::vector<typename HostLoneLines<T>::Place> HostLoneLines<T>::makhoul_places(T factor) const
{
    std::vector<Place> places;
    for (std::int64_t j = 0; j < length_; ++j) {
        const std::int64_t place = makhoul_place(Makhoul::whole, length_, j);
        const bool negated = makhoul_sign(Makhoul::whole, sine_, j);
        places.push_back(
            at(dft_.sample_row(place / 2), place % 2 != 0, negated ? -factor : factor));
    }
    return places;
}

/// The places of the cosine coefficients k and n - k, which are the parts of row k.
template <typename T>
std::vector<typename HostLoneLines<T>::Place> HostLoneLines<T>::spectrum_places(T factor) const
{
    std::vector<Place> places(static_cast<std::size_t>(length_));
    for (std::int64_t k = 0; k < rows_; ++k) {
        const std::int64_t row = dft_.coefficient_row(k);
        places[static_cast<std::size_t>(k)] = at(row, false, factor);
        places[static_cast<std::size_t>(k == 0 ? rows_ : length_ - k)] =
            at(row, true, k == 0 ? factor : -factor);
    }
    return places;
}

template <typename T>
void HostLoneLines<T>::plan_two_and_three()
{
    coefficient_twiddles_.resize(static_cast<std::size_t>(rows_));
    for (std::int64_t k = 0; k < rows_; ++k) {
        coefficient_twiddles_[static_cast<std::size_t>(dft_.coefficient_row(k))] =
            twiddle<T>(static_cast<long double>(k), 2 * length_);
    }
    for (std::int64_t k = 1; 2 * k <= rows_; ++k) {
        mirrored_.push_back({.low = dft_.coefficient_row(k),
                             .high = dft_.coefficient_row(rows_ - k),
                             .twiddle = twiddle<T>(static_cast<long double>(k), rows_)});
    }
    const bool back = type_ == Type::three;
    samples_ = back ? spectrum_places(T{1}) : makhoul_places(T{1});
    coefficients_ = back ? makhoul_places(T{1}) : spectrum_places(T{2});
}

template <typename T>
void HostLoneLines<T>::plan_four()
{
    sample_twiddles_.resize(static_cast<std::size_t>(rows_));
    coefficient_twiddles_.resize(static_cast<std::size_t>(rows_));
    samples_.resize(static_cast<std::size_t>(length_));
    coefficients_.resize(static_cast<std::size_t>(length_));
    for (std::int64_t m = 0; m < rows_; ++m) {
        const std::int64_t before = dft_.sample_row(m);
        const std::int64_t after = dft_.coefficient_row(m);
        const Complex<T> own = twiddle<T>(static_cast<long double>(m) + 0.125L, length_);
        sample_twiddles_[static_cast<std::size_t>(before)] = own;
        coefficient_twiddles_[static_cast<std::size_t>(after)] = own;
        const auto even = static_cast<std::size_t>(2 * m);
        const auto odd = static_cast<std::size_t>(length_ - 1 - 2 * m);
        samples_[even] = at(before, false, T{1});
        samples_[odd] = at(before, true, sine_ ? T{-1} : T{1});
        coefficients_[even] = at(after, false, T{2});
        coefficients_[odd] = at(after, true, T{-2});
    }
}

template <typename T>
void HostLoneLines<T>::scale_middle(T* tile, double factor) const
{
    for (std::int64_t line = 0; line < lines; ++line) {
        tile[lines + line] *= static_cast<T>(factor);
    }
}

template <typename T>
void HostLoneLines<T>::transform(T* tile) const
{
    // Both parts of coefficient n / 2 are one number: t[n / 2] is (1 - i) / sqrt 2.
    switch (type_) {
        case Type::two:
            dft_.forward(tile);
            functions_.fold(tile, mirrored_);
            functions_.twiddle(tile, coefficient_twiddles_);
            return scale_middle(tile, std::numbers::sqrt2 / 2.0);
        case Type::three:
            scale_middle(tile, std::numbers::sqrt2);
            functions_.twiddle_back(tile, coefficient_twiddles_);
            functions_.unfold(tile, mirrored_);
            return dft_.backward(tile);
        case Type::four:
            functions_.twiddle(tile, sample_twiddles_);
            dft_.forward(tile);
            return functions_.twiddle(tile, coefficient_twiddles_);
    }
}

template class HostLoneLines<float>;
template class HostLoneLines<double>;

}  // namespace tobiuo::fft
