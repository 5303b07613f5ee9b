// SPDX-License-Identifier: BSD-3-Clause
// What one block of a pass over pairs of real lines does. One code for device and host.
#pragma once

#include "kernels/fft/block/block_transform.hpp"
#include "kernels/fft/pass/line_transform.hpp"
#include "kernels/fft/pass/makhoul.hpp"
#include "kernels/fft/real/two_for_one_points.hpp"
#include "kernels/fft/real/two_for_one_symbol.hpp"

namespace tobiuo::fft {

/// One block, in phases of its threads (see transform_block()): it loads samples or coefficients of
/// pairs of lines to registers, does one or two transforms with the work before, between and after
/// them, and stores the result. Where a pair is split, each thread computes the coefficients of its
/// own points from these and from their mirrors, which it finds in shared memory.
template <PassForm pass, typename T, typename Block>
class PairItem {
public:
    using Value = Complex<T>;

    /// The item of block `number`, whose first pair is number x transforms_per_block.
    PairItem(const Block& block, long long number, const void* in, void* out,
             const PassTables<T>& tables, Value* shared)
        : block_{block},
          first_{number * pass.block.transforms_per_block},
          points_{block, in, out, tables},
          tables_{tables},
          shared_{shared}
    {
    }

    void run() const
    {
        load();
        if constexpr (begins_plain) {
            join();
            swap<Loaded, 0>();
        }
        transform_lines<pass, pass.block, begins_plain && pairs.mirrors()>(block_, tables_,
                                                                           shared_);
        if constexpr (begins_plain) {
            swap<Loaded, end>();
        }
        if constexpr (pairs.task == TwoForOneTask::solve) {
            divide();
        } else if constexpr (pairs.task == TwoForOneTask::solve_transposed) {
            divide_numbers();
        }
        if constexpr (pairs.solves()) {
            swap_inverse<Loaded, end>();
            transform_lines<pass, last_block<pass>, true>(block_, tables_, shared_);
            swap_inverse<Stored, end>();
        }
        if constexpr (ends_plain) {
            separate();
        }
        store();
    }

private:
    static_assert(pass.pairs.mirrors() || pass.pairs.makhoul == Makhoul::none,
                  "folded numbers are split, so that there is shared memory");
    using Loaded = BlockTransform<pass.block, T>;
    using Stored = BlockTransform<given_block<pass>, T>;
    static constexpr TwoForOne pairs = pass.pairs;
    static constexpr int length = pass.transform_points();
    static constexpr int end = given_stage<pass>;
    /// Whether the pass reads coefficients.
    static constexpr bool begins_plain =
        pairs.task == TwoForOneTask::synthesise || pairs.task == TwoForOneTask::solve_transposed;
    /// Whether the pass writes coefficients.
    static constexpr bool ends_plain =
        pairs.task == TwoForOneTask::analyse || pairs.task == TwoForOneTask::solve_transposed;
    static constexpr int last_spread = Stored::block.butterflies(end);
    /// Whether samples go through shared memory, so that neighbouring threads write them in order:
    /// samples in Makhoul's order are two apart, and half a sector costs as much as a whole one.
    static constexpr bool gathers =
        !ends_plain && pairs.makhoul != Makhoul::none && Stored::block.contiguous(end);

    /// Whether the pair must be split.
    bool separates(unsigned line) const
    {
        return pairs.split == Split::all ||
               (pairs.split == Split::first && (first_ + line) % pairs.row_pairs == 0);
    }
    /// Whether some pair of this block must be split; the same for all its threads.
    bool separates_any() const
    {
        if constexpr (pairs.split == Split::first) {
            constexpr long long row = pairs.row_pairs;
            return (first_ + row - 1) / row * row < first_ + pass.block.transforms_per_block;
        } else {
            return pairs.split == Split::all;
        }
    }
    static unsigned mirror_of(unsigned k)
    {
        return static_cast<unsigned>(mirror(pairs.makhoul, length, static_cast<long long>(k)));
    }

