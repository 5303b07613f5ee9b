// SPDX-License-Identifier: BSD-3-Clause
// Between the factors of an axis in two rounds: twiddle factors and a transposition. One code for
// device and host.
//
// With n = n1 second + n2 and k = k1 + first k2, the transform along n1 of [n1][n2] leaves
// [k1][n2], whose elements are multiplied by exp(-+2 pi i k1 n2 / N) and transposed to [n2][k1].
// The transform along n2 then leaves [k2][k1], which is k in order.
// Source: D. H. Bailey, FFTs in external or hierarchical memory (1990).
#pragma once

#include "kernels/fft/pass/pass_arguments.hpp"

namespace tobiuo::fft {

/// Elements along both sides of a tile of twiddle_transpose.cuh, and rows of it that a block of
/// threads reads or writes at a time.
inline constexpr int transpose_tile = 32;
inline constexpr int transpose_rows = 8;

/// Rows and columns of [k1][n2], and the tables of the factors.
template <typename T>
struct TwiddleTranspose {
    const Complex<T>* in = nullptr;  ///< [rows][columns]
    Complex<T>* out = nullptr;       ///< [columns][rows]
    long long rows = 0;              ///< the values of k1
    long long first_row = 0;         ///< the least of them
    long long columns = 0;           ///< the values of n2 in this chunk
    long long first = 0;             ///< the least of them
    TwiddleTables<T> twiddles = {};  ///< of the whole axis
    bool inverse = false;

    /// Element [first_row + k1][first + column], multiplied.
    [[nodiscard]] constexpr Complex<T> at(long long k1, long long column) const
    {
        const Complex<T> forward = twiddles.at((first_row + k1) * (first + column));
        return in[k1 * columns + column] * (inverse ? conjugate(forward) : forward);
    }
};

/// Computes all elements on the host: the twin of twiddle_transpose.cuh.
template <typename T>
void twiddle_transpose_on_host(const TwiddleTranspose<T>& what)
{
    for (long long k1 = 0; k1 < what.rows; ++k1) {
        for (long long column = 0; column < what.columns; ++column) {
            what.out[column * what.rows + k1] = what.at(k1, column);
        }
    }
}

}  // namespace tobiuo::fft
