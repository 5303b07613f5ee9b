// SPDX-License-Identifier: BSD-3-Clause
// The last part of a TypeOneItem: makes coefficients from the transform of the auxiliary sequence.
#pragma once

#include "kernels/fft/pass/makhoul.hpp"
#include "kernels/fft/real/type_one_frame.hpp"

namespace tobiuo::fft {

/// Each thread takes some neighbouring pairs of points and adds up their differences. The last odd
/// coefficient is also known otherwise, and the difference of the two values is distributed over
/// the sums, so that rounding errors grow from both ends instead of one.
template <PassForm pass, typename T, typename Block>
class TypeOnePostprocess {
public:
    using Value = Complex<T>;
    using Frame = TypeOneFrame<pass, T>;

    TypeOnePostprocess(const Block& block, const Frame& frame) : block_{block}, frame_{frame} {}

    /// Makes coefficients in the registers of each_pair() from the transform in those of
    /// given_stage.
    template <typename Transform>
    void add_up() const
    {
        block_.barrier();
        block_.phase([&](unsigned thread, Value* point) {
            Transform::template share<end>(thread, point, frame_.shared);
        });
        block_.barrier();
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Transform::template line<end>(thread);
            Value sum{0, 0};
            each_pair<Transform>(thread, [&](auto i, unsigned first) {
                take_pair<decltype(i)::value>(line, first, point[2 * i], point[2 * i + 1]);
                sum = sum + point[2 * i + 1];
            });
            frame_.sums[Transform::template thread_in_transform<end>(thread) *
                            pass.block.transforms_per_block +
                        line] = sum;
        });
        block_.barrier();
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Transform::template line<end>(thread);
            Value sum{0, 0};
            for (unsigned before = 0; before < Transform::template thread_in_transform<end>(thread);
                 ++before) {
                sum = sum + frame_.sums[before * pass.block.transforms_per_block + line];
            }
            each_pair<Transform>(thread, [&](auto i, unsigned) {
                sum = sum + point[2 * i + 1];
                point[2 * i + 1] = sum;
            });
            if (closes &&
                Transform::template thread_in_transform<end>(thread) == last_pair / part) {
                constexpr T count =
                    sequence.is_odd() ? last_pair + T{1} / (length % 2 + 1) : T{1} * last_pair;
                const Value miss = last_odd(line) - point[2 * (last_pair % part) + 1];
                frame_.slopes[line] = {miss.x / count, miss.y / count};
            }
        });
        if constexpr (closes) {
            share_out<Transform>();
        }
    }

    /// Calls body(base, ahead, coefficient) for all coefficients base + ahead of a thread; ahead is
    /// a Constant. The middle coefficient, which comes from no pair, is left out.
    template <typename Transform, typename Body>
    void each_coefficient(unsigned thread, Value* point, const Body& body) const
    {
        each_pair<Transform>(thread, [&](auto i, unsigned first) {
            constexpr int even = 2 * decltype(i)::value;
            if (Frame::template has<even>(2 * first)) {
                body(2 * first, Constant<even>{}, point[even]);
            }
            const bool all_odd = !sequence.is_odd() || length % 2 == 0;
            if (all_odd || 2 * first + even + 1 < length) {
                body(2 * first, Constant<even + 1>{}, point[even + 1]);
            }
        });
    }

    /// Whether a thread has the middle coefficient.
    template <typename Transform>
    static bool has_middle(unsigned thread)
    {
        return sequence.has_middle() && Transform::template thread_in_transform<end>(thread) == 0;
    }

    /// Writes the coefficients to shared memory.
    template <typename Transform>
    void share() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Transform::template line<end>(thread);
            each_coefficient<Transform>(
                thread, point, [&](unsigned base, auto ahead, const Value& value) {
                    constexpr int n = decltype(ahead)::value;
                    // Only with an odd length this is the coefficient at `length`.
                    Value* const slot =
                        length % 2 != 0 && base + n == length
                            ? frame_.lasts + line
                            : &point_ahead<pass.block, n, 2 * part>(frame_.shared, line, base);
                    *slot = value;
                });
        });
        block_.barrier();
    }

