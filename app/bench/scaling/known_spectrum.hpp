// Samples for transforms of complex numbers: a mode whose spectrum is known, and random numbers.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

#include "app/bench/scaling/separable_field.hpp"

namespace tobiuo::scaling_bench {

[[nodiscard]] inline double points_of(const std::vector<std::int64_t>& lengths)
{
    double points = 1;
    for (const std::int64_t length : lengths) {
        points *= static_cast<double>(length);
    }
    return points;
}

/// The index along an axis of the mode: another one along each of them where they have points
/// enough.
[[nodiscard]] inline std::int64_t wave_number(std::int64_t length, std::size_t axis)
{
    return (length / 3 + static_cast<std::int64_t>(axis)) % length;
}

/// exp(2 pi i (k . n / N)). `lengths`: z, y, x.
template <typename T>
[[nodiscard]] SeparableField<std::complex<T>> single_mode(const std::vector<std::int64_t>& lengths)
{
    const auto factor = [&](std::size_t axis) {
        const std::int64_t length = lengths[axis];
        std::vector<std::complex<T>> values;
        for (std::int64_t n = 0; n < length; ++n) {
            const double turn = static_cast<double>(n * wave_number(length, axis) % length) /
                                static_cast<double>(length);
            values.emplace_back(std::polar(1.0, 2.0 * std::numbers::pi * turn));
        }
        return values;
    };
    return {.x = factor(2), .y = factor(1), .z = factor(0)};
}

/// The spectrum of it: as many as there are points at its wave numbers.
template <typename T>
[[nodiscard]] SeparableField<std::complex<T>> spectrum_of_mode(
    const std::vector<std::int64_t>& lengths)
{
    const auto factor = [&](std::size_t axis) {
        std::vector<std::complex<T>> values(static_cast<std::size_t>(lengths[axis]));
        values[static_cast<std::size_t>(wave_number(lengths[axis], axis))] =
            static_cast<T>(lengths[axis]);
        return values;
    };
    return {.x = factor(2), .y = factor(1), .z = factor(0)};
}

/// Without scaling, a transform of N points makes its data sqrt(N) times as large. So many in
/// sequence, of as many as 2^32 points, take random_samples() through half the range of exponents.
template <typename T>
[[nodiscard]] constexpr std::int64_t executions_in_range()
{
    constexpr int bits_of_one = 16;
    return std::numeric_limits<T>::max_exponent / bits_of_one;
}

/// Random numbers, small enough for executions_in_range(): all modes are there.
template <typename T>
[[nodiscard]] SeparableField<std::complex<T>> random_samples(
    const std::vector<std::int64_t>& lengths)
{
    std::mt19937_64 random{2026};  // NOLINT(*-msc51-cpp): the same on every machine
    std::uniform_real_distribution<double> between{-1.0, 1.0};
    const auto factor = [&](std::size_t axis) {
        std::vector<std::complex<T>> values;
        for (std::int64_t n = 0; n < lengths[axis]; ++n) {
            const double real = between(random);
            values.emplace_back(static_cast<T>(real), static_cast<T>(between(random)));
        }
        return values;
    };
    SeparableField<std::complex<T>> field{.x = factor(2), .y = factor(1), .z = factor(0)};
    const double growth =
        0.5 * std::log2(points_of(lengths)) * static_cast<double>(executions_in_range<T>());
    const auto small = static_cast<T>(std::exp2(-0.5 * growth));
    for (std::complex<T>& value : field.z) {
        value *= small;
    }
    return field;
}

}  // namespace tobiuo::scaling_bench
