// SPDX-License-Identifier: BSD-3-Clause
// A convolution in free space: the source with images and zeros, products of spectra, the box of the
// result. For host and device.
#pragma once

#include "runtime/machine/item_kind.hpp"

namespace tobiuo::poisson {

/// padded[z][y][x] = f at the images of the tables, see PaddedAxis::images, in rows of 2 (counts[0] / 2
/// + 1) values.
template <typename T>
struct PadWithImages {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/free_space_items.hpp",
                                            .type = "tobiuo::poisson::PadWithImages",
                                            .name = "padded-with-images",
                                            .threads = 128,
                                            .nanoseconds = 2.0};

    const T* f = nullptr;
    T* padded = nullptr;
    const int* images[3] = {};  ///< for each padded value: +-(source + 1), 0 for none
    long long counts[3] = {};   ///< of padded values
    long long box[3] = {};      ///< of f

    constexpr void operator()(long long n) const
    {
        const long long x = n % counts[0];
        const long long row = n / counts[0];
        const int image[3] = {images[0][x], images[1][row % counts[1]], images[2][row / counts[1]]};
        T value = 0;
        if (image[0] != 0 && image[1] != 0 && image[2] != 0) {
            bool negative = false;
            long long place = 0;
            for (int axis = 2; axis >= 0; --axis) {
                const bool below = image[axis] < 0;
                negative = negative != below;
                place = place * box[axis] + (below ? -image[axis] : image[axis]) - 1;
            }
            value = negative ? -f[place] : f[place];
        }
        padded[row * 2 * (counts[0] / 2 + 1) + x] = value;
    }
};

/// product[k] = spectrum[k] times a table of the octant k >= 0 of an even kernel; or, with an axis, of
/// one that is odd along it and imaginary: times i, with the sign of k. `spectrum` may be `product`.
template <typename T>
struct MultiplySpectrum {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/free_space_items.hpp",
                                            .type = "tobiuo::poisson::MultiplySpectrum",
                                            .name = "multiplied-spectrum",
                                            .threads = 128,
                                            .nanoseconds = 3.0};

    const T* spectrum = nullptr;  ///< pairs: real and imaginary parts
    T* product = nullptr;
    const T* table = nullptr;  ///< [z][y][x] with counts / 2 + 1 values along each axis
    const T* wave = nullptr;   ///< another factor along `axis`, or null
    long long counts[3] = {};  ///< of padded values
    int axis = -1;
    T factor = 1;
    bool adds = false;  ///< to product

    constexpr void operator()(long long n) const
    {
        const long long width = counts[0] / 2 + 1;
        const long long row = n / width;
        const long long at[3] = {n % width, row % counts[1], row / counts[1]};
        long long folded[3] = {};
        for (int one = 0; one < 3; ++one) {
            const long long mirrored = counts[one] - at[one];
            folded[one] = at[one] < mirrored ? at[one] : mirrored;
        }
        const long long place = (folded[2] * (counts[1] / 2 + 1) + folded[1]) * width + folded[0];
        T value = factor * table[place];
        const T real = spectrum[2 * n];
        const T imaginary = spectrum[2 * n + 1];
        T result[2] = {};
        if (axis < 0) {
            result[0] = value * real;
            result[1] = value * imaginary;
        } else {
            if (wave != nullptr) {
                value *= wave[folded[axis]];
            }
            if (2 * at[axis] == counts[axis]) {
                value = 0;  // the mode of either sign
            } else if (folded[axis] != at[axis]) {
                value = -value;
            }
            result[0] = -value * imaginary;
            result[1] = value * real;
        }
        product[2 * n] = adds ? product[2 * n] + result[0] : result[0];
        product[2 * n + 1] = adds ? product[2 * n + 1] + result[1] : result[1];
    }
};

/// u[z][y][x] = padded[z][y][x], of rows of 2 (padded_counts[0] / 2 + 1) values.
template <typename T>
struct TakeBox {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/free_space_items.hpp",
                                            .type = "tobiuo::poisson::TakeBox",
                                            .name = "box-of-padded",
                                            .threads = 128,
                                            .nanoseconds = 2.0};

    const T* padded = nullptr;
    T* u = nullptr;
    long long box[3] = {};
    long long padded_counts[3] = {};

    constexpr void operator()(long long n) const
    {
        const long long x = n % box[0];
        const long long y = n / box[0] % box[1];
        const long long z = n / box[0] / box[1];
        u[n] = padded[(z * padded_counts[1] + y) * 2 * (padded_counts[0] / 2 + 1) + x];
    }
};

}  // namespace tobiuo::poisson
