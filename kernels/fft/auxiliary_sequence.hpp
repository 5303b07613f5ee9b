// Kinds 1 (DST-I, DCT-I) of two real lines by one complex transform of P points.
#pragma once

#include "kernels/fft/pair_form.hpp"

namespace tobiuo::fft {

/// Of numbers f[j], with m = P - j the mirror of j and s = sin(pi j / P),
///
///     DST-I   F[k] = sum of f[j] sin(pi j k / P), 0 < j, k < P
///             y[j] = s (f[j] + f[m]) + (f[j] - f[m]) / 2, y[0] = 0
///     DCT-I   F[k] = (f[0] + (-1)^k f[P]) / 2 + sum of f[j] cos(pi j k / P), 0 <= k <= P
///             y[j] = (f[j] + f[m]) / 2 - s (f[j] - f[m])
///
/// are such that the cosine and sine sums C[k] and S[k] of y over P points hold
///
///     DST-I   F[2k] = S[k], F[2k+1] - F[2k-1] = C[k], F[1] = C[0] / 2
///     DCT-I   F[2k] = C[k], F[2k+1] - F[2k-1] = S[k], F[1] = the sum that defines it
///
/// so that coefficients of one parity are sums of differences. Done twice it multiplies by P / 2.
/// C[k] lies in slot k <= P / 2 and S[k] in slot P - k < P; the coefficient that a difference leads to
/// lies where it lay, and F[1] of a DCT-I in slot P. One slot of a DST-I holds nothing.
///
/// Source    W. H. Press et al., Numerical Recipes, 3rd ed. (2007), section 12.4.
struct AuxiliarySequence {
    Continuation continuation;
    int points;  ///< P

    [[nodiscard]] constexpr bool is_odd() const { return continuation == Continuation::odd; }
    /// The differences start from a coefficient of its own.
    [[nodiscard]] constexpr bool has_start() const { return !is_odd(); }
    /// How many differences lead to coefficients.
    [[nodiscard]] constexpr int differences() const
    {
        return is_odd() ? points / 2 : (points + 1) / 2 - 1;
    }
    /// The slot of difference k = 0 ... differences() - 1.
    [[nodiscard]] constexpr int slot_of(int k) const { return is_odd() ? k : points - 1 - k; }

    [[nodiscard]] constexpr bool holds(int slot) const { return !is_odd() || slot != points / 2; }
    [[nodiscard]] constexpr int slot_of_mode(int mode) const
    {
        if (is_odd()) {
            return mode % 2 != 0 ? mode / 2 : points - mode / 2;
        }
        return mode % 2 != 0 ? points - mode / 2 : mode / 2;
    }
    [[nodiscard]] constexpr int mode_of_slot(int slot) const
    {
        if (is_odd()) {
            return slot < points / 2 ? 2 * slot + 1 : 2 * (points - slot);
        }
        return slot <= points / 2 && slot < points ? 2 * slot : 2 * (points - slot) + 1;
    }
    /// Where the coefficient of a slot lies in a line of coefficients.
    [[nodiscard]] constexpr int position_of_slot(int slot) const
    {
        return is_odd() && slot > points / 2 ? slot - 1 : slot;
    }
    [[nodiscard]] constexpr int position_of_mode(int mode) const
    {
        return position_of_slot(slot_of_mode(mode));
    }
    /// Where number j of the line lies in it: those of a DST-I begin with 1.
    [[nodiscard]] constexpr int index_of_number(int j) const { return is_odd() ? j - 1 : j; }
};

}  // namespace tobiuo::fft
