// SPDX-License-Identifier: BSD-3-Clause
// The first part of a TypeOneItem: makes the auxiliary sequence from samples of pairs of lines.
#pragma once

#include "kernels/fft/real/two_for_one_points.hpp"
#include "kernels/fft/real/type_one_frame.hpp"

namespace tobiuo::fft {

/// Samples go to shared memory, where each thread finds their mirrors; with a self-mirrored
/// configuration, each thread loads the mirrors itself. The sequence stays in registers.
template <PassForm pass, typename T, typename Block>
class TypeOnePreprocess {
public:
    using Value = Complex<T>;
    using Frame = TypeOneFrame<pass, T>;

    TypeOnePreprocess(const Block& block, const PairPoints<pass, T, Block>& points,
                      const PassTables<T>& tables, const Frame& frame)
        : block_{block}, points_{points}, tables_{tables}, frame_{frame}
    {
    }

    /// Makes the sequence from memory in the registers of stage 0. `back` adds a factor of two, so
    /// that both transforms together multiply by the length.
    void make(bool back) const
    {
        load();
        if constexpr (Frame::loaded.self_mirrored) {
            make_of_own(back);
        } else {
            block_.barrier();
            make_shared<0, true>(back);
        }
    }

    /// Makes the sequence from shared memory in the registers of the stage that has the
    /// coefficients.
    void make_again() const { make_shared<Frame::end, false>(true); }

private:
    using Loaded = typename Frame::Loaded;
    static constexpr TypeOneSequence sequence = Frame::sequence;
    static constexpr int length = Frame::length;
    static constexpr int radix = pass.block.radices[0];

