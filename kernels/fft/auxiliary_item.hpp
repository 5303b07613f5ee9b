// What one block of a pass does with kinds 1 (DST-I, DCT-I) of pairs of real lines. One code for
// device and host.
#pragma once

#include "kernels/fft/auxiliary_sequence.hpp"
#include "kernels/fft/block_transform.hpp"
#include "kernels/fft/line_pairs.hpp"
#include "kernels/fft/pair_points.hpp"
#include "kernels/fft/pair_symbol.hpp"
#include "kernels/fft/pass_item.hpp"

namespace tobiuo::fft {

/// One block, as phases of its threads (see transform_block()), by the method of
/// auxiliary_sequence.hpp: numbers to shared memory, where each thread finds their mirrors, the
/// auxiliary sequence to registers, its transform to shared memory, and from there to each thread
/// some neighbouring pairs of points, whose differences it adds up. What the last sum misses the
/// last odd coefficient by, known otherwise, is shared out: errors of rounding walk away from both
/// ends instead of one. Way::solve divides then and does all of it again.
template <PassForm pass, typename T, typename Block>
class AuxiliaryItem {
public:
    using Value = Complex<T>;

    /// Block number `number`, which has the pairs from number x lines on.
    AuxiliaryItem(const Block& block, long long number, const void* in, void* out,
                  const PassTables<T>& tables, Value* shared)
        : block_{block},
          first_{number * pass.block.lines},
          points_{block, in, out, tables},
          tables_{tables},
          shared_{shared},
          sums_{shared + pass.block.places()},
          terms_{sums_ + pass.block.threads()},
          lasts_{terms_ + pass.block.threads()},
          slopes_{lasts_ + pass.block.lines}
    {
    }

    void run() const
    {
        load();
        if constexpr (loaded.mirrored) {
            make_sequence_of_own(pairs.way == Way::synthesise);
        } else {
            block_.barrier();
            make_sequence<Loaded, 0>(pairs.way == Way::synthesise);
        }
        transform_block<loaded, 1, !loaded.mirrored>(block_, tables_.twiddles, shared_);
        add_up<Loaded>();
        if constexpr (pairs.way == Way::solve) {
            divide();
            share<Loaded>();
            make_sequence<Loaded, end>(true);
            transform_block<last_block<pass>, 1, true>(block_, tables_.twiddles, shared_);
            add_up<Stored>();
        }
        if constexpr (last_block<pass>.along(end)) {
            share<Stored>();
            store_shared();
        } else {
            store();
        }
    }

private:
    static_assert(pass.block.stages > 1 || pass.block.lanes == 1,
                  "what a thread has of the only stage lies in the order of its pairs");

    /// A thread has the mirrors of its numbers where it can.
    static constexpr BlockForm with_mirrors(BlockForm block)
    {
        block.mirrored = block.may_mirror();
        return block;
    }
    static constexpr BlockForm loaded = with_mirrors(pass.block);
    using Loaded = BlockTransform<loaded, T>;
    using Stored = BlockTransform<last_block<pass>, T>;
    static constexpr PairForm pairs = pass.pairs;
    static constexpr int length = pass.block.length;
    static constexpr int radix = pass.block.radices[0];
    static constexpr int end = pass.block.stages - 1;
    static constexpr AuxiliarySequence sequence = pass.sequence();
    static constexpr int part = sequence.pairs_a_lane(pass.block.lanes);

    bool exists(unsigned line) const
    {
        constexpr bool whole = pass.whole();
        return whole || first_ + line < pass.source.count;
    }

    /// Number or coefficient base + ahead of a line in shared memory.
    template <int ahead>
    Value& shared(unsigned line, unsigned base) const
    {
        return point_ahead<pass.block, ahead>(shared_, line, base);
    }

    /// Whether there is number or coefficient base + ahead, where it is below `length`.
    template <int ahead>
    static bool has(unsigned base)
    {
        return !sequence.is_odd() || ahead > 0 || base > 0;
    }