private:
    static constexpr TypeOneSequence sequence = Frame::sequence;
    static constexpr int length = Frame::length;
    static constexpr int end = Frame::end;
    static constexpr int part = Frame::part;

    /// Calls body(i, first) for the pairs k = first + i of a thread; i is a Constant. The even
    /// coefficient 2 k is point 2 i; the odd one, 2 k + 1, or the difference that leads to it, is
    /// point 2 i + 1.
    template <typename Transform, typename Body>
    static void each_pair(unsigned thread, const Body& body)
    {
        constexpr bool full = part * pass.block.threads_per_transform == sequence.pairs();
        const unsigned first = Transform::template thread_in_transform<end>(thread) * part;
        unrolled<part>([&](auto i) {
            if (full || first + i < static_cast<unsigned>(sequence.pairs())) {
                body(i, first);
            }
        });
    }

    /// Whether even threads have the points of even number and odd threads those of odd number, as
    /// the last odd coefficient of a DCT-I needs.
    static constexpr bool splits_parities =
        length % 2 == 0 && pass.block.threads_per_transform % 2 == 0 &&
        pass.block.butterflies(0) % 2 == 0 && pass.block.butterflies(end) % 2 == 0;
    static constexpr int last_pair = sequence.pairs() - 1;
    static constexpr bool closes = last_pair > 0 && (sequence.is_odd() || splits_parities);

    /// The last odd coefficient by other means: in a DST-I from the middle of its transform.
    Value last_odd(unsigned line) const
    {
        if constexpr (!sequence.is_odd()) {
            return frame_.terms[line];
        } else if constexpr (length % 2 == 0) {
            return Value{0, 0} - frame_.template at<length / 2>(line, 0);
        } else {
            return {0, 0};
        }
    }

    template <typename Transform>
    void share_out() const
    {
        block_.barrier();
        block_.phase([&](unsigned thread, Value* point) {
            const Value slope = frame_.slopes[Transform::template line<end>(thread)];
            each_pair<Transform>(thread, [&](auto i, unsigned first) {
                // The sums of a DST-I start with half a difference.
                const T half = sequence.is_odd() ? static_cast<T>(0.5) : T{0};
                const T steps = static_cast<T>(first) + (static_cast<T>(i) + half);
                Value& odd = point[2 * i + 1];
                odd = odd + Value{steps * slope.x, steps * slope.y};
            });
        });
    }

    /// The even coefficient 2 k, and the difference of the odd ones 2 k + 1 and 2 k - 1, for k =
    /// first + i.
    template <int i>
    void take_pair(unsigned line, unsigned first, Value& even, Value& difference) const
    {
        const Value low = point_ahead<pass.block, i, part>(frame_.shared, line, first);
        if (i > 0 || first > 0) {
            constexpr int last = (pass.block.threads_per_transform - 1) * part;
            const Value high =
                point_behind<pass.block, length, i, last, part>(frame_.shared, line, first);
            const auto [cosine, sine] = split<T>({low, high}, {1, 0});
            const T whole = static_cast<T>(1 / sequence.share);
            const Value part_of_even = sequence.is_odd() ? sine : cosine;
            even = {whole * part_of_even.x, whole * part_of_even.y};
            difference = sequence.is_odd() ? cosine : sine;
        } else if constexpr (sequence.is_odd()) {
            even = {0, 0};
            difference = low;
        } else {
            const T whole = static_cast<T>(2 / sequence.share);
            even = {whole * low.x, whole * low.y};
            difference = start(line);
            if constexpr (sequence.has_middle()) {
                const Value middle = frame_.template at<length / 2>(line, 0);
                frame_.lasts[line] = {whole * middle.x, whole * middle.y};
            }
        }
    }

    /// Coefficient 1 of a DCT-I; stores the last odd one in frame_.terms[line].
    Value start(unsigned line) const
    {
        Value even{0, 0};
        Value odd{0, 0};
        // The loop is not unrolled completely, because all registers are in use.
        constexpr int lines = pass.block.transforms_per_block;
        const Value* term = frame_.terms + line;
        for (; term + lines < frame_.lasts; term += 2 * lines) {
            even = even + term[0];
            odd = odd + term[lines];
        }
        if (pass.block.threads_per_transform % 2 != 0) {
            even = even + *term;
        }
        frame_.terms[line] = even - odd;
        return even + odd;
    }

    const Block& block_;
    Frame frame_;
};

}  // namespace tobiuo::fft
