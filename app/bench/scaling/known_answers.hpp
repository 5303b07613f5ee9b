// SPDX-License-Identifier: BSD-3-Clause
// Problems whose answers are known, made and compared plane by plane: fields that are products of
// three factors, solutions of Poisson's equation, and spectra of transforms of complex numbers.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "app/bench/poisson/bench_problem.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::scaling_bench {

using runtime::Machine;

/// The field f[z][y][x] = x[x] y[y] z[z], of float, double or complex numbers of these.
template <typename Value>
struct SeparableField {
    std::vector<Value> x;
    std::vector<Value> y;
    std::vector<Value> z;

    /// A plane of it into `out`, [y][x].
    void plane(std::int64_t at, std::span<Value> out) const;
    [[nodiscard]] std::size_t plane_values() const { return x.size() * y.size(); }
};

/// Planes of a field that a rank has: `count` from `first` on, without gaps from `data` on.
struct OwnPlanes {
    std::int64_t first{};
    std::int64_t count{};
    std::byte* data{};
};

template <typename Value>
void write_planes_and_wait(const SeparableField<Value>& field, const OwnPlanes& own,
                           const Machine& machine);

/// The largest difference between the planes of a rank and those of the field; the largest number
/// if a value is not a number.
template <typename Value>
[[nodiscard]] double difference_and_wait(const SeparableField<Value>& field, const OwnPlanes& own,
                                         const Machine& machine);

/// A product of modes, one of each axis, of the second-order operator on cells.
struct KnownSolution {
    poisson::Problem problem;
    SeparableField<double> f;
    double eigenvalue{};  ///< u = f / eigenvalue
};

/// The problem of boxes of cubic cells whose width makes the lowest eigenvalue that is not zero
/// -1: solutions of solutions then stay in the range of numbers. `lengths`: z, y, x.
[[nodiscard]] poisson::Problem known_problem(const std::vector<std::int64_t>& lengths,
                                             const poisson_bench::Boundary& boundary,
                                             Precision precision);
/// That problem, and f with its solution.
[[nodiscard]] KnownSolution known_solution(const std::vector<std::int64_t>& lengths,
                                           const poisson_bench::Boundary& boundary,
                                           Precision precision);

/// The bound of the error of such a solution relative to its largest value: a line of n rows is
/// solved by sums over all of them, each of which rounds.
[[nodiscard]] double solution_tolerance(const std::vector<std::int64_t>& lengths,
                                        Precision precision);

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

/// Random numbers along z in one column, and zero elsewhere: no mode of all is zero.
template <typename T>
[[nodiscard]] SeparableField<std::complex<T>> column_samples(
    const std::vector<std::int64_t>& lengths)
{
    const auto factor = [&](std::size_t axis) {
        std::vector<std::complex<T>> values(static_cast<std::size_t>(lengths[axis]));
        values[static_cast<std::size_t>(wave_number(lengths[axis], axis))] = 1;
        return values;
    };
    std::mt19937_64 random{1965};  // NOLINT(*-msc51-cpp): the same on every machine
    std::uniform_real_distribution<double> between{-1.0, 1.0};
    std::vector<std::complex<T>> along_z;
    for (std::int64_t n = 0; n < lengths[0]; ++n) {
        const double real = between(random);
        along_z.emplace_back(static_cast<T>(real), static_cast<T>(between(random)));
    }
    return {.x = factor(2), .y = factor(1), .z = std::move(along_z)};
}

/// The spectrum of a field by the sums of the definition along each axis.
template <typename T>
[[nodiscard]] SeparableField<std::complex<T>> spectrum_of(
    const SeparableField<std::complex<T>>& field)
{
    const auto factor = [](const std::vector<std::complex<T>>& samples) {
        const std::size_t length = samples.size();
        std::vector<std::complex<double>> roots;
        for (std::size_t m = 0; m < length; ++m) {
            const double turn = static_cast<double>(m) / static_cast<double>(length);
            roots.push_back(std::polar(1.0, -2.0 * std::numbers::pi * turn));
        }
        std::vector<std::complex<T>> modes;
        for (std::size_t k = 0; k < length; ++k) {
            std::complex<double> sum;
            for (std::size_t n = 0; n < length; ++n) {
                sum += std::complex<double>{samples[n]} * roots[n * k % length];
            }
            modes.emplace_back(sum);
        }
        return modes;
    };
    return {.x = factor(field.x), .y = factor(field.y), .z = factor(field.z)};
}

/// The unscaled transforms in sequence, of as many as 2^32 points, that take random_samples() through
/// half the range of exponents: each makes the data of N points sqrt(N) times as large.
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
