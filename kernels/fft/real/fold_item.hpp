// What one thread of a fold does: one code for device and host.
#pragma once

#include "kernels/fft/pass/pass_arguments.hpp"
#include "kernels/fft/pass/real_pairs.hpp"
#include "kernels/fft/real/fold_form.hpp"

namespace tobiuo::fft {

/// Folds elements k and pairs - k of a row, for one k from 0 to pairs / 2. Does nothing for an item
/// past the last one.
template <FoldForm form, typename T>
void run_fold(long long item, Complex<T>* data, const PassTables<T>& tables)
{
    using Value = Complex<T>;
    if (item >= form.items()) {
        return;
    }
    constexpr int bits = form.twiddle().low_bits();
    constexpr long long low = (1LL << bits) - 1;
    const long long k = item % form.items_per_row();
    Value* const near = data + item / form.items_per_row() * (form.pairs + 1) + k;
    Value* const far = near + (form.pairs - 2 * k);
    const Value one = *near;
    const Value power = tables.twiddle_low[k & low] * tables.twiddle_high[k >> bits];
    if (k == 0) {
        // Elements 0 and pairs of a half spectrum are real; both come from element 0 of the pairs.
        const Value ends = form.inverse ? Value{one.x, far->x} : one;
        *near = form.inverse ? unfolded(ends, one, power, true) : Value{one.x + one.y, 0};
        if (!form.inverse) {
            *far = {one.x - one.y, 0};
        }
        return;
    }
    const Value two = *far;
    // The factor exp(-2 pi i (pairs - k) / (2 pairs)).
    const Value mirrored = {-power.x, power.y};
    *near = form.inverse ? unfolded(one, two, power, false) : folded(one, two, power);
    if (far != near) {
        *far = form.inverse ? unfolded(two, one, mirrored, false) : folded(two, one, mirrored);
    }
}

}  // namespace tobiuo::fft
