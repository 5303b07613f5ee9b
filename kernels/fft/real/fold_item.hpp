// What one thread of a fold does: one code for device and host.
#pragma once

#include "kernels/fft/pass/pass_arguments.hpp"
#include "kernels/fft/real/fold_form.hpp"
#include "kernels/fft/real/fold_two.hpp"

namespace tobiuo::fft {

/// Folds elements k and pairs - k of a row, for one k from 0 to pairs / 2. Does nothing for an item
/// past the last one.
template <FoldForm form, typename T, typename Memory>
void run_fold(const Memory& memory, long long item, Complex<T>* data, const PassTables<T>& tables)
{
    if (item >= form.items()) {
        return;
    }
    constexpr int bits = form.twiddle().low_bits();
    constexpr long long low = (1LL << bits) - 1;
    const long long k = item % form.items_per_row();
    Complex<T>* const near = data + item / form.items_per_row() * (form.pairs + 1) + k;
    fold_two(memory, near, near + (form.pairs - 2 * k),
             tables.twiddle_low[k & low] * tables.twiddle_high[k >> bits], k == 0, form.inverse);
}

}  // namespace tobiuo::fft
