// SPDX-License-Identifier: BSD-3-Clause
// What one thread of a fold does: one code for device and host.
#pragma once

#include "kernels/fft/pass/pass_arguments.hpp"
#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/fft/pass/real_pairs.hpp"
#include "kernels/fft/real/fold_form.hpp"

namespace tobiuo::fft {

/// Loads and stores values as they are in memory.
struct PlainMemory {
    template <Access access, typename Value>
    static constexpr Value load(const Value* from)
    {
        return *from;
    }
    template <Access access, typename Value>
    static constexpr void store(Value* to, Value value)
    {
        *to = value;
    }
};

/// Folds elements k and pairs - k of a row, or with `inverse` unfolds them, in place. They are one
/// element if k is in the middle. `power`: exp(-2 pi i k / (2 pairs)). `ends`: k is 0. `Memory`
/// gives load<Access>(pointer) and store<Access>(pointer, value).
template <typename Memory, typename T>
constexpr void fold_two(const Memory& memory, Complex<T>* near, Complex<T>* far, Complex<T> power,
                        bool ends, bool inverse)
{
    using Value = Complex<T>;
    const auto load = [&](const Value* from) { return memory.template load<Access::normal>(from); };
    const auto store = [&](Value* to, Value value) {
        memory.template store<Access::normal>(to, value);
    };
    const Value one = load(near);
    if (ends) {
        // Elements 0 and pairs of a half spectrum are real; both come from element 0 of the pairs.
        if (inverse) {
            store(near, unfolded(Value{one.x, load(far).x}, one, power, true));
        } else {
            store(near, Value{one.x + one.y, 0});
            store(far, Value{one.x - one.y, 0});
        }
        return;
    }
    const Value two = load(far);
    // The factor exp(-2 pi i (pairs - k) / (2 pairs)).
    const Value mirrored = {-power.x, power.y};
    store(near, inverse ? unfolded(one, two, power, false) : folded(one, two, power));
    if (far != near) {
        store(far, inverse ? unfolded(two, one, mirrored, false) : folded(two, one, mirrored));
    }
}

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