    void load() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Loaded::template line<0>(thread);
            const PairPlace from = points_.source(frame_.first + (frame_.exists(line) ? line : 0));
            Loaded::template each_point<0>(thread, [&](auto place, unsigned base, auto ahead) {
                constexpr int n = decltype(ahead)::value;
                if (Frame::template has<n>(base)) {
                    point[place] =
                        points_.read(from, PlaceInLine<1, sequence.position_of(n)>{}, base);
                }
            });
            if constexpr (!Frame::loaded.self_mirrored) {
                Loaded::template share<0>(thread, point, frame_.shared);
            }
            if (sequence.has(length) && Loaded::template thread_in_transform<0>(thread) == 0) {
                frame_.lasts[line] = points_.read(from, PlaceInLine<0, length>{}, 0);
            }
        });
    }

    /// The factor exp(-i pi (base + ahead) / length).
    Value twiddle(unsigned base, int ahead) const
    {
        return block_.fetch(tables_.shift_twiddles + base + ahead);
    }

    /// The term of sample base + ahead in coefficient 1 of a DCT-I.
    template <int ahead>
    Value start_term(unsigned line, unsigned base, Value number) const
    {
        if (ahead == 0 && base == 0) {
            const T half = static_cast<T>(0.5);
            const Value last = frame_.lasts[line];
            return {half * (number.x - last.x), half * (number.y - last.y)};
        }
        const T cosine = twiddle(base, ahead).x;
        return {cosine * number.x, cosine * number.y};
    }

    /// Stores a thread's share of coefficient 1 of a DCT-I.
    void keep_term(unsigned thread_in_transform, unsigned line, Value sum, bool back) const
    {
        if constexpr (sequence.has_start()) {
            const T factor = back ? T{2} : T{1};
            frame_.terms[thread_in_transform * pass.block.transforms_per_block + line] = {
                factor * sum.x, factor * sum.y};
        }
    }

    /// Makes the sequence at the points of a stage, in registers, from samples in shared memory (if
    /// `own`, a thread's own samples are in registers), and stores each thread's share of
    /// coefficient 1 of a DCT-I in frame_.terms.
    template <int stage, bool own>
    void make_shared(bool back) const
    {
        // In double precision a separate loop needs fewer registers and is faster.
        constexpr bool ahead_of_all = sizeof(T) == sizeof(double) && !pass.pairs.solves();
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Loaded::template line<stage>(thread);
            const auto number_at = [&](auto place, unsigned base, auto ahead) {
                return own ? point[place] : frame_.template at<decltype(ahead)::value>(line, base);
            };
            Value sum{0, 0};
            const auto add_term = [&](auto place, unsigned base, auto ahead) {
                constexpr int n = decltype(ahead)::value;
                if (Frame::template has<n>(base)) {
                    sum = sum + start_term<n>(line, base, number_at(place, base, ahead));
                }
            };
            if constexpr (sequence.has_start() && ahead_of_all) {
                Loaded::template each_point<stage>(thread, add_term);
            }
            Loaded::template each_point<stage>(thread, [&](auto place, unsigned base, auto ahead) {
                constexpr int n = decltype(ahead)::value;
                if (!Frame::template has<n>(base)) {
                    point[place] = {0, 0};
                    return;
                }
                if constexpr (sequence.has_start() && !ahead_of_all) {
                    add_term(place, base, ahead);
                }
                constexpr int spread = Loaded::block.butterflies(stage);
                const Value mirror =
                    n == 0 && base == 0
                        ? frame_.lasts[line]
                        : point_behind<pass.block, length, n, spread>(frame_.shared, line, base);
                point[place] = auxiliary(sequence, -twiddle(base, n).y,
                                         number_at(place, base, ahead), mirror, back);
            });
            keep_term(Loaded::template thread_in_transform<stage>(thread), line, sum, back);
        });
    }

    /// Makes the sequence in stage 0 of a self-mirrored configuration.
    void make_of_own(bool back) const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Loaded::template line<0>(thread);
            const unsigned thread_in_transform = Loaded::template thread_in_transform<0>(thread);
            const bool own_mirrors = thread_in_transform == 0;
            if (own_mirrors) {
                bring_mirrors_together(point);
            }
            // In the front half, thread 0 has the points of the butterfly in the middle.
            const unsigned front =
                own_mirrors ? pass.block.threads_per_transform : thread_in_transform;
            Value sum{0, 0};
            unrolled<radix>([&](auto p) {
                constexpr int n = decltype(p)::value;
                constexpr bool is_centre = n == radix / 2;
                const Value twiddled = twiddle(n < radix / 2 ? front : thread_in_transform,
                                               n * 2 * pass.block.threads_per_transform);
                Value& near = point[n];
                Value& far = point[2 * radix - 1 - n];
                const Value a = near;
                const Value b = far;
                Value term{twiddled.x * (a.x - b.x), twiddled.x * (a.y - b.y)};
                near = auxiliary(sequence, -twiddled.y, a, is_centre && own_mirrors ? a : b, back);
                far = auxiliary(sequence, -twiddled.y, b, a, back);
                if (is_centre && own_mirrors) {  // the points length / 2 and 0
                    far = {0, 0};
                    if constexpr (sequence.has_start()) {
                        const Value last = frame_.lasts[line];
                        far = auxiliary(sequence, T{0}, b, last, back);
                        term = start_term<0>(line, 0, b);
                    }
                }
                sum = sum + term;
            });
            if (own_mirrors) {
                take_mirrors_apart(point);
            }
            keep_term(thread_in_transform, line, sum, back);
        });
    }

    /// Moves mirrors of thread 0 together. Of its two butterflies, which are their own mirrors,
    /// inputs r and radix - 1 - r of the second are mirrors, and r and radix - r of the first.
    /// After exchanging the first half of both, places n and 2 radix - 1 - n hold mirrors, except
    /// for n = radix / 2, which holds the points length / 2 and 0.
    static void bring_mirrors_together(Value* point)
    {
        const Value zero = point[0];
        unrolled<radix / 2>([&](auto r) {
            constexpr int n = decltype(r)::value;
            const Value second = point[radix + n];
            point[radix + n] = n + 1 < radix / 2 ? point[n + 1] : zero;
            point[n] = second;
        });
    }
    static void take_mirrors_apart(Value* point)
    {
        const Value zero = point[radix + radix / 2 - 1];
        unrolled<radix / 2>([&](auto r) {
            constexpr int n = radix / 2 - 1 - decltype(r)::value;
            const Value second = point[n];
            point[n] = n > 0 ? point[radix + n - 1] : zero;
            point[radix + n] = second;
        });
    }

    const Block& block_;
    PairPoints<pass, T, Block> points_;
    const PassTables<T>& tables_;
    Frame frame_;
};

}  // namespace tobiuo::fft