    void load() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Loaded::template line<0>(thread);
            const PairPlace from = points_.source(exists(line) ? first_ + line : 0);
            Loaded::template each_point<0>(thread, [&](auto place, unsigned base, auto ahead) {
                constexpr int n = decltype(ahead)::value;
                if (has<n>(base)) {
                    point[place] =
                        points_.read(from, PlaceInLine<1, sequence.position_of(n)>{}, base);
                }
            });
            if constexpr (!loaded.mirrored) {
                Loaded::template share<0>(thread, point, shared_);
            }
            if (sequence.has(length) && Loaded::template lane<0>(thread) == 0) {
                lasts_[line] = points_.read(from, PlaceInLine<0, length>{}, 0);
            }
        });
    }

    /// exp(-i pi (base + ahead) / length)
    Value turn(unsigned base, int ahead) const
    {
        return block_.fetch(tables_.shift_turns + base + ahead);
    }

    /// Half the auxiliary number of one and of its mirror, by sin(pi j / length). `back`: the whole,
    /// so that there and back multiplies by the length.
    static Value auxiliary(T sine, Value number, Value mirror, bool back)
    {
        const T half = static_cast<T>(0.5);
        const T factor = back ? T{1} : half;
        const T rest = half * static_cast<T>(sequence.share);
        const T own = factor * (sequence.is_odd() ? sine + rest : rest - sine);
        const T other = factor * (sequence.is_odd() ? sine - rest : rest + sine);
        return {own * number.x + other * mirror.x, own * number.y + other * mirror.y};
    }

    /// What number base + ahead adds to coefficient 1 of a DCT-I.
    template <int ahead>
    Value start_term(unsigned line, unsigned base, Value number) const
    {
        if (ahead == 0 && base == 0) {
            const T half = static_cast<T>(0.5);
            const Value last = lasts_[line];
            return {half * (number.x - last.x), half * (number.y - last.y)};
        }
        const T cosine = turn(base, ahead).x;
        return {cosine * number.x, cosine * number.y};
    }

    /// From numbers in shared memory (and, in stage 0, in registers) the auxiliary ones of the points
    /// of a stage, to registers, and each thread's share of coefficient 1 of a DCT-I to terms_.
    template <typename Transform, int stage>
    void make_sequence(bool back) const
    {
        // In double precision a loop of its own spares the registers: y of 513^3 0.78 ms, not 0.96.
        constexpr bool ahead_of_all = sizeof(T) == sizeof(double) && !pairs.solves();
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Transform::template line<stage>(thread);
            const auto number_at = [&](auto place, unsigned base, auto ahead) {
                return stage == 0 ? point[place] : shared<decltype(ahead)::value>(line, base);
            };
            Value sum{0, 0};
            const auto add_term = [&](auto place, unsigned base, auto ahead) {
                sum = sum +
                      start_term<decltype(ahead)::value>(line, base, number_at(place, base, ahead));
            };
            if constexpr (sequence.has_start() && ahead_of_all) {
                Transform::template each_point<stage>(thread, add_term);
            }
            Transform::template each_point<stage>(
                thread, [&](auto place, unsigned base, auto ahead) {
                    constexpr int n = decltype(ahead)::value;
                    if (!has<n>(base)) {
                        point[place] = {0, 0};
                        return;
                    }
                    if constexpr (sequence.has_start() && !ahead_of_all) {
                        add_term(place, base, ahead);
                    }
                    constexpr int spread = Transform::block.butterflies(stage);
                    const Value mirror =
                        n == 0 && base == 0
                            ? lasts_[line]
                            : point_behind<pass.block, length, n, spread>(shared_, line, base);
                    point[place] =
                        auxiliary(-turn(base, n).y, number_at(place, base, ahead), mirror, back);
                });
            if constexpr (sequence.has_start()) {
                const T factor = back ? T{2} : T{1};
                terms_[Transform::template lane<stage>(thread) * pass.block.lines + line] = {
                    factor * sum.x, factor * sum.y};
            }
        });
    }

    /// The same in stage 0 of a mirrored block, where the mirrors are the thread's own.
    void make_sequence_of_own(bool back) const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Loaded::template line<0>(thread);
            const unsigned lane = Loaded::template lane<0>(thread);
            const bool own_mirrors = lane == 0;
            if (own_mirrors) {
                bring_mirrors_together(point);
            }
            // In the front half lane 0 has the points of the butterfly in the middle.
            const unsigned front = own_mirrors ? pass.block.lanes : lane;
            Value sum{0, 0};
            unrolled<radix>([&](auto p) {
                constexpr int n = decltype(p)::value;
                constexpr bool is_centre = n == radix / 2;
                const Value turned = turn(n < radix / 2 ? front : lane, n * 2 * pass.block.lanes);
                Value& near = point[n];
                Value& far = point[2 * radix - 1 - n];
                const Value a = near;
                const Value b = far;
                Value term{turned.x * (a.x - b.x), turned.x * (a.y - b.y)};
                near = auxiliary(-turned.y, a, is_centre && own_mirrors ? a : b, back);
                far = auxiliary(-turned.y, b, a, back);
                if (is_centre && own_mirrors) {  // these are length / 2 and 0
                    far = {0, 0};
                    if constexpr (sequence.has_start()) {
                        const Value last = lasts_[line];
                        far = auxiliary(T{0}, b, last, back);
                        term = start_term<0>(line, 0, b);
                    }
                }
                sum = sum + term;
            });
            if (own_mirrors) {
                take_mirrors_apart(point);
            }
            if constexpr (sequence.has_start()) {
                const T factor = back ? T{2} : T{1};
                terms_[lane * pass.block.lines + line] = {factor * sum.x, factor * sum.y};
            }
        });
    }

    /// Of the two butterflies that are their own mirrors, r + radix - 1 - r are the mirrors in the second
    /// and r, radix - r in the first: the first half of both is exchanged, so that places n and
    /// 2 radix - 1 - n hold mirrors but at n = radix / 2, where the points length / 2 and 0 meet.
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

    /// body(i, first) for the pairs k = first + i of a thread, of which the even coefficient 2 k is
    /// point 2 i and the odd one 2 k + 1, or the difference that leads to it, point 2 i + 1; i is a
    /// Constant.
    template <typename Transform, typename Body>
    static void each_pair(unsigned thread, const Body& body)
    {
        constexpr bool full = part * pass.block.lanes == sequence.pairs();
        const unsigned first = Transform::template lane<end>(thread) * part;
        unrolled<part>([&](auto i) {
            if (full || first + i < static_cast<unsigned>(sequence.pairs())) {
                body(i, first);
            }
        });
    }

    /// The transform in the registers of the last stage to coefficients in those of each_pair().
    template <typename Transform>
    void add_up() const
    {
        block_.barrier();
        block_.phase([&](unsigned thread, Value* point) {
            Transform::template share<end>(thread, point, shared_);
        });
        block_.barrier();
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Transform::template line<end>(thread);
            Value sum{0, 0};
            each_pair<Transform>(thread, [&](auto i, unsigned first) {
                take_pair<decltype(i)::value>(line, first, point[2 * i], point[2 * i + 1]);
                sum = sum + point[2 * i + 1];
            });
            sums_[Transform::template lane<end>(thread) * pass.block.lines + line] = sum;
        });
        block_.barrier();
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Transform::template line<end>(thread);
            Value sum{0, 0};
            for (unsigned before = 0; before < Transform::template lane<end>(thread); ++before) {
                sum = sum + sums_[before * pass.block.lines + line];
            }
            each_pair<Transform>(thread, [&](auto i, unsigned) {
                sum = sum + point[2 * i + 1];
                point[2 * i + 1] = sum;
            });
            if (closes && Transform::template lane<end>(thread) == last_pair / part) {
                constexpr T count =
                    sequence.is_odd() ? last_pair + T{1} / (length % 2 + 1) : T{1} * last_pair;
                const Value miss = last_odd(line) - point[2 * (last_pair % part) + 1];
                slopes_[line] = {miss.x / count, miss.y / count};
            }
        });
        if constexpr (closes) {
            share_out<Transform>();
        }
    }

    /// Pairs of one parity lie in lanes of one parity: what the last odd coefficient of a DCT-I needs.
    static constexpr bool splits_parities = length % 2 == 0 && pass.block.lanes % 2 == 0 &&
                                            pass.block.butterflies(0) % 2 == 0 &&
                                            pass.block.butterflies(end) % 2 == 0;
    static constexpr int last_pair = sequence.pairs() - 1;
    static constexpr bool closes = last_pair > 0 && (sequence.is_odd() || splits_parities);

    /// The last odd coefficient by other means: of a DST-I from the middle of its transform.
    Value last_odd(unsigned line) const
    {
        if constexpr (!sequence.is_odd()) {
            return terms_[line];
        } else if constexpr (length % 2 == 0) {
            return Value{0, 0} - shared<length / 2>(line, 0);
        } else {
            return {0, 0};
        }
    }

    template <typename Transform>
    void share_out() const
    {
        block_.barrier();
        block_.phase([&](unsigned thread, Value* point) {
            const Value slope = slopes_[Transform::template line<end>(thread)];
            each_pair<Transform>(thread, [&](auto i, unsigned first) {
                // A DST-I starts with half a difference.
                const T half = sequence.is_odd() ? static_cast<T>(0.5) : T{0};
                const T steps = static_cast<T>(first) + (static_cast<T>(i) + half);
                Value& odd = point[2 * i + 1];
                odd = odd + Value{steps * slope.x, steps * slope.y};
            });
        });
    }

    /// The even coefficient 2 k and the difference of the odd ones 2 k + 1 and 2 k - 1, k = first + i.
    template <int i>
    void take_pair(unsigned line, unsigned first, Value& even, Value& difference) const
    {
        const Value low = point_ahead<pass.block, i, part>(shared_, line, first);
        if (i > 0 || first > 0) {
            constexpr int last = (pass.block.lanes - 1) * part;
            const Value high =
                point_behind<pass.block, length, i, last, part>(shared_, line, first);
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
                const Value middle = shared<length / 2>(line, 0);
                lasts_[line] = {whole * middle.x, whole * middle.y};
            }
        }
    }

    /// Coefficient 1 of a DCT-I; leaves its last odd one in terms_[line].
    Value start(unsigned line) const
    {
        Value even{0, 0};
        Value odd{0, 0};
        // Not unrolled as a whole, which would take registers that are all in use.
        constexpr int lines = pass.block.lines;
        const Value* term = terms_ + line;
        for (; term + lines < lasts_; term += 2 * lines) {
            even = even + term[0];
            odd = odd + term[lines];
        }
        if (pass.block.lanes % 2 != 0) {
            even = even + *term;
        }
        terms_[line] = even - odd;
        return even + odd;
    }

    /// body(base, ahead, coefficient) for all coefficients base + ahead of a thread; ahead is a
    /// Constant. The middle one that comes from no pair is not among them.
    template <typename Transform, typename Body>
    void each_coefficient(unsigned thread, Value* point, const Body& body) const
    {
        each_pair<Transform>(thread, [&](auto i, unsigned first) {
            constexpr int even = 2 * decltype(i)::value;
            if (has<even>(2 * first)) {
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
        return sequence.has_middle() && Transform::template lane<end>(thread) == 0;
    }

    /// Over the sums of their eigenvalues.
    void divide() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Loaded::template line<end>(thread);
            if (!exists(line)) {
                return;
            }
            const PairSymbol<pass, T, Block> symbol{block_, tables_, first_ + line};
            each_coefficient<Loaded>(thread, point, [&](unsigned base, auto ahead, Value& value) {
                constexpr int n = decltype(ahead)::value;
                if (sequence.has_start() && n == 0 && base == 0) {
                    symbol.keep_constant(value);
                }
                value = symbol.divided(value, symbol.along() + base + sequence.position_of(n));
            });
            if (has_middle<Loaded>(thread)) {
                lasts_[line] = symbol.divided(lasts_[line], symbol.along() + length);
            }
        });
    }

    template <typename Transform>
    void share() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Transform::template line<end>(thread);
            each_coefficient<Transform>(
                thread, point, [&](unsigned base, auto ahead, const Value& value) {
                    constexpr int n = decltype(ahead)::value;
                    // Only an odd length has a last coefficient here.
                    Value* const slot =
                        length % 2 != 0 && base + n == length
                            ? lasts_ + line
                            : &point_ahead<pass.block, n, 2 * part>(shared_, line, base);
                    *slot = value;
                });
        });
        block_.barrier();
    }

    /// Coefficients where they are.
    void store() const
    {
        each_stored([&](unsigned thread, Value* point, const PairPlace& to) {
            each_coefficient<Stored>(
                thread, point, [&](unsigned base, auto ahead, const Value& value) {
                    constexpr int n = decltype(ahead)::value;
                    points_.write(to, PlaceInLine<1, sequence.position_of(n)>{}, base, value);
                });
            if (has_middle<Stored>(thread)) {
                write_last(thread, to);
            }
        });
    }

    /// Coefficients from shared memory: neighbouring threads store neighbours.
    void store_shared() const
    {
        each_stored([&](unsigned thread, Value*, const PairPlace& to) {
            const unsigned line = Stored::template line<end>(thread);
            Stored::template each_point<end>(thread, [&](auto, unsigned base, auto ahead) {
                constexpr int n = decltype(ahead)::value;
                if (has<n>(base)) {
                    points_.write(to, PlaceInLine<1, sequence.position_of(n)>{}, base,
                                  shared<n>(line, base));
                }
            });
            if (sequence.has(length) && Stored::template lane<end>(thread) == 0) {
                write_last(thread, to);
            }
        });
    }

    void write_last(unsigned thread, const PairPlace& to) const
    {
        points_.write(to, PlaceInLine<0, length>{}, 0, lasts_[Stored::template line<end>(thread)]);
    }

    /// body(thread, point, to) for the threads of lines that exist.
    template <typename Body>
    void each_stored(const Body& body) const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Stored::template line<end>(thread);
            if (exists(line)) {
                body(thread, point, points_.sink(first_ + line));
            }
        });
    }

    const Block& block_;
    long long first_;
    PairPoints<pass, T, Block> points_;
    const PassTables<T>& tables_;
    Value* shared_;
    Value* sums_;    ///< of a thread's differences, [lane][line]
    Value* terms_;   ///< a thread's share of coefficient 1 of a DCT-I, [lane][line]
    Value* lasts_;   ///< number or coefficient `length` of a DCT-I, [line]
    Value* slopes_;  ///< what each step of the sums of differences misses, [line]
};

}  // namespace tobiuo::fft
