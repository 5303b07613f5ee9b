// What one block of a pass does: load, transform, store. One code for device and host.
#pragma once

#include "kernels/fft/block_transform.hpp"
#include "kernels/fft/pass_arguments.hpp"
#include "kernels/fft/pass_form.hpp"
#include "kernels/fft/real_pairs.hpp"

namespace tobiuo::fft {

/// One thread's view of its line's ends: how points come from memory and go there.
///
/// An inverse transform works on swapped numbers (see swapped()), so the block always transforms
/// forward. `Block` gives load<Access>(pointer), store<Access>(pointer, value) and fetch(pointer).
template <PassForm pass, typename T, typename Block>
class PassPoints {
public:
    using Value = Complex<T>;

    PassPoints(const Block& block, const void* in, void* out, const PassTables<T>& tables)
        : block_{block}, in_{in}, out_{out}, tables_{tables}
    {
    }

    /// Point base + ahead of line `line`, which begins at `offset`, ready to be transformed.
    template <int ahead>
    Value load(long long line, long long offset, unsigned base) const
    {
        const unsigned n = base + ahead;
        if ((pass.chirped && n >= pass.points) || !exists<pass.source_part>(line, n)) {
            return {0, 0};
        }
        Value value = inward(raw<ahead>(line, offset, base));
        if constexpr (pass.source_part.chirp == Chirp::inverse) {
            value = swapped(value);
        }
        if constexpr (pass.chirped || pass.source_part.chirp != Chirp::none) {
            value = value * block_.fetch(tables_.chirp + index<pass.source_part>(line, n));
        }
        if constexpr (pass.turn.length > 0 && pass.turn_first) {
            value = value * turning(line, n);
        }
        return value;
    }

    /// Puts point base + ahead of line `line`, which begins at `offset`.
    template <int ahead>
    void store(long long line, long long offset, unsigned base, Value value) const
    {
        const unsigned k = base + ahead;
        if ((pass.chirped && k >= pass.points) || !exists<pass.sink_part>(line, k)) {
            return;
        }
        if constexpr (pass.chirped) {
            value = value * block_.fetch(tables_.chirp + k);
        }
        if constexpr (pass.turn.length > 0 && !pass.turn_first) {
            value = value * turning(line, k);
        }
        value = inward(value);
        if constexpr (pass.sink_part.chirp != Chirp::none) {
            value = value * block_.fetch(tables_.chirp + index<pass.sink_part>(line, k));
        }
        if constexpr (pass.sink_part.chirp == Chirp::inverse) {
            value = swapped(value);
        }
        put<ahead>(line, offset, base, value);
    }

    /// What element `k` of the transform of line `line` is multiplied by in a convolution.
    Value filter(long long line, unsigned k) const
    {
        constexpr Convolution whole = pass.convolution;
        if constexpr (whole.points > 0) {
            const long long row = line / whole.divisor % (whole.first * whole.second);
            return block_.fetch(tables_.filter + row * block_length + k);
        } else {
            return block_.fetch(tables_.filter + k);
        }
    }

    /// Points 0 and M of a half spectrum, real both, as the parts of one number.
    Value load_ends(long long offset) const
    {
        const Value first = read(offset, 0);
        const Value last = read(offset, block_length * pass.source.step);
        return {first.x, last.x};
    }
    template <int ahead>
    Value load_raw(long long offset, unsigned base) const
    {
        return read(offset + base * pass.source.step, ahead * pass.source.step);
    }
    template <int ahead>
    void store_raw(long long offset, unsigned base, Value value) const
    {
        write(offset + base * pass.sink.step, ahead * pass.sink.step, value);
    }

    /// exp(-2 pi i k / points)
    Value twiddle(unsigned k) const { return block_.fetch(tables_.twiddles + k); }

private:
    static constexpr int block_length = pass.block.length;

