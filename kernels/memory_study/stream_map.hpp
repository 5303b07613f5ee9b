// SPDX-License-Identifier: BSD-3-Clause
// Which elements a thread of the copy kernel moves: one index map for host and device.
#pragma once

namespace tobiuo::memory {

/// An array of `streams` consecutive parts of `each` elements. All threads together walk through
/// the parts side by side: a thread moves element i of every part, then element i + step().
struct StreamMap {
    long long each;
    int streams;
    unsigned blocks;
    unsigned threads;  ///< in a block

    /// The element with which the first thread of `block` starts. The block's other threads take
    /// the following elements, and all threads of a block take the same number of turns, so that a
    /// barrier may stand in the loop.
    constexpr long long first(unsigned block) const
    {
        return static_cast<long long>(block) * threads;
    }
    constexpr long long step() const { return static_cast<long long>(blocks) * threads; }

    /// Element i of part `stream`, in elements of the array.
    constexpr long long place(int stream, long long i) const { return stream * each + i; }

    /// Elements of all parts.
    constexpr long long size() const { return streams * each; }
};

}  // namespace tobiuo::memory
