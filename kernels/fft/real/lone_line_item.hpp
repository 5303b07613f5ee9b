// SPDX-License-Identifier: BSD-3-Clause
// What one block of a pass does for cosine and sine transforms of real lines, each line by itself.
// One code for device and host.
#pragma once

#include "kernels/fft/block/block_transform.hpp"
#include "kernels/fft/pass/line_transform.hpp"
#include "kernels/fft/pass/real_pairs.hpp"
#include "kernels/fft/real/lone_line_points.hpp"

namespace tobiuo::fft {

/// One block, in phases of its threads (see transform_block()). Neighbours of a real sequence of 2 M
/// values are the parts of M complex values z, whose transform is folded to half a spectrum V
/// (real_pairs.hpp). The sequence and its coefficients are, with t[k] = exp(-pi i k / 4 M):
///
///     I        the even (odd) continuation of M + 1 (M - 1) samples; C[k] = Re V[k] (-Im V[k])
///     II       n = 2 M samples in Makhoul's order; C[k] and C[n-k] are Re and -Im of t[k] V[k]
///     III      the same steps back
///     IV       n = 2 M samples, z[m] = w[m] (x[2m] + i x[n-1-2m]) with w[m] = exp(-pi i (m + 1/8)
///              / n); C[2k] and C[n-1-2k] are Re and -Im of w[k] Z[k], without a fold
///
/// I and III are what R2rKind defines, II and IV half of it; sines are cosines as in makhoul.hpp.
///
/// Accuracy  that of the transform, relative to the norm of each line; what is not finite stays in
///           its line.
/// Source    J. Makhoul, IEEE Trans. ASSP 28(1), 27 (1980).
template <PassForm pass, typename T, typename Block>
class LoneLineItem {
public:
    using Value = Complex<T>;

    /// The item of block `number`, whose first line is number x transforms_per_block.
    LoneLineItem(const Block& block, long long number, const void* in, void* out,
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
        transform_lines<pass, pass.block, unfolds>(block_, tables_, shared_);
        if constexpr (unfolds) {
            swap_back();
        }
        if constexpr (folds) {
            fold();
        } else if constexpr (gathers) {
            gather();
        } else {
            store();
        }
    }

private:
    using Points = LoneLinePoints<pass, T, Block>;
    using Loaded = BlockTransform<pass.block, T>;
    using Stored = BlockTransform<given_block<pass>, T>;
    static constexpr int length = pass.transform_points();
    static constexpr int end = given_stage<pass>;
    static constexpr int last_spread = Stored::block.butterflies(end);
    static constexpr bool unfolds = Points::unfolds;
    static constexpr bool folds = Points::folds;
    /// Whether results go through shared memory, so that neighbouring threads write neighbours.
    static constexpr bool gathers = !folds && Stored::block.contiguous(end);

    void load() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Loaded::template line<0>(thread);
            const bool exists = pass.has_line(first_ + line);
            const long long from = exists ? offset_of<pass.source>(first_ + line) : 0;
            Loaded::template each_point<0>(thread, [&](auto place, unsigned base, auto ahead) {
                constexpr int n = decltype(ahead)::value;
                constexpr int spread = pass.block.butterflies(0);
                point[place] = exists && has_point<pass, n>(base)
                                   ? points_.template load<n, spread>(from, base)
                                   : Value{0, 0};
            });
            if constexpr (unfolds) {
                Loaded::template share<0>(thread, point, shared_);
            }
        });
    }

    /// Makes the transform of pairs out of half a spectrum. It is transformed back, so the values
    /// are swapped.
    void unfold() const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Loaded::template line<0>(thread);
            Loaded::template each_point<0>(thread, [&](auto place, unsigned base, auto ahead) {
                constexpr int n = decltype(ahead)::value;
                if (has_point<pass, n>(base)) {
                    const Value mirror =
                        Loaded::template mirrored<0, n, length>(shared_, line, base);
                    point[place] = swapped(unfolded(point[place], mirror, points_.power(base + n),
                                                    n == 0 && base == 0));
                }
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

    /// Calls body(point, line, to, base, ahead) for the points of lines that exist.
    template <typename Body>
    void each_stored(const Body& body) const
    {
        block_.phase([&](unsigned thread, Value* point) {
            const unsigned line = Stored::template line<end>(thread);
            if (!pass.has_line(first_ + line)) {
                return;
            }
            const long long to = offset_of<pass.sink>(first_ + line);
            Stored::template each_point<end>(thread, [&](auto place, unsigned base, auto ahead) {
                if (has_point<pass, decltype(ahead)::value>(base)) {
                    body(point[place], line, to, base, ahead);
                }
            });
        });
    }

    /// Folds the transform to half a spectrum and stores the coefficients.
    void fold() const
    {
        if constexpr (pass.block.stages > 1) {
            block_.barrier();
        }
        block_.phase([&](unsigned thread, Value* point) {
            Stored::template share<end>(thread, point, shared_);
        });
        block_.barrier();
        each_stored([&](Value z, unsigned line, long long to, unsigned base, auto ahead) {
            constexpr int n = decltype(ahead)::value;
            if (n == 0 && base == 0) {
                points_.store_ends(to, {z.x + z.y, z.x - z.y});
            } else {
                const Value mirror = Stored::template mirrored<end, n, length>(shared_, line, base);
                points_.template store_folded<n>(to, base,
                                                 folded(z, mirror, points_.power(base + n)));
            }
        });
    }

    /// Stores results from the threads that have them.
    void store() const
    {
        each_stored([&](Value z, unsigned, long long to, unsigned base, auto ahead) {
            points_.template give<decltype(ahead)::value, last_spread>(
                base, z, [&](auto place, T value) { points_.write(to, place, base, value); });
        });
    }

    /// Stores results from shared memory: value j of a line is a part of its element j modulo M.
    void gather() const
    {
        block_.barrier();
        each_stored([&](Value z, unsigned line, long long, unsigned base, auto ahead) {
            points_.template give<decltype(ahead)::value, last_spread>(
                base, z, [&](auto place, T value) {
                    const auto at = static_cast<unsigned>(place.index(base));
                    const bool second = at >= length;
                    Value& both = shared_[place_of<pass.block>(line, second ? at - length : at)];
                    (second ? both.y : both.x) = value;
                });
        });
        block_.barrier();
        each_stored([&](Value, unsigned line, long long to, unsigned base, auto ahead) {
            constexpr int n = decltype(ahead)::value;
            const Value both = point_ahead<pass.block, n>(shared_, line, base);
            points_.write(to, PlaceInLine<1, n>{}, base, both.x);
            points_.write(to, PlaceInLine<1, length + n>{}, base, both.y);
        });
    }

    const Block& block_;
    long long first_;
    Points points_;
    const PassTables<T>& tables_;
    Value* shared_;
};

}  // namespace tobiuo::fft
