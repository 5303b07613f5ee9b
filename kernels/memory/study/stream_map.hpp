// Which elements a thread of the copy kernel moves: one index map for host and device.
#pragma once

namespace tobiuo::memory {

/// An array of `streams` parts of `each` elements that lie behind each other. All threads together
/// walk through the parts side by side: a thread moves element i of every part, then i + step().
struct StreamMap {
    long long each;
    int streams;
    unsigned blocks;
    unsigned threads;  ///< of a block

    /// What the first thread of `block` starts with. The others follow it, and all of a block take
    /// the same number of turns, so that a barrier may stand in the loop.
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