    /// The number of a point in the long line that its line is part of.
    template <Part part>
    static auto index(long long line, unsigned point)
    {
        if constexpr (part.length > 0) {
            return point * part.stride + line / part.divisor % part.stride;
        } else {
            return point;
        }
    }
    /// Whether the long line is long enough to have that point.
    template <Part part>
    static bool exists(long long line, unsigned point)
    {
        if constexpr (part.length > 0 && pass.points * part.stride > part.length) {
            return index<part>(line, point) < part.length;
        } else {
            return true;
        }
    }
    /// Points of the long line.
    template <Part part>
    static constexpr auto length()
    {
        if constexpr (part.length > 0) {
            return part.length;
        } else {
            return static_cast<unsigned>(pass.points);
        }
    }

    static Value inward(Value value) { return pass.inverse ? swapped(value) : value; }

    // What is known when compiling comes last: it becomes part of the instruction.
    Value read(long long at, long long ahead) const
    {
        return block_.template load<pass.load>(static_cast<const Value*>(in_) + at + ahead);
    }
    void write(long long at, long long ahead, Value value) const
    {
        block_.template store<pass.store>(static_cast<Value*>(out_) + at + ahead, value);
    }

    template <int ahead>
    Value raw(long long line, long long offset, unsigned base) const
    {
        constexpr long long step = pass.source.step;
        const long long at = offset + base * step;
        if constexpr (pass.source_side == Side::real) {
            return {block_.template load<pass.load>(static_cast<const T*>(in_) + at + ahead * step),
                    0};
        } else if constexpr (pass.source_side == Side::pairs) {
            return read(offset / 2 + base, ahead);
        } else if constexpr (pass.source_side == Side::spectrum) {
            constexpr Part part = pass.source_part;
            constexpr auto whole = length<part>();
            const auto n = index<part>(line, base + ahead);
            const bool mirrored = n > whole / 2;
            // The mirrored point, counted from the beginning of the long line.
            const long long start = offset - index<part>(line, 0) * (step / part.stride);
            Value value = mirrored ? read(start + (whole - n) * (step / part.stride), 0)
                                   : read(at, ahead * step);
            if (n == 0 || 2 * n == whole) {
                value.y = 0;
            }
            return mirrored ? conjugate(value) : value;
        } else {
            return read(at, ahead * step);
        }
    }

    template <int ahead>
    void put(long long line, long long offset, unsigned base, Value value) const
    {
        constexpr long long step = pass.sink.step;
        const long long at = offset + base * step;
        if constexpr (pass.sink_side == Side::real) {
            block_.template store<pass.store>(static_cast<T*>(out_) + at + ahead * step, value.x);
        } else if constexpr (pass.sink_side == Side::pairs) {
            write(offset / 2 + base, ahead, value);
        } else if constexpr (pass.sink_side == Side::spectrum) {
            constexpr auto whole = length<pass.sink_part>();
            const auto k = index<pass.sink_part>(line, base + ahead);
            if (k <= whole / 2) {
                if (k == 0 || 2 * k == whole) {
                    value.y = 0;
                }
                write(at, ahead * step, value);
            }
        } else {
            write(at, ahead * step, value);
        }
    }

    Value turning(long long line, unsigned k) const
    {
        constexpr long long divisor = pass.turn.divisor;
        constexpr long long second = pass.turn.second;
        constexpr int bits = pass.turn.low_bits();
        constexpr long long low = (1LL << bits) - 1;
        const long long m = line / divisor % second * k;
        return block_.fetch(tables_.turn_low + (m & low)) *
               block_.fetch(tables_.turn_high + (m >> bits));
    }

