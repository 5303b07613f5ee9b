// A fold of elements from both ends of a half spectrum: one code for device and host.
#pragma once

#include "kernels/fft/pass/twiddle_tables.hpp"
#include "kernels/fft/real/fold_two.hpp"

namespace tobiuo::fft {

/// Elements first, first + 1, ... of a half spectrum of pairs + 1 elements, and their mirrors
/// pairs - k in the order of memory. The element that is its own mirror has none.
template <typename T>
struct FoldEnds {
    Complex<T>* near = nullptr;  ///< `count` elements
    Complex<T>* far = nullptr;   ///< their mirrors
    long long count = 0;
    long long first = 0;
    long long pairs = 0;
    TwiddleTables<T> twiddles = {};  ///< of an axis of 2 pairs points
    bool inverse = false;

    /// Folds an element and its mirror; nothing if there is no such item.
    constexpr void fold(long long item) const
    {
        if (item >= count) {
            return;
        }
        const long long k = first + item;
        const bool has_middle = 2 * (first + count - 1) == pairs;
        const long long mirrors = count - (has_middle ? 1 : 0);
        Complex<T>* const one = near + item;
        fold_two(PlainMemory{}, one, item < mirrors ? far + (mirrors - 1 - item) : one,
                 twiddles.at(k), k == 0, inverse);
    }
};

/// Folds all elements on the host: the twin of fold_ends.cuh.
template <typename T>
void fold_ends_on_host(const FoldEnds<T>& ends)
{
    for (long long item = 0; item < ends.count; ++item) {
        ends.fold(item);
    }
}

}  // namespace tobiuo::fft
