// SPDX-License-Identifier: BSD-3-Clause
// Spectra of a flow along axes and in shells of wave numbers: lines of values side by side, and the
// squares of their transforms. For host and device.
#pragma once

#ifndef __CUDACC__
#include <cmath>
#endif

#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// The items copy the values of lines of an array, which are numbered along two axes, one after the
/// other: value m of line l goes to to[l * row + m].
template <typename T>
struct CopyOfLines {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/spectrum_items.hpp",
                                            .type = "tobiuo::flow::CopyOfLines",
                                            .name = "flow-lines",
                                            .threads = 128,
                                            .nanoseconds = 2.0};

    const T* from = nullptr;
    long long stride = 1;       ///< between values of a line
    long long strides[2] = {};  ///< between lines along the faster and the slower axis
    long long faster = 1;       ///< lines along the faster axis
    long long first = 0;        ///< line
    long long lines = 0;
    long long length = 0;  ///< values of each
    double* to = nullptr;
    long long row = 0;

    [[nodiscard]] constexpr long long count() const { return lines * length; }
    constexpr void operator()(long long n) const
    {
        const bool is_contiguous = stride == 1;  // neighbouring items are neighbours in `from`
        const long long line = is_contiguous ? n / length : n % lines;
        const long long value = is_contiguous ? n % length : n / lines;
        const long long place = (first + line) % faster * strides[0] +
                                (first + line) / faster * strides[1] + value * stride;
        to[line * row + value] = static_cast<double>(from[place]);
    }
};

/// The items add the squares of the transforms of some lines, [line][mode] of complex numbers, to
/// [mode][group] of `sums`, each line times its weights along both axes. Every group has each
/// `groups`th line.
template <typename T>
struct SquaresOfModes {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/spectrum_items.hpp",
                                            .type = "tobiuo::flow::SquaresOfModes",
                                            .name = "flow-modes",
                                            .threads = 128,
                                            .nanoseconds = 200.0};

    const T* spectra = nullptr;  ///< a real and an imaginary part for each mode
    const T* weights[2] = {};    ///< of lines along the faster and the slower axis
    long long faster = 1;
    long long first = 0;  ///< line
    long long lines = 0;
    long long length = 0;  ///< values of a line
    long long groups = 1;
    T* sums = nullptr;

    [[nodiscard]] constexpr long long modes() const { return length / 2 + 1; }
    [[nodiscard]] constexpr long long count() const { return modes() * groups; }
    constexpr void operator()(long long n) const
    {
        const long long mode = n % modes();
        const long long group = n / modes();
        T sum = 0;
        for (long long line = group; line < lines; line += groups) {
            const T* const value = spectra + 2 * (line * modes() + mode);
            sum += weights[0][(first + line) % faster] * weights[1][(first + line) / faster] *
                   (value[0] * value[0] + value[1] * value[1]);
        }
        // Of a real line, modes -m and m have the same square.
        const T alike = mode == 0 || 2 * mode == length ? 1 : 2;
        sums[mode * groups + group] +=
            alike * sum / (static_cast<T>(length) * static_cast<T>(length));
    }
};

/// The items add the squares of the transform of a box to the shells of its wave numbers, each with
/// those from half a width below to half a width above a multiple of the width: [shell][group] of
/// `sums`. Item n has each `groups`th row along x.
template <typename T>
struct SquaresInShells {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/spectrum_items.hpp",
                                            .type = "tobiuo::flow::SquaresInShells",
                                            .name = "flow-shells",
                                            .threads = 64,
                                            .nanoseconds = 1000.0};

    const T* spectrum = nullptr;  ///< [z][y][x] of the modes from `first` on, in complex numbers
    long long first[3] = {};
    long long counts[3] = {};
    long long all[3] = {};  ///< points of the box
    T waves[3] = {};        ///< 2 pi / length of an axis, 0 along one that is absent
    T width = 1;
    long long groups = 1;
    T* sums = nullptr;

    void operator()(long long n) const
    {
        const T points = static_cast<T>(all[0]) * static_cast<T>(all[1]) * static_cast<T>(all[2]);
        for (long long row = n; row < counts[1] * counts[2]; row += groups) {
            const T y = wave(1, first[1] + row % counts[1]);
            const T z = wave(2, first[2] + row / counts[1]);
            for (long long i = 0; i < counts[0]; ++i) {
                const long long mode = first[0] + i;
                const T x = wave(0, mode);
                const T* const value = spectrum + 2 * (row * counts[0] + i);
                const T alike = mode == 0 || 2 * mode == all[0] ? 1 : 2;
                const auto shell =
                    static_cast<long long>(sqrt(x * x + y * y + z * z) / width + T{0.5});
                sums[shell * groups + n] +=
                    alike * (value[0] * value[0] + value[1] * value[1]) / (points * points);
            }
        }
    }

private:
#ifndef __CUDACC__
    static T sqrt(T value)
    {
        return std::sqrt(value);
    }
#endif

    [[nodiscard]] constexpr T wave(int axis, long long mode) const
    {
        return waves[axis] * static_cast<T>(2 * mode <= all[axis] ? mode : mode - all[axis]);
    }
};

}  // namespace tobiuo::flow
