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
/// auxiliary_sequence.hpp: the auxiliary sequence to registers, its transform, the two lines told apart
/// in shared memory, differences summed up there. Way::solve divides there and does all of it again.
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
          starts_{sums_ + pass.block.threads()}
    {
    }

    void run() const
    {
        constexpr bool is_back = pairs.way == Way::synthesise;
        load();
        find_starts<Loaded, 0>();
        transform_block<pass.block, 1, false>(block_, tables_.twiddles, shared_);
        tell_apart<Loaded>();
        sum_up<Loaded>();
        if constexpr (pairs.way == Way::solve) {
            divide();
            again();
            find_starts<Loaded, end>();
            transform_block<last_block<pass>, 1, true>(block_, tables_.twiddles, shared_);
            tell_apart<Stored>();
            sum_up<Stored>();
        }
        store<is_back || pairs.way == Way::solve>();
    }

private:
    using Loaded = BlockTransform<pass.block, T>;
    using Stored = BlockTransform<last_block<pass>, T>;
    static constexpr PairForm pairs = pass.pairs;
    static constexpr int length = pass.block.length;
    static constexpr int end = pass.block.stages - 1;
    static constexpr AuxiliarySequence sequence{pairs.continuation, length};

    bool exists(unsigned line) const
    {
        constexpr bool whole = pass.whole();
        return whole || first_ + line < pass.source.count;
    }

    /// exp(-i pi j / length)
    Value turn(unsigned j) const { return block_.fetch(tables_.shift_turns + j); }

    /// The auxiliary number of one and of its mirror. `back`: twice as large, so that there and back
    /// multiplies by the length.
    Value auxiliary(unsigned j, Value number, Value mirror, bool back) const
    {
        if (j == 0 && pairs.continuation == Continuation::odd) {
            return {0, 0};
        }
        const T sine = -turn(j).y;
        const T half = static_cast<T>(0.5);
        const T factor = back ? T{2} : T{1};
        const bool is_odd = pairs.continuation == Continuation::odd;
        const T of_sum = factor * (is_odd ? sine : half);
        const T of_difference = factor * (is_odd ? half : -sine);
        return {of_sum * (number.x + mirror.x) + of_difference * (number.x - mirror.x),
                of_sum * (number.y + mirror.y) + of_difference * (number.y - mirror.y)};
    }

    /// What a number adds to coefficient 1 of a DCT-I.
    Value start_term(unsigned j, Value number, Value mirror, bool back) const
    {
        const T factor = back ? T{2} : T{1};
        if (j == 0) {
            const T half = static_cast<T>(0.5) * factor;
            return {half * (number.x - mirror.x), half * (number.y - mirror.y)};
        }
        const T cosine = factor * turn(j).x;
        return {cosine * number.x, cosine * number.y};
    }

    /// Calls get(line, j) and get(line, length - j) for each point of a stage, and leaves the
    /// auxiliary numbers in registers and the terms of the starts in sums_.
    template <int stage, typename Get>
    void make_sequence(unsigned thread, Value* point, bool back, const Get& get) const
    {
        const unsigned line = Loaded::template line<stage>(thread);
        Value sum{0, 0};
        Loaded::template each_point<stage>(thread, [&](auto place, unsigned base, auto ahead) {
            const unsigned j = base + ahead;
            point[place] = {0, 0};
            if (exists(line) && (j > 0 || sequence.has_start())) {
                const Value number = get(line, static_cast<int>(j));
                const Value mirror = get(line, length - static_cast<int>(j));
                point[place] = auxiliary(j, number, mirror, back);
                if constexpr (sequence.has_start()) {
                    sum = sum + start_term(j, number, mirror, back);
                }
            }
        });
        if constexpr (sequence.has_start()) {
            sums_[Loaded::template lane<stage>(thread) * pass.block.lines + line] = sum;
        }
    }

    void load() const
    {
        constexpr bool is_back = pairs.way == Way::synthesise;
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned mine = Loaded::template line<0>(thread);
            const PairPlace from = points_.source(exists(mine) ? first_ + mine : 0);
            make_sequence<0>(thread, point, is_back, [&](unsigned, int j) {
                return points_.read(
                    from, is_back ? sequence.position_of_mode(j) : sequence.index_of_number(j));
            });
        });
    }

    /// Coefficient 1 of a DCT-I, where the sums of differences start.
    template <typename Transform, int stage>
    void find_starts() const
    {
        if constexpr (sequence.has_start()) {
            block_.barrier();
            block_.phase([&](unsigned thread, Value*) {
                if (Transform::template lane<stage>(thread) != 0) {
                    return;
                }
                const unsigned line = Transform::template line<stage>(thread);
                Value sum{0, 0};
                for (int lane = 0; lane < pass.block.lanes; ++lane) {
                    sum = sum + sums_[lane * pass.block.lines + line];
                }
                starts_[line] = sum;
            });
        }
    }

    static unsigned mirror_of(unsigned k) { return k == 0 ? 0 : length - k; }

    /// The transform in the registers of the last stage to the cosine and sine sums of both lines, in
    /// shared memory.
    template <typename Transform>
    void tell_apart() const
    {
        block_.barrier();
        each_own<Transform>([&](unsigned line, unsigned k, Value& own) {
            shared_[place_of<pass.block>(line, k)] = own;
        });
        block_.barrier();
        each_own<Transform>([&](unsigned line, unsigned k, Value& own) {
            own = separated(own, shared_[place_of<pass.block>(line, mirror_of(k))],
                            fourier_turn<T>(k, length));
        });
        block_.barrier();
        each_own<Transform>([&](unsigned line, unsigned k, Value& own) {
            shared_[place_of<pass.block>(line, k)] = own;
        });
        block_.barrier();
    }

    template <typename Transform, typename Body>
    void each_own(const Body& body) const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Transform::template line<end>(thread);
            Transform::template each_point<end>(thread, [&](auto place, unsigned base, auto ahead) {
                body(line, base + ahead, point[place]);
            });
        });
    }

    Value& difference(unsigned line, int k) const
    {
        return shared_[place_of<pass.block>(line, static_cast<unsigned>(sequence.slot_of(k)))];
    }

    /// The sums of a DST-I begin with half the first difference.
    Value share_of(unsigned line, int k) const
    {
        const Value whole = difference(line, k);
        const T part = k == 0 && !sequence.has_start() ? static_cast<T>(0.5) : T{1};
        return {part * whole.x, part * whole.y};
    }

    /// Differences to their sums: each lane its part, after what the parts before it add up to.
    template <typename Transform>
    void sum_up() const
    {
        constexpr int all = sequence.differences();
        constexpr int part = (all + pass.block.lanes - 1) / pass.block.lanes;
        block_.phase([&](unsigned thread, Value*) {
            const unsigned line = Transform::template line<end>(thread);
            const unsigned lane = Transform::template lane<end>(thread);
            Value sum{0, 0};
            const int first = static_cast<int>(lane) * part;
            for (int k = first; k < first + part && k < all; ++k) {
                sum = sum + share_of(line, k);
            }
            sums_[lane * pass.block.lines + line] = sum;
        });
        block_.barrier();
        block_.phase([&](unsigned thread, Value*) {
            const unsigned line = Transform::template line<end>(thread);
            const unsigned lane = Transform::template lane<end>(thread);
            Value sum{0, 0};
            if constexpr (sequence.has_start()) {
                sum = starts_[line];
            }
            for (unsigned before = 0; before < lane; ++before) {
                sum = sum + sums_[before * pass.block.lines + line];
            }
            const int first = static_cast<int>(lane) * part;
            for (int k = first; k < first + part && k < all; ++k) {
                sum = sum + share_of(line, k);
                difference(line, k) = sum;
            }
        });
        block_.barrier();
    }

    /// All coefficients, in shared memory, over the sums of their eigenvalues.
    void divide() const
    {
        block_.phase([&](unsigned thread, Value*) {
            const unsigned line = Loaded::template line<end>(thread);
            if (!exists(line)) {
                return;
            }
            const PairSymbol<pass, T, Block> symbol{block_, tables_, first_ + line};
            Loaded::template each_point<end>(thread, [&](auto, unsigned base, auto ahead) {
                const unsigned k = base + ahead;
                Value& value = shared_[place_of<pass.block>(line, k)];
                value = symbol.divided(value, k);
            });
            if (sequence.has_start() && Loaded::template lane<end>(thread) == 0) {
                starts_[line] = symbol.divided(starts_[line], length);
            }
        });
        block_.barrier();
    }

    /// The auxiliary sequence of the coefficients in shared memory.
    void again() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            make_sequence<end>(thread, point, true,
                               [&](unsigned line, int mode) { return coefficient(line, mode); });
        });
    }

    Value coefficient(unsigned line, int mode) const
    {
        const int slot = sequence.slot_of_mode(mode);
        return slot == length ? starts_[line]
                              : shared_[place_of<pass.block>(line, static_cast<unsigned>(slot))];
    }

    /// Coefficients to the slots of the line, or numbers to their places.
    template <bool numbers>
    void store() const
    {
        block_.phase([&](unsigned thread, Value*) {
            const unsigned line = Stored::template line<end>(thread);
            if (!exists(line)) {
                return;
            }
            const PairPlace to = points_.sink(first_ + line);
            Stored::template each_point<end>(thread, [&](auto, unsigned base, auto ahead) {
                put<numbers>(to, static_cast<int>(base + ahead),
                             shared_[place_of<pass.block>(line, base + ahead)]);
            });
            if (sequence.has_start() && Stored::template lane<end>(thread) == 0) {
                put<numbers>(to, length, starts_[line]);
            }
        });
    }

    template <bool numbers>
    void put(const PairPlace& to, int slot, Value value) const
    {
        if (!sequence.holds(slot)) {
            return;
        }
        points_.write(to,
                      numbers ? sequence.index_of_number(sequence.mode_of_slot(slot))
                              : sequence.position_of_slot(slot),
                      value);
    }

    const Block& block_;
    long long first_;
    PairPoints<pass, T, Block> points_;
    const PassTables<T>& tables_;
    Value* shared_;
    Value* sums_;    ///< of parts of lines, [lane][line]
    Value* starts_;  ///< of the sums of differences, [line]
};

}  // namespace tobiuo::fft