    void load() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Loaded::template line<0>(thread);
            if (!pass.has_line(first_ + line)) {
                Loaded::template each_point<0>(thread, [&](auto place, unsigned, auto) {
                    point[place] = {0, 0};
                });
                return;
            }
            const PairPlace from = points_.source(first_ + line);
            Loaded::template each_point<0>(thread, [&](auto place, unsigned base, auto ahead) {
                constexpr int n = decltype(ahead)::value;
                if (!has_point<pass, n>(base)) {
                    point[place] = {0, 0};
                } else if constexpr (begins_plain) {
                    point[place] = points_.template load_coefficient<n>(from, base);
                } else {
                    point[place] =
                        points_.template load_number<n, pass.block.butterflies(0)>(from, base);
                }
            });
        });
    }

    void store() const
    {
        if constexpr (gathers) {
            unfold();
        }
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Stored::template line<end>(thread);
            if (!pass.has_line(first_ + line)) {
                return;
            }
            const PairPlace to = points_.sink(first_ + line);
            Stored::template each_point<end>(thread, [&](auto place, unsigned base, auto ahead) {
                constexpr int n = decltype(ahead)::value;
                if (!has_point<pass, n>(base)) {
                    return;
                }
                if constexpr (ends_plain) {
                    points_.template store_coefficient<n>(to, base, point[place]);
                } else if constexpr (gathers) {
                    points_.write(to, PlaceInLine<1, n>{}, base,
                                  point_ahead<pass.block, n>(shared_, line, base));
                } else {
                    points_.template give_number<n, last_spread>(
                        base, point[place],
                        [&](auto at, Value number) { points_.write(to, at, base, number); });
                }
            });
        });
    }

    /// Writes samples to their places in shared memory.
    void unfold() const
    {
        block_.barrier();
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Stored::template line<end>(thread);
            Stored::template each_point<end>(thread, [&](auto place, unsigned base, auto ahead) {
                constexpr int n = decltype(ahead)::value;
                if (has_point<pass, n>(base)) {
                    points_.template give_number<n, last_spread>(
                        base, point[place],
                        [&](auto at, Value number) { number_at(at, line, base) = number; });
                }
            });
        });
        block_.barrier();
    }

    template <int factor, int first>
    Value& number_at(PlaceInLine<factor, first>, unsigned line, unsigned base) const
    {
        if constexpr (factor > 0) {
            return point_ahead<pass.block, first, factor>(shared_, line, factor * base);
        } else {
            constexpr int last = last_spread - 1;
            return point_ahead<pass.block, first + factor * last, -factor>(shared_, line,
                                                                           -factor * (last - base));
        }
    }
    Value& number_at(const AnyPlaceInLine& at, unsigned line, unsigned) const
    {
        return shared_[place_of<pass.block>(line, static_cast<unsigned>(at.place))];
    }

    /// Replaces each point k = base + ahead of a stage, in pairs that are split, by told(line,
    /// base, ahead, own, other), where `other` is the mirrored point and ahead is a Constant.
    /// `fresh`: no thread is reading shared memory.
    template <typename Transform, int stage, bool fresh, typename Told>
    void mirrored(const Told& told) const
    {
        if constexpr (pairs.split == Split::none) {
            return;
        }
        if (!separates_any()) {
            return;
        }
        if constexpr (!fresh && pass.block.stages > 1) {
            block_.barrier();
        }
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Transform::template line<stage>(thread);
            if (separates(line)) {
                Transform::template share<stage>(thread, point, shared_);
            }
        });
        block_.barrier();
        if constexpr (pairs.split == Split::first) {
            tell_first(told);
            block_.barrier();
        }
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Transform::template line<stage>(thread);
            if (!separates(line)) {
                return;
            }
            if constexpr (pairs.split == Split::first) {
                Transform::template read<stage>(thread, shared_, point);
            } else {
                Transform::template each_point<stage>(
                    thread, [&](auto place, unsigned base, auto ahead) {
                        constexpr int n = decltype(ahead)::value;
                        if (has_point<pass, n>(base)) {
                            point[place] = told(line, base, ahead, point[place],
                                                mirrored_point<Transform, stage, n>(line, base));
                        }
                    });
            }
        });
    }

    /// The mirror of point base + ahead, in shared memory.
    template <typename Transform, int stage, int ahead>
    Value mirrored_point(unsigned line, unsigned base) const
    {
        if constexpr (pairs.makhoul == Makhoul::halfway) {
            constexpr int last = Transform::block.butterflies(stage) - 1;
            return point_behind<pass.block, length - 1, ahead, last>(shared_, line, base);
        } else {
            return Transform::template mirrored<stage, ahead, length>(shared_, line, base);
        }
    }

    /// Does the work of mirrored() for the first pair of each row of lines, in shared memory and
    /// with all threads: there are few such pairs, and the code that other blocks skip should be
    /// short.
    template <typename Told>
    void tell_first(const Told& told) const
    {
        constexpr auto row = static_cast<unsigned>(pairs.row_pairs);
        const auto before = static_cast<unsigned>(first_ % pairs.row_pairs);
        block_.phase([&](unsigned thread, Value*) {
            for (unsigned line = before == 0 ? 0 : row - before;
                 line < pass.block.transforms_per_block; line += row) {
                for (unsigned k = thread; k < length; k += pass.block.threads()) {
                    const unsigned m = mirror_of(k);
                    Value& low = shared_[place_of<pass.block>(line, k)];
                    Value& high = shared_[place_of<pass.block>(line, m)];
                    if (k <= m) {
                        const Value at_k = told(line, k, Constant<0>{}, low, high);
                        const Value at_m = told(line, m, Constant<0>{}, high, low);
                        low = at_k;
                        high = k == m ? at_k : at_m;
                    }
                }
            }
        });
    }

    /// The twiddle factor t[base + ahead] of makhoul.hpp.
    Value twiddle(unsigned base, int ahead) const
    {
        if constexpr (pairs.makhoul == Makhoul::none) {
            return fourier_twiddle<T>(base + ahead, length);
        } else {
            return block_.fetch(tables_.split_twiddles + base + ahead);
        }
    }
    /// The twiddle factor of the mirrored bin, whose angle is the complement.
    static Value complement(Value twiddle) { return {-twiddle.y, -twiddle.x}; }

    /// Whether bin k is its own mirror and has no second coefficient.
    static bool is_alone(unsigned k)
    {
        return k == mirror_of(k) && !mirrors_itself(pairs.makhoul, static_cast<long long>(k));
    }

    /// Splits the transform of two lines into their coefficients.
    void separate() const
    {
        mirrored<Stored, end, false>(
            [&](unsigned, unsigned base, auto ahead, Value own, Value other) {
                return separated(own, other, twiddle(base, ahead));
            });
    }
    /// Joins the coefficients of two lines to the transform of both.
    void join() const
    {
        mirrored<Loaded, 0, true>([&](unsigned, unsigned base, auto ahead, Value own, Value other) {
            const unsigned k = base + ahead;
            return joined(own, is_alone(k) ? Value{0, 0} : other, twiddle(base, ahead));
        });
    }

    template <typename Transform, int stage>
    void swap() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            Transform::template each_point<stage>(
                thread, [&](auto place, unsigned, auto) { point[place] = swapped(point[place]); });
        });
    }
    /// Swaps before and after the inverse transform of a pass that solves.
    template <typename Transform, int stage>
    void swap_inverse() const
    {
        if constexpr (pairs.task == TwoForOneTask::solve) {
            swap<Transform, stage>();
        }
    }

    PairSymbol<pass, T, Block> symbol_of(unsigned line) const
    {
        return {block_, tables_, first_ + line};
    }

    /// Divides after a DCT-III or DST-III, where the parts of a value are the coefficients of the
    /// two lines.
    void divide_numbers() const
    {
        divide_by([](const auto& symbol, const auto* along, Value own) {
            return symbol.divided(own, along);
        });
    }

    void divide() const
    {
        mirrored<Loaded, end, false>([&](unsigned line, unsigned base, auto ahead, Value own,
                                         Value other) {
            return pass.has_line(first_ + line) ? solved_apart(line, base, ahead, own, other) : own;
        });
        if constexpr (pairs.split != Split::all) {
            divide_by([](const auto& symbol, const auto* along, Value own) {
                return symbol.divided_alike(own, along);
            });
        }
    }

    /// Divides pairs that are not split, or need not be.
    template <typename Division>
    void divide_by(const Division& division) const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Loaded::template line<end>(thread);
            if (!pass.has_line(first_ + line) ||
                (pairs.task == TwoForOneTask::solve && separates(line))) {
                return;
            }
            const PairSymbol<pass, T, Block> symbol = symbol_of(line);
            Loaded::template each_point<end>(thread, [&](auto place, unsigned base, auto ahead) {
                if (has_point<pass, decltype(ahead)::value>(base)) {
                    point[place] = division(symbol, symbol.along() + base + ahead, point[place]);
                }
            });
        });
    }

    /// Divides the coefficients at k and at its mirror, and joins them again at k.
    template <typename Ahead>
    Value solved_apart(unsigned line, unsigned base, Ahead ahead, Value own, Value other) const
    {
        const unsigned k = base + ahead;
        const PairSymbol<pass, T, Block> symbol = symbol_of(line);
        const Value at_k = twiddle(base, ahead);
        const Value coefficient = separated(own, other, at_k);
        if (ahead == 0 && base == 0) {
            symbol.keep_constant(coefficient);
        }
        const Value mine = symbol.divided(coefficient, symbol.along() + base + ahead);
        if (is_alone(k)) {
            return joined(mine, Value{0, 0}, at_k);
        }
        constexpr int total = pairs.makhoul == Makhoul::halfway ? length - 1 : length;
        const Value theirs = symbol.divided(separated(other, own, complement(at_k)),
                                            symbol.along() + (total - ahead) - base);
        return joined(mine, theirs, at_k);
    }

    const Block& block_;
    long long first_;
    PairPoints<pass, T, Block> points_;
    const PassTables<T>& tables_;
    Value* shared_;
};

}  // namespace tobiuo::fft
