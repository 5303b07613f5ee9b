// The fold of one element of a half spectrum and its mirror: one code for device and host.
#pragma once

#include "kernels/fft/pass/real_pairs.hpp"

namespace tobiuo::fft {

/// Folds elements k and pairs - k of a row, or with `inverse` unfolds them, in place. They are one
/// element if k is in the middle. `power`: exp(-2 pi i k / (2 pairs)). `ends`: k is 0.
template <typename T>
constexpr void fold_two(Complex<T>* near, Complex<T>* far, Complex<T> power, bool ends,
                        bool inverse)
{
    using Value = Complex<T>;
    const Value one = *near;
    if (ends) {
        // Elements 0 and pairs of a half spectrum are real; both come from element 0 of the pairs.
        const Value both = inverse ? Value{one.x, far->x} : one;
        *near = inverse ? unfolded(both, one, power, true) : Value{one.x + one.y, 0};
        if (!inverse) {
            *far = {one.x - one.y, 0};
        }
        return;
    }
    const Value two = *far;
    // The factor exp(-2 pi i (pairs - k) / (2 pairs)).
    const Value mirrored = {-power.x, power.y};
    *near = inverse ? unfolded(one, two, power, false) : folded(one, two, power);
    if (far != near) {
        *far = inverse ? unfolded(two, one, mirrored, false) : folded(two, one, mirrored);
    }
}

}  // namespace tobiuo::fft
