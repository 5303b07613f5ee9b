// SPDX-License-Identifier: BSD-3-Clause
// What one block of a pass does for DST-I and DCT-I of pairs of real lines. One code for device and
// host.
#pragma once

#include "kernels/fft/real/two_for_one_points.hpp"
#include "kernels/fft/real/two_for_one_symbol.hpp"
#include "kernels/fft/real/type_one_frame.hpp"
#include "kernels/fft/real/type_one_postprocess.hpp"
#include "kernels/fft/real/type_one_preprocess.hpp"

namespace tobiuo::fft {

/// One block, in phases of its threads (see transform_block()), by the method of
/// type_one_sequence.hpp: TypeOnePreprocess makes the auxiliary sequence from samples, its
/// transform goes to shared memory, and TypeOnePostprocess makes the coefficients.
/// TwoForOneTask::solve then divides and does all of this again.
template <PassForm pass, typename T, typename Block>
class TypeOneItem {
public:
    using Value = Complex<T>;

    /// The item of block `number`, whose first pair is number x transforms_per_block.
    TypeOneItem(const Block& block, long long number, const void* in, void* out,
                const PassTables<T>& tables, Value* shared)
        : block_{block},
          tables_{tables},
          frame_{number * pass.block.transforms_per_block, shared},
          points_{block, in, out, tables},
          numbers_{block, points_, tables, frame_},
          sums_{block, frame_}
    {
    }

    void run() const
    {
        numbers_.make(pairs.task == TwoForOneTask::synthesise);
        transform_lines<pass, Frame::loaded, !Frame::loaded.self_mirrored>(block_, tables_,
                                                                           frame_.shared);
        sums_.template add_up<Loaded>();
        if constexpr (pairs.task == TwoForOneTask::solve) {
            divide();
            sums_.template share<Loaded>();
            numbers_.make_again();
            transform_lines<pass, last_block<pass>, true>(block_, tables_, frame_.shared);
            sums_.template add_up<Stored>();
        }
        if constexpr (Stored::block.contiguous(end)) {
            sums_.template share<Stored>();
            store_shared();
        } else {
            store();
        }
    }

private:
    static_assert(pass.block.stages > 1 || pass.block.threads_per_transform == 1,
                  "what a thread has of the only stage lies in the order of its pairs");
    using Frame = TypeOneFrame<pass, T>;
    using Loaded = typename Frame::Loaded;
    using Stored = typename Frame::Stored;
    static constexpr TwoForOne pairs = pass.pairs;
    static constexpr TypeOneSequence sequence = Frame::sequence;
    static constexpr int length = Frame::length;
    static constexpr int end = Frame::end;

    /// Divides the coefficients by the sums of their eigenvalues.
    void divide() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Loaded::template line<end>(thread);
            if (!frame_.exists(line)) {
                return;
            }
            const PairSymbol<pass, T, Block> symbol{block_, tables_, frame_.first + line};
            sums_.template each_coefficient<Loaded>(
                thread, point, [&](unsigned base, auto ahead, Value& value) {
                    constexpr int n = decltype(ahead)::value;
                    if (sequence.has_start() && n == 0 && base == 0) {
                        symbol.keep_constant(value);
                    }
                    value = symbol.divided(value, symbol.along() + base + sequence.position_of(n));
                });
            if (sums_.template has_middle<Loaded>(thread)) {
                frame_.lasts[line] = symbol.divided(frame_.lasts[line], symbol.along() + length);
            }
        });
    }

    /// Stores coefficients from the threads that have them.
    void store() const
    {
        each_stored([&](unsigned thread, Value* point, const PairPlace& to) {
            sums_.template each_coefficient<Stored>(
                thread, point, [&](unsigned base, auto ahead, const Value& value) {
                    constexpr int n = decltype(ahead)::value;
                    points_.write(to, PlaceInLine<1, sequence.position_of(n)>{}, base, value);
                });
            if (sums_.template has_middle<Stored>(thread)) {
                write_last(thread, to);
            }
        });
    }

    /// Stores coefficients from shared memory: neighbouring threads store neighbouring ones.
    void store_shared() const
    {
        each_stored([&](unsigned thread, Value*, const PairPlace& to) {
            const unsigned line = Stored::template line<end>(thread);
            Stored::template each_point<end>(thread, [&](auto, unsigned base, auto ahead) {
                constexpr int n = decltype(ahead)::value;
                if (Frame::template has<n>(base)) {
                    points_.write(to, PlaceInLine<1, sequence.position_of(n)>{}, base,
                                  frame_.template at<n>(line, base));
                }
            });
            if (sequence.has(length) && Stored::template thread_in_transform<end>(thread) == 0) {
                write_last(thread, to);
            }
        });
    }

    void write_last(unsigned thread, const PairPlace& to) const
    {
        points_.write(to, PlaceInLine<0, length>{}, 0,
                      frame_.lasts[Stored::template line<end>(thread)]);
    }

    /// Calls body(thread, point, to) for the threads of lines that exist.
    template <typename Body>
    void each_stored(const Body& body) const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Stored::template line<end>(thread);
            if (frame_.exists(line)) {
                body(thread, point, points_.sink(frame_.first + line));
            }
        });
    }

    const Block& block_;
    const PassTables<T>& tables_;
    Frame frame_;
    PairPoints<pass, T, Block> points_;
    TypeOnePreprocess<pass, T, Block> numbers_;
    TypeOnePostprocess<pass, T, Block> sums_;
};

}  // namespace tobiuo::fft
