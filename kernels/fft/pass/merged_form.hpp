// SPDX-License-Identifier: BSD-3-Clause
// Two passes in one launch, plane by plane, so that the second finds its data in the L2 cache.
#pragma once

#include "kernels/fft/pass/pass_form.hpp"

namespace tobiuo::fft {

/// The work of a block: an item of one of the two passes, in one plane.
struct MergedItem {
    bool second;
    int plane;
    int number;
};

/// `first` and `second` describe the passes of one plane; for plane p their pointers advance by p
/// times the given bytes. The order of items is: `pipeline_distance` planes of the first pass, then
/// alternately the next plane of the first pass and the oldest waiting plane of the second.
struct MergedForm {
    PassForm first;
    PassForm second;
    int planes = 1;
    int pipeline_distance = 1;
    long long in_bytes = 0;      ///< between planes of the first pass's source
    long long middle_bytes = 0;  ///< between planes of its sink, the second's source
    long long out_bytes = 0;     ///< between planes of the second pass's sink
    /// Bytes of the middle that a line of the second pass is the last to read, consecutive from
    /// line to line. They need not reach memory. They are whole cache lines, and so are the planes
    /// of the middle. 0: the middle is kept.
    long long discard_bytes = 0;

    static constexpr int cache_line_bytes = 128;

    [[nodiscard]] constexpr bool operator==(const MergedForm&) const = default;

    [[nodiscard]] constexpr int threads() const
    {
        const int one = first.block.threads();
        const int two = second.block.threads();
        return one > two ? one : two;
    }
    [[nodiscard]] constexpr int min_blocks_per_sm() const
    {
        const int one = first.block.min_blocks_per_sm;
        const int two = second.block.min_blocks_per_sm;
        return one < two ? one : two;
    }
    [[nodiscard]] constexpr int shared_elements() const
    {
        return first.shared_elements() > second.shared_elements() ? first.shared_elements()
                                                                  : second.shared_elements();
    }
    [[nodiscard]] constexpr int first_items() const { return static_cast<int>(first.blocks()); }
    [[nodiscard]] constexpr int second_items() const { return static_cast<int>(second.blocks()); }
    [[nodiscard]] constexpr long long items() const
    {
        return static_cast<long long>(planes) * (first_items() + second_items());
    }

    /// The bytes [begin, end) of a plane.
    struct Bytes {
        long long begin;
        long long end;
    };
    /// The bytes of a plane of the middle that an item of the second pass discards.
    [[nodiscard]] constexpr Bytes discarded(int number) const
    {
        const long long bytes = discard_bytes * second.block.transforms_per_block;
        const long long end = (number + 1) * bytes;
        return {number * bytes, end < middle_bytes ? end : middle_bytes};
    }

    [[nodiscard]] constexpr MergedItem item(unsigned ticket) const
    {
        const auto one = static_cast<unsigned>(first_items());
        const auto two = static_cast<unsigned>(second_items());
        const auto ahead =
            static_cast<unsigned>(pipeline_distance < planes ? pipeline_distance : planes);
        if (ticket < ahead * one) {
            return made(false, ticket / one, ticket % one);
        }
        ticket -= ahead * one;
        const unsigned both = static_cast<unsigned>(planes) - ahead;
        if (ticket < both * (one + two)) {
            const unsigned step = ticket / (one + two);
            const unsigned rest = ticket % (one + two);
            return rest < one ? made(false, step + ahead, rest) : made(true, step, rest - one);
        }
        ticket -= both * (one + two);
        return made(true, both + ticket / two, ticket % two);
    }

private:
    static constexpr MergedItem made(bool second, unsigned plane, unsigned number)
    {
        return {second, static_cast<int>(plane), static_cast<int>(number)};
    }
};

}  // namespace tobiuo::fft
