// SPDX-License-Identifier: BSD-3-Clause
// The elimination of a row of a tridiagonal matrix by the one before, without a difference of large
// numbers. One code for device and host, and the text of OpenCL kernels.
#pragma once

namespace tobiuo::tridiagonal {

/// What elimination leaves of the row
///
///     below (u[k-1] - u[k]) + above (u[k+1] - u[k]) - decay u[k] = -r:
///
/// u[k] = (1 - loss) u[k+1] + share times what has been added up, of which the row before passes on
/// `below` times its own.
template <typename Number>
struct RowShares {
    Number loss;
    Number share;
};

/// Eliminates a row by the one before, whose loss is `loss_before` (1 if u before the row is 0);
/// `inverse` is the function 1 / x. No number is negative.
///
/// Accuracy  pivots are sums of positive numbers, none is what is left of a diagonal element, so a
///           loss is exact to a few roundings a row even where it is tiny, as it is for modes that
///           hardly decay.
/// Source    W. Grassmann, M. Taksar, D. Heyman, Operations Research 33, 1107 (1985)
template <typename Number, typename Inverse>
[[nodiscard]] constexpr RowShares<Number> eliminated_row(const Number& below,
                                                         const Number& loss_before,
                                                         const Number& decay, const Number& above,
                                                         const Inverse& inverse)
{
    const Number own = below * loss_before + decay;
    const Number share = inverse(own + above);
    return {own * share, share};
}

/// u[k] = (1 - loss) u[k+1] + solved, where `behind` is u[k+1]. The change from row to row is small
/// where u is, to rounding, a constant: so many rows hardly round it.
template <typename Number>
[[nodiscard]] constexpr Number substituted(const Number& loss, const Number& solved,
                                           const Number& behind)
{
    return behind + (solved - loss * behind);
}

}  // namespace tobiuo::tridiagonal
