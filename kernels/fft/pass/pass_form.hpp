// SPDX-License-Identifier: BSD-3-Clause
// One pass over memory: the transforms of one axis of an array; every choice is a constant.
#pragma once

#include "kernels/fft/block/kernel_config.hpp"
#include "kernels/fft/pass/array_index.hpp"
#include "kernels/fft/pass/two_for_one.hpp"
#include "kernels/fft/pass/type_one_sequence.hpp"

namespace tobiuo::fft {

/// Describes `count` lines; point n of line l lies at
///     (l / inner) outer_step + (l % inner) inner_step + n step
/// in elements. A row of an array has step 1; for a strided axis neighbouring lines lie next to
/// each other (inner_step 1).
struct Lines {
    long long count = 1;
    long long step = 1;
    long long inner = 1;
    long long inner_step = 0;
    long long outer_step = 0;

    [[nodiscard]] constexpr bool operator==(const Lines&) const = default;

    [[nodiscard]] constexpr long long offset(long long line) const
    {
        return line / inner * outer_step + line % inner * inner_step;
    }
};

/// Contiguous lines (rows) whose starts are `pitch` apart.
constexpr Lines row_lines(long long count, long long pitch)
{
    return {.count = count, .step = 1, .inner = 1, .inner_step = 0, .outer_step = pitch};
}

/// Strided lines along the middle axis of [outer][any length][inner]; neighbouring lines are
/// neighbours in memory.
constexpr Lines column_lines(long long outer, long long inner, long long outer_step)
{
    return {.count = outer * inner,
            .step = inner,
            .inner = inner,
            .inner_step = 1,
            .outer_step = outer_step};
}

/// Lines::offset() with 32-bit divisions by constants if the number of lines allows.
template <Lines lines>
constexpr long long offset_of(long long line)
{
    if constexpr (lines.inner == 1) {
        return line * lines.outer_step;
    } else if constexpr (lines.count <= lines.inner) {
        return line * lines.inner_step;
    } else if constexpr (lines.count < (1LL << 31)) {
        constexpr auto inner = static_cast<unsigned>(lines.inner);
        const auto small = static_cast<unsigned>(line);
        return small / inner * lines.outer_step + small % inner * lines.inner_step;
    } else {
        return lines.offset(line);
    }
}

/// The values at one end of a line of N points, where a pass reads or writes it.
enum class Side {
    complex,         ///< N complex values
    real,            ///< N real values
    spectrum,        ///< N / 2 + 1 complex values; the others are conj X[N - k]
    pairs,           ///< N real values, N even: read or written two at a time
    pairs_spectrum,  ///< N / 2 + 1 complex values, made from the transform of the N / 2 pairs
    packed,  ///< the same in N / 2 values: the real last one is the first one's imaginary part
};

/// How an access treats the caches.
enum class Access { normal, streaming, through_l2 };

/// A pass that is one step of a four-step transform of N = first x second points: line l has the
/// index n2 = l / divisor % second, and its point k is multiplied by exp(-2 pi i k n2 / N). Source:
/// D. H. Bailey, FFTs in external or hierarchical memory (1990).
struct Twiddle {
    long long length = 0;  ///< N; 0: no twiddle factors
    long long divisor = 1;
    long long second = 1;

    [[nodiscard]] constexpr bool operator==(const Twiddle&) const = default;
    /// log2 of the entries of the table for the low bits of an index below N.
    [[nodiscard]] constexpr int low_bits() const
    {
        int bits = 0;
        while ((1LL << (2 * bits)) < length) {
            ++bits;
        }
        return bits;
    }
};

/// How points are multiplied where a long line enters or leaves its convolution with a chirp. Those
/// of an inverse transform are also swapped, see swapped().
enum class Chirp { none, forward, inverse };

/// Lines that are parts of long lines: point n of line l is point n stride + l / divisor % stride
/// of a line of `length` points. Points beyond its end are read as zero and not written.
struct Part {
    long long length = 0;  ///< 0: lines are whole
    long long stride = 1;
    long long divisor = 1;
    Chirp chirp = Chirp::none;

    [[nodiscard]] constexpr bool operator==(const Part&) const = default;
};

/// The middle of a long line's convolution: lines are transformed, multiplied by a filter and
/// transformed back. The convolution has `length` points, and its chirp filter belongs to `points`
/// points. Transforms of the four-step factors first x second x PassForm::points that are not
/// transposed leave element k1 + first (k2 + second k3) in line (k1 second + k2) divisor, as point
/// k3.
struct Convolution {
    long long points = 0;  ///< 0: the pass does not convolve
    long long length = 0;
    long long first = 1;
    long long second = 1;
    long long divisor = 1;

