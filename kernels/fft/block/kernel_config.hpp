// SPDX-License-Identifier: BSD-3-Clause
// How a block of threads transforms some lines: every choice, as constants for the compiler.
#pragma once

namespace tobiuo::fft {

/// A block transforms `transforms_per_block` lines of `length` points, each with
/// `threads_per_transform` threads, in `stages` stages of butterflies with an exchange through
/// shared memory between two stages.
///
/// A stage has length / radix butterflies a line; thread t computes number t, t + threads, ...,
/// unless the configuration is `self_mirrored`. In stage s with radix R, where P is the product of
/// the radices before it, butterfly j takes the points j + r length / R and gives the points (j /
/// P) P R + j % P + r P, r = 0 ... R - 1 (Stockham's self-sorting order). Points therefore enter
/// the first stage and leave the last one in natural order, as points j + r length / R.
/// Source: C. Van Loan, Computational Frameworks for the FFT (1992), section 1.7.
struct KernelConfig {
    static constexpr int most_stages = 8;

    int length = 1;
    int stages = 1;
    int radices[most_stages] = {1};
    int threads_per_transform = 1;
    int transforms_per_block = 1;
    bool load_contiguous = true;   ///< neighbouring threads load neighbouring points, else lines
    bool store_contiguous = true;  ///< the same for all later stages and for storing
    int pad = 0;                   ///< a line skips one place after each `pad` points; 0: none
    int line_places = 0;           ///< pitch(); 0: the next odd number
    bool twiddle_recurrence =
        false;  ///< twiddle factors are powers of one that is read; else all are read
    int min_blocks_per_sm = 1;  ///< of a multiprocessor at least; this bounds the registers
    /// Each thread computes two butterflies of the first stage: thread t computes number t and
    /// number -t modulo the number of butterflies, and thread 0 the two that are their own mirrors.
    /// A thread that has point j then also has point length - j.
    bool self_mirrored = false;

    [[nodiscard]] constexpr bool operator==(const KernelConfig&) const = default;

    [[nodiscard]] constexpr int threads() const
    {
        return threads_per_transform * transforms_per_block;
    }
    [[nodiscard]] constexpr int butterflies(int stage) const { return length / radices[stage]; }
    [[nodiscard]] constexpr int rounds(int stage) const
    {
        return (butterflies(stage) + threads_per_transform - 1) / threads_per_transform;
    }
    /// Whether the last round of a stage has work for every thread.
    [[nodiscard]] constexpr bool full(int stage) const
    {
        return rounds(stage) * threads_per_transform == butterflies(stage);
    }
    /// P, the number of points of the transforms that the stages before `stage` have completed.
    [[nodiscard]] constexpr int product_before(int stage) const
    {
        int product = 1;
        for (int before = 0; before < stage; ++before) {
            product *= radices[before];
        }
        return product;
    }
    /// Whether the configuration may be `self_mirrored`.
    [[nodiscard]] constexpr bool may_mirror() const
    {
        return stages > 1 && radices[0] % 2 == 0 && 2 * threads_per_transform == butterflies(0);
    }
    /// The number of the butterfly that a thread computes in one of the rounds of a stage.
    [[nodiscard]] constexpr unsigned butterfly(int stage, unsigned thread_in_transform,
                                               int round) const
    {
        if (!self_mirrored || stage > 0 || round == 0) {
            return thread_in_transform + static_cast<unsigned>(round * threads_per_transform);
        }
        return static_cast<unsigned>(threads_per_transform) +
               (thread_in_transform == 0
                    ? 0
                    : static_cast<unsigned>(threads_per_transform) - thread_in_transform);
    }
    /// Complex values that a thread holds.
    [[nodiscard]] constexpr int elements_per_thread() const
    {
        int most = 1;
        for (int stage = 0; stage < stages; ++stage) {
            const int held = rounds(stage) * radices[stage];
            most = held > most ? held : most;
        }
        return most;
    }
    /// Whether neighbouring threads work on neighbouring butterflies of a line in this stage.
    [[nodiscard]] constexpr bool contiguous(int stage) const
    {
        return stage == 0 ? load_contiguous : store_contiguous;
    }

