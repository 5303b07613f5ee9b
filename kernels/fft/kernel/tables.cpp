// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/kernel/tables.hpp"

#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <utility>

#include "kernels/fft/host/plan.hpp"

namespace tobiuo::fft {
namespace {

/// The root of unity exp(-2 pi i numerator / denominator), computed in long double and rounded
/// once.
template <typename T>
Complex<T> root(std::int64_t numerator, std::int64_t denominator)
{
    numerator %= denominator;
    const long double angle = 2 * std::numbers::pi_v<long double> *
                              static_cast<long double>(numerator) /
                              static_cast<long double>(denominator);
    return {static_cast<T>(std::cos(angle)), static_cast<T>(-std::sin(angle))};
}

}  // namespace

template <typename T>
std::vector<Complex<T>> roots_of_unity(std::int64_t length, std::int64_t count, std::int64_t step)
{
    std::vector<Complex<T>> roots(static_cast<std::size_t>(count));
    for (std::int64_t m = 0; m < count; ++m) {
        roots[static_cast<std::size_t>(m)] = root<T>(m * step, length);
    }
    return roots;
}

template <typename T>
std::vector<Complex<T>> chirp(std::int64_t points)
{
    std::vector<Complex<T>> values(static_cast<std::size_t>(points));
    for (std::int64_t n = 0; n < points; ++n) {
        values[static_cast<std::size_t>(n)] = root<T>(n * n % (2 * points), 2 * points);
    }
    return values;
}

template <typename T>
std::vector<Complex<T>> chirp_filter(std::int64_t points, std::int64_t length)
{
    const std::vector<Complex<double>> forward = chirp<double>(points);
    std::vector<std::complex<double>> wrapped(static_cast<std::size_t>(length));
    for (std::int64_t n = 0; n < points; ++n) {
        const Complex<double> value = conjugate(forward[static_cast<std::size_t>(n)]);
        wrapped[static_cast<std::size_t>(n)] = {value.x, value.y};
        wrapped[static_cast<std::size_t>((length - n) % length)] = {value.x, value.y};
    }
    const HostPlan plan{{.lengths = {length}, .precision = Precision::fp64}, Effort::estimate, 1};
    plan.execute(wrapped.data(), wrapped.data());
    std::vector<Complex<T>> filter;
    for (const std::complex<double>& value : wrapped) {
        const std::complex<double> scaled = value / static_cast<double>(length);
        filter.push_back({static_cast<T>(scaled.real()), static_cast<T>(scaled.imag())});
    }
    return filter;
}

template <typename T>
std::vector<Complex<T>> dealt_filter(const Convolution& convolution, std::int64_t last)
{
    const std::vector<Complex<T>> ordered = chirp_filter<T>(convolution.points, convolution.length);
    std::vector<Complex<T>> dealt;
    dealt.reserve(ordered.size());
    for (std::int64_t k1 = 0; k1 < convolution.first; ++k1) {
        for (std::int64_t k2 = 0; k2 < convolution.second; ++k2) {
            for (std::int64_t k3 = 0; k3 < last; ++k3) {
                const std::int64_t k = k1 + convolution.first * (k2 + convolution.second * k3);
                dealt.push_back(ordered[static_cast<std::size_t>(k)]);
            }
        }
    }
    return dealt;
}

template <typename T>
std::vector<Complex<T>> split_twiddles(Makhoul makhoul, std::int64_t points)
{
    const std::vector<Complex<T>> all = roots_of_unity<T>(8 * points, 2 * points);
    std::vector<Complex<T>> twiddle_table;
    twiddle_table.reserve(static_cast<std::size_t>(points));
    for (std::size_t k = makhoul == Makhoul::halfway ? 1 : 0; k < all.size(); k += 2) {
        twiddle_table.push_back(all[k]);
    }
    return twiddle_table;
}

/// The factors w[k] of LoneLineItem.
template <typename T>
std::vector<Complex<T>> lone_twiddles(std::int64_t points)
{
    const std::vector<Complex<T>> all = roots_of_unity<T>(16 * points, 4 * points);
    std::vector<Complex<T>> twiddle_table;
    for (std::size_t k = 1; k < all.size(); k += 8) {
        twiddle_table.push_back(all[k]);
    }
    return twiddle_table;
}

template <typename T>
HostTwiddles<T>::HostTwiddles(std::int64_t length)
    : low_bits{Twiddle{.length = length}.low_bits()},
      low{roots_of_unity<T>(length, std::int64_t{1} << low_bits)},
      high{roots_of_unity<T>(length, (length >> low_bits) + 1, std::int64_t{1} << low_bits)}
{
}

template <typename T>
HostTables<T>::HostTables(const PassForm& form)
{
    if (form.table_entries() > 1) {
        twiddles = roots_of_unity<T>(form.table_entries(), form.table_entries());
    }
    if (form.chirp_points() > 0) {
        chirp = fft::chirp<T>(form.chirp_points());
    }
    if (form.bluestein) {
        filter = chirp_filter<T>(form.transform_points(), form.block.length);
    }
    if (form.convolution.points > 0) {
        filter = dealt_filter<T>(form.convolution, form.points);
    }
    if (form.twiddle.length > 0) {
        HostTwiddles<T> axis{form.twiddle.length};
        twiddle_low = std::move(axis.low);
        twiddle_high = std::move(axis.high);
    }
    const bool is_halfway = form.pairs.makhoul == Makhoul::halfway;
    if (is_halfway && form.pairs.alone) {
        split_twiddles = lone_twiddles<T>(form.points);
    } else if (form.pairs.makhoul != Makhoul::none) {
        split_twiddles = fft::split_twiddles<T>(form.pairs.makhoul, form.points);
    }
    if (is_halfway || form.pairs.alone || form.pairs.is_type_one()) {
        const std::int64_t period = form.transform_points();
        shift_twiddles = roots_of_unity<T>(2 * period, period);
    }
}

template <typename T>
PassTables<T> HostTables<T>::view() const
{
    return {.twiddles = twiddles.data(),
            .chirp = chirp.data(),
            .filter = filter.data(),
            .twiddle_low = twiddle_low.data(),
            .twiddle_high = twiddle_high.data(),
            .split_twiddles = split_twiddles.data(),
            .shift_twiddles = shift_twiddles.data()};
}

template struct HostTwiddles<float>;
template struct HostTwiddles<double>;
template struct HostTables<float>;
template struct HostTables<double>;
template std::vector<Complex<float>> roots_of_unity(std::int64_t, std::int64_t, std::int64_t);
template std::vector<Complex<double>> roots_of_unity(std::int64_t, std::int64_t, std::int64_t);
template std::vector<Complex<float>> chirp(std::int64_t);
template std::vector<Complex<double>> chirp(std::int64_t);
template std::vector<Complex<float>> chirp_filter(std::int64_t, std::int64_t);
template std::vector<Complex<double>> chirp_filter(std::int64_t, std::int64_t);
template std::vector<Complex<float>> dealt_filter(const Convolution&, std::int64_t);
template std::vector<Complex<double>> dealt_filter(const Convolution&, std::int64_t);

}  // namespace tobiuo::fft