    [[nodiscard]] constexpr bool operator==(const Convolution&) const = default;
};

/// The description of a pass over lines of `points` points. Lines and offsets count reals if the
/// side is real or pairs, else complex values.
struct PassForm {
    KernelConfig block = {};
    int points = 1;
    bool inverse = false;
    /// The block computes a convolution with a chirp, of block.length >= 2 transform_points() - 1
    /// points. Source: L. I. Bluestein (1970).
    bool bluestein = false;
    Side source_side = Side::complex;
    Side sink_side = Side::complex;
    Access load = Access::normal;
    Access store = Access::normal;
    Lines source = {};
    Lines sink = {};
    Twiddle twiddle = {};
    bool twiddle_first = false;  ///< points are multiplied before the transform, else after it
    Part source_part = {};
    Part sink_part = {};
    Convolution convolution = {};
    TwoForOne pairs = {};
    Modes modes = {};  ///< if wanted, a function is applied to the modes between two transforms

    [[nodiscard]] constexpr bool operator==(const PassForm&) const = default;

    /// Whether real rows are transformed as pairs of samples.
    [[nodiscard]] constexpr bool paired() const
    {
        return source_side == Side::pairs || sink_side == Side::pairs;
    }
    /// Number of points of a line that a block has to transform.
    [[nodiscard]] constexpr int transform_points() const
    {
        return paired() ? points / 2 : pairs.period(points);
    }
    /// Whether the pass transforms forward and back, with a filter in between.
    [[nodiscard]] constexpr bool convolves() const { return bluestein || convolution.points > 0; }
    /// Whether a second transform follows, which has the stages in the reverse order.
    [[nodiscard]] constexpr bool transforms_twice() const
    {
        return convolves() || modes.wanted() || pairs.solves();
    }
    /// Entries of the chirp's table that multiplies the points of this pass; 0 if none does.
    [[nodiscard]] constexpr long long chirp_points() const
    {
        return bluestein                          ? transform_points()
               : source_part.chirp != Chirp::none ? source_part.length
               : sink_part.chirp != Chirp::none   ? sink_part.length
                                                  : 0;
    }
    /// Entries of the table of twiddle factors exp(-2 pi i m / entries).
    [[nodiscard]] constexpr int table_entries() const { return block.length * stride(); }
    [[nodiscard]] constexpr int stride() const { return paired() ? 2 : 1; }
    /// Whether shared memory is needed to find the mirrors of points.
    [[nodiscard]] constexpr bool mirrors() const { return paired() || pairs.mirrors(); }
    /// The sequence that the pass transforms for a DCT-I or DST-I.
    [[nodiscard]] constexpr TypeOneSequence sequence() const
    {
        return {pairs.type_one, transform_points()};
    }
    /// The sequence that the pass transforms of a line by itself.
    [[nodiscard]] constexpr LoneLine lone_line() const
    {
        return {points, pairs.type_one, pairs.makhoul, pairs.sine || pairs.type_one == TypeOne::dst,
                pairs.task == TwoForOneTask::synthesise};
    }
    /// Complex values that a thread holds.
    [[nodiscard]] constexpr int elements_per_thread() const
    {
        const int of_sums = pairs.adds_differences()
                                ? 2 * sequence().pairs_per_thread(block.threads_per_transform)
                                : 0;
        return of_sums > block.elements_per_thread() ? of_sums : block.elements_per_thread();
    }
    /// Complex values of shared memory that a block needs.
    [[nodiscard]] constexpr int shared_elements() const
    {
        const int sums = pairs.adds_differences() ? block.shared_sum_elements() : 0;
        return block.stages > 1 || mirrors() ? block.shared_elements() + sums : 0;
    }
    [[nodiscard]] constexpr long long blocks() const
    {
        return (source.count + block.transforms_per_block - 1) / block.transforms_per_block;
    }
    /// Whether the line exists: the last block may have more places than lines.
    [[nodiscard]] constexpr bool has_line(long long line) const
    {
        return source.count % block.transforms_per_block == 0 || line < source.count;
    }
};

}  // namespace tobiuo::fft
