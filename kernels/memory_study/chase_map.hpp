// SPDX-License-Identifier: BSD-3-Clause
// The order in which a pointer chase visits the lines of a buffer: the same on host and device.
#pragma once

namespace tobiuo::memory {

/// 2^bits lines, each visited once per cycle, in an order that looks random.
///
/// place() is a bijection of [0, 2^bits): it repeats products with odd numbers and shifts to the
/// right that are added by XOR, and each of these can be undone. Visiting place(0), place(1), ...
/// is therefore one cycle through all lines, and any step can be computed without the others, so
/// that a device fills gigabytes in parallel.
struct ChaseMap {
    static constexpr int line_bytes = 128;
    static constexpr int line_words = line_bytes / 4;
    static constexpr int most_bits = 31;

    int bits;

    constexpr unsigned lines() const { return 1U << bits; }

    /// The line that step number `step` of the chase visits, with steps counted modulo 2^bits.
    constexpr unsigned place(unsigned step) const
    {
        const unsigned mask = lines() - 1U;
        const int shift = bits / 2 > 0 ? bits / 2 : 1;
        unsigned line = step & mask;
        // The fractions of the golden ratio and of the roots of 2 and 3 are bits without a pattern.
        const unsigned odd[] = {0x9e3779b1U, 0x6a09e667U, 0xbb67ae85U};
        for (const unsigned factor : odd) {
            line = (line * factor + 1U) & mask;
            line ^= line >> shift;
        }
        return line;
    }

    /// The step with which thread `thread` starts when `threads` threads visit different lines.
    constexpr unsigned start(unsigned thread, unsigned threads) const
    {
        return static_cast<unsigned>((static_cast<unsigned long long>(thread) << bits) / threads);
    }
};

}  // namespace tobiuo::memory