    const Block& block_;
    const void* in_;
    void* out_;
    const PassTables<T>& tables_;
};

/// The block whose last stage stores: a convolution transforms twice, the second time with the
/// stages in the other order.
template <PassForm pass>
inline constexpr BlockForm last_block = pass.convolves() ? pass.block.reversed() : pass.block;

/// Block number `number` of a pass. `block` is its threads, see transform_block(). In place
/// (in == out) it is safe when source and sink are the same places: each line is read by the block
/// that writes it, and all of it before.
template <PassForm pass, typename T, typename Block>
void run_pass(const Block& block, long long number, const void* in, void* out,
              const PassTables<T>& tables, Complex<T>* shared)
{
    using Value = Complex<T>;
    using Loaded = BlockTransform<pass.block, T>;
    using Stored = BlockTransform<last_block<pass>, T>;
    constexpr int length = pass.block.length;
    constexpr int lines = pass.block.lines;
    constexpr int stages = pass.block.stages;
    constexpr int end = stages - 1;
    constexpr bool whole = pass.whole();
    const PassPoints<pass, T, Block> points{block, in, out, tables};
    const long long first = number * lines;
    const auto exists = [&](unsigned line) { return whole || first + line < pass.source.count; };

    constexpr bool unfold = pass.source_side == Side::pairs_spectrum;
    constexpr bool fold = pass.sink_side == Side::pairs_spectrum;
    // Another line's threads never touch this line, so only a line's own order matters; with one
    // stage a half spectrum in place is read by other threads than write it.
    constexpr bool crossed = pass.source_side == Side::spectrum && stages == 1;

    block.phase([&](unsigned thread, Value* point) {
        const unsigned line = Loaded::template line<0>(thread);
        if (!exists(line)) {
            Loaded::template each_point<0>(thread, [&](auto place, unsigned, auto) {
                point[place] = {0, 0};
            });
            return;
        }
        const long long offset = offset_of<pass.source>(first + line);
        Loaded::template each_point<0>(thread, [&](auto place, unsigned base, auto ahead) {
            constexpr int n = decltype(ahead)::value;
            if constexpr (unfold) {
                point[place] = n == 0 && base == 0 ? points.load_ends(offset)
                                                   : points.template load_raw<n>(offset, base);
                shared[place_ahead<pass.block, n>(line, base)] = point[place];
            } else {
                point[place] = points.template load<n>(first + line, offset, base);
            }
        });
    });
    if constexpr (unfold) {
        block.barrier();
        block.phase([&](unsigned thread, Value* point) {
            const unsigned line = Loaded::template line<0>(thread);
            Loaded::template each_point<0>(thread, [&](auto place, unsigned base, auto ahead) {
                const unsigned k = base + ahead;
                const unsigned mirror = k == 0 ? 0 : length - k;
                point[place] =
                    swapped(unfolded(point[place], shared[place_of<pass.block>(line, mirror)],
                                     points.twiddle(k), k == 0));
            });
        });
    }
    if constexpr (crossed) {
        block.barrier();
    }
    transform_block<pass.block, pass.stride(), unfold>(block, tables.twiddles, shared);
    if constexpr (pass.convolves()) {
        block.phase([&](unsigned thread, Value* point) {
            const unsigned line = Loaded::template line<end>(thread);
            Loaded::template each_point<end>(thread, [&](auto place, unsigned base, auto ahead) {
                point[place] = swapped(point[place] * points.filter(first + line, base + ahead));
            });
        });
        transform_block<last_block<pass>, 1, true>(block, tables.twiddles, shared);
        block.phase([&](unsigned thread, Value* point) {
            Stored::template each_point<end>(
                thread, [&](auto place, unsigned, auto) { point[place] = swapped(point[place]); });
        });
    }
    if constexpr (fold) {
        if constexpr (stages > 1) {
            block.barrier();
        }
        block.phase([&](unsigned thread, Value* point) {
            const unsigned line = Stored::template line<end>(thread);
            Stored::template each_point<end>(thread, [&](auto place, unsigned base, auto ahead) {
                shared[place_ahead<pass.block, decltype(ahead)::value>(line, base)] = point[place];
            });
        });
        block.barrier();
    }
    block.phase([&](unsigned thread, Value* point) {
        const unsigned line = Stored::template line<end>(thread);
        if (!exists(line)) {
            return;
        }
        const long long offset = offset_of<pass.sink>(first + line);
        Stored::template each_point<end>(thread, [&](auto place, unsigned base, auto ahead) {
            constexpr int n = decltype(ahead)::value;
            if constexpr (fold) {
                const unsigned k = base + n;
                const unsigned mirror = k == 0 ? 0 : length - k;
                const Value z = point[place];
                points.template store_raw<n>(
                    offset, base,
                    folded(z, shared[place_of<pass.block>(line, mirror)], points.twiddle(k)));
                if (k == 0) {
                    points.template store_raw<length>(offset, 0, {z.x - z.y, 0});
                }
            } else {
                points.template store<n>(first + line, offset, base, point[place]);
            }
        });
    });
}

}  // namespace tobiuo::fft
