// SPDX-License-Identifier: BSD-3-Clause
// Half spectra from the transforms of pairs, or back, for elements from both ends: items for device
// and host.
#pragma once

#include "kernels/fft/pass/pass_arguments.hpp"
#include "kernels/fft/real/fold_item.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::fft {

/// Elements first, first + 1, ... of a half spectrum of pairs + 1 elements, and their mirrors
/// pairs - k in the order of memory. The element that is its own mirror has none. Each of the `count`
/// items reads and writes an element and its mirror once.
template <typename T>
struct FoldEnds {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/fft/out_of_card/fold_ends.hpp",
                                            .type = "tobiuo::fft::FoldEnds",
                                            .name = "fft-fold-ends",
                                            .threads = 256,
                                            .nanoseconds = 5.0};

    Complex<T>* near = nullptr;  ///< `count` elements
    Complex<T>* far = nullptr;   ///< their mirrors
    long long count = 0;
    long long first = 0;
    long long pairs = 0;
    TwiddleTables<T> twiddles = {};  ///< of an axis of 2 pairs points
    bool inverse = false;

    constexpr void operator()(long long item) const
    {
        const long long k = first + item;
        const bool has_middle = 2 * (first + count - 1) == pairs;
        const long long mirrors = count - (has_middle ? 1 : 0);
        Complex<T>* const one = near + item;
        fold_two(PlainMemory{}, one, item < mirrors ? far + (mirrors - 1 - item) : one,
                 twiddles.at(k), k == 0, inverse);
    }
};

}  // namespace tobiuo::fft