    /// Distance of two lines in shared memory, in complex values; it is odd or `line_places`, so that
    /// threads of neighbouring lines use different banks.
    [[nodiscard]] constexpr int pitch() const
    {
        return line_places > 0 ? line_places : padded(length) | 1;
    }
    /// Whether the points of a line are neighbours in shared memory; if not, the same point of all
    /// lines are.
    [[nodiscard]] constexpr bool lies_contiguous() const
    {
        return load_contiguous || store_contiguous;
    }
    [[nodiscard]] constexpr int padded(int point) const
    {
        return pad > 0 ? point + point / pad : point;
    }
    /// Complex values of shared memory that a block needs.
    [[nodiscard]] constexpr int shared_elements() const
    {
        return lies_contiguous() ? transforms_per_block * pitch() : transforms_per_block * length;
    }
    /// Complex values that DCT-I and DST-I need besides, for sums over threads and lines: see
    /// TypeOneFrame.
    [[nodiscard]] constexpr int shared_sum_elements() const
    {
        return 2 * (threads() + transforms_per_block);
    }
    /// Whether each line belongs to threads of one warp, so that no exchange needs the whole block.
    [[nodiscard]] constexpr bool within_warps() const
    {
        return load_contiguous && store_contiguous && 32 % threads_per_transform == 0;
    }

    /// The same threads and lines with the stages in the reverse order. This transform can follow
    /// without an exchange, because its first stage takes the points that the last stage has left.
    [[nodiscard]] constexpr KernelConfig reversed() const
    {
        KernelConfig other = *this;
        for (int stage = 0; stage < stages; ++stage) {
            other.radices[stage] = radices[stages - 1 - stage];
        }
        other.self_mirrored = false;
        other.load_contiguous = store_contiguous;
        other.store_contiguous = load_contiguous;
        return other;
    }
};

/// The place of a point of a line in shared memory. It is a template so that the form costs nothing
/// at run time, and unsigned so that divisions by powers of two are shifts.
template <KernelConfig form>
constexpr unsigned place_of(unsigned line, unsigned point)
{
    if constexpr (!form.lies_contiguous()) {
        return point * form.transforms_per_block + line;
    } else if constexpr (form.pad > 0) {
        return line * form.pitch() + point + point / form.pad;
    } else {
        return line * form.pitch() + point;
    }
}

/// The value at point base + ahead of a line in shared memory. If it lies at a constant distance
/// from the value at `base`, it is addressed by that distance, which fits into an instruction.
/// `base` is a multiple of `unit`.
template <KernelConfig form, int ahead, int unit = 1, typename Value>
constexpr Value& point_ahead(Value* shared, unsigned line, unsigned base)
{
    constexpr int pad = form.pad;
    if constexpr (!form.lies_contiguous()) {
        return (shared + place_of<form>(line, base))[ahead * form.transforms_per_block];
    } else if constexpr (pad == 0) {
        return (shared + place_of<form>(line, base))[ahead];
    } else if constexpr (ahead >= 0 && (unit % pad == 0 || ahead % pad == 0 ||
                                        (pad % unit == 0 && ahead % pad < unit))) {
        return (shared + place_of<form>(line, base))[ahead + ahead / pad];
    } else {
        return shared[place_of<form>(line, base + static_cast<unsigned>(ahead))];
    }
}

/// The value at point total - base - ahead, where base <= spread; both are multiples of `unit`.
template <KernelConfig form, int total, int ahead, int spread, int unit = 1, typename Value>
constexpr Value& point_behind(Value* shared, unsigned line, unsigned base)
{
    return point_ahead<form, total - spread - ahead, unit>(shared, line, spread - base);
}

}  // namespace tobiuo::fft
