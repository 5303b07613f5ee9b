// SPDX-License-Identifier: BSD-3-Clause
// What one block of a pass does: load, transform, store. One code for device and host.
#pragma once

#include "kernels/fft/block/block_transform.hpp"
#include "kernels/fft/pass/line_transform.hpp"
#include "kernels/fft/pass/pass_points.hpp"
#include "kernels/fft/pass/real_pairs.hpp"

namespace tobiuo::fft {

/// One block of a pass, in phases of its threads (see transform_block()).
template <PassForm pass, typename T, typename Block>
class PassItem {
public:
    using Value = Complex<T>;

    /// The item of block `number`, whose first line is number x transforms_per_block.
    PassItem(const Block& block, long long number, const void* in, void* out,
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
        if constexpr (unfolds) {
            block_.barrier();
            unfold();
        }
        if constexpr (crosses) {
            block_.barrier();
        }
        transform_block<pass.block, pass.stride(), unfolds>(block_, tables_.twiddles, shared_);
        if constexpr (pass.transforms_twice()) {
            if constexpr (pass.modes.wanted()) {
                apply();
            } else {
                filter();
            }
            transform_block<last_block<pass>, 1, true>(block_, tables_.twiddles, shared_);
            swap_back();
        }
        if constexpr (folds) {
            if constexpr (pass.block.stages > 1) {
                block_.barrier();
            }
            share();
            block_.barrier();
        }
        store();
    }

private:
    using Loaded = BlockTransform<pass.block, T>;
    using Stored = BlockTransform<last_block<pass>, T>;
    static constexpr int length = pass.block.length;
    static constexpr int end = pass.block.stages - 1;
    static constexpr bool unfolds =
        pass.source_side == Side::pairs_spectrum || pass.source_side == Side::packed;
    static constexpr bool folds =
        pass.sink_side == Side::pairs_spectrum || pass.sink_side == Side::packed;
    /// Threads of other lines never touch a line, so a barrier is needed only if threads of one
    /// line read what others write. With one stage and a half spectrum in place they do.
    static constexpr bool crosses = pass.source_side == Side::spectrum && pass.block.stages == 1;

    /// Loads points to registers; a spectrum to be unfolded is stored in shared memory as well.
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
            const long long offset = offset_of<pass.source>(first_ + line);
            Loaded::template each_point<0>(thread, [&](auto place, unsigned base, auto ahead) {
                constexpr int n = decltype(ahead)::value;
                if constexpr (unfolds) {
                    point[place] = n == 0 && base == 0 ? points_.load_ends(offset)
                                                       : points_.template load_raw<n>(offset, base);
                    point_ahead<pass.block, n>(shared_, line, base) = point[place];
                } else {
                    point[place] = points_.template load<n>(first_ + line, offset, base);
                }
            });
        });
    }

    /// Makes the transform of pairs of samples out of half a spectrum.
    void unfold() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Loaded::template line<0>(thread);
            Loaded::template each_point<0>(thread, [&](auto place, unsigned base, auto ahead) {
                constexpr int n = decltype(ahead)::value;
                point[place] = swapped(
                    unfolded(point[place], Loaded::template mirrored<0, n>(shared_, line, base),
                             points_.twiddle(base, n), n == 0 && base == 0));
            });
        });
    }

    /// Multiplies by the filter between the two transforms of a convolution. The second transform
    /// is inverse, so the values are swapped.
    void filter() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Loaded::template line<end>(thread);
            Loaded::template each_point<end>(thread, [&](auto place, unsigned base, auto ahead) {
                point[place] = swapped(point[place] * points_.filter(first_ + line, base + ahead));
            });
        });
    }

    /// Applies the block's function between the two transforms, to modes that exist only.
    void apply() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Loaded::template line<end>(thread);
            if (!pass.has_line(first_ + line)) {
                return;
            }
            const ElementIndex start = first_mode<pass.modes, pass.source.count>(first_ + line);
            Loaded::template each_point<end>(thread, [&](auto place, unsigned base, auto ahead) {
                point[place] = swapped(
                    block_.apply(point[place], mode_ahead(pass.modes, start, base + ahead)));
            });
        });
    }

    void swap_back() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            Stored::template each_point<end>(
                thread, [&](auto place, unsigned, auto) { point[place] = swapped(point[place]); });
        });
    }

    /// Writes the transform of pairs to shared memory, where the mirrors of points are found.
    void share() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            Stored::template share<end>(thread, point, shared_);
        });
    }

    void store() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Stored::template line<end>(thread);
            if (!pass.has_line(first_ + line)) {
                return;
            }
            const long long offset = offset_of<pass.sink>(first_ + line);
            Stored::template each_point<end>(thread, [&](auto place, unsigned base, auto ahead) {
                constexpr int n = decltype(ahead)::value;
                if constexpr (folds) {
                    store_folded<n>(line, offset, base, point[place]);
                } else {
                    points_.template store<n>(first_ + line, offset, base, point[place]);
                }
            });
        });
    }

    /// Stores element base + ahead of half a spectrum; the first thread stores both ends, which are
    /// real.
    template <int ahead>
    void store_folded(unsigned line, long long offset, unsigned base, Value z) const
    {
        const bool is_first = ahead == 0 && base == 0;
        Value value = folded(z, Stored::template mirrored<end, ahead>(shared_, line, base),
                             points_.twiddle(base, ahead));
        if constexpr (pass.sink_side == Side::packed) {
            value.y = is_first ? z.x - z.y : value.y;
        } else if (is_first) {
            points_.template store_raw<length>(offset, 0, {z.x - z.y, 0});
        }
        points_.template store_raw<ahead>(offset, base, value);
    }

    const Block& block_;
    long long first_;
    PassPoints<pass, T, Block> points_;
    const PassTables<T>& tables_;
    Value* shared_;
};

}  // namespace tobiuo::fft
