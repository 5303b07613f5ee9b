// SPDX-License-Identifier: BSD-3-Clause
// How the points of a line are loaded and stored: one code for device and host.
#pragma once

#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/fft/pass/pass_arguments.hpp"
#include "kernels/fft/pass/pass_form.hpp"

namespace tobiuo::fft {

/// One thread's access to its line in source and sink.
///
/// An inverse transform works on swapped values (see swapped()), so the block always transforms
/// forward. `Block` gives load<Access>(pointer), store<Access>(pointer, value) and fetch(pointer).
template <PassForm pass, typename T, typename Block>
class PassPoints {
public:
    using Value = Complex<T>;

    PassPoints(const Block& block, const void* in, void* out, const PassTables<T>& tables)
        : block_{block}, in_{in}, out_{out}, tables_{tables}
    {
    }

    /// Loads point base + ahead of line `line`, which starts at `offset`, ready to be transformed.
    template <int ahead>
    Value load(long long line, long long offset, unsigned base) const
    {
        const unsigned n = base + ahead;
        if ((pass.bluestein && n >= pass.points) || !exists<pass.source_part>(line, n)) {
            return {0, 0};
        }
        Value value = inward(raw<ahead>(line, offset, base));
        if constexpr (pass.source_part.chirp == Chirp::inverse) {
            value = swapped(value);
        }
        if constexpr (pass.bluestein || pass.source_part.chirp != Chirp::none) {
            value = value * block_.fetch(tables_.chirp + index<pass.source_part>(line, n));
        }
        if constexpr (pass.twiddle.length > 0 && pass.twiddle_first) {
            value = value * turning(line, n);
        }
        return value;
    }

    /// Stores point base + ahead of line `line`, which starts at `offset`.
    template <int ahead>
    void store(long long line, long long offset, unsigned base, Value value) const
    {
        const unsigned k = base + ahead;
        if ((pass.bluestein && k >= pass.points) || !exists<pass.sink_part>(line, k)) {
            return;
        }
        if constexpr (pass.bluestein) {
            value = value * block_.fetch(tables_.chirp + k);
        }
        if constexpr (pass.twiddle.length > 0 && !pass.twiddle_first) {
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

    /// The factor of element `k` of the transform of line `line` in a convolution.
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

    /// Points 0 and M of a half spectrum, both real, as the parts of one complex value.
    Value load_ends(long long offset) const
    {
        const Value first = read(offset, 0);
        if constexpr (pass.source_side == Side::packed) {
            return first;
        }
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

    /// The twiddle factor exp(-2 pi i (base + ahead) / points).
    Value twiddle(unsigned base, int ahead) const
    {
        return block_.fetch(tables_.twiddles + base + ahead);
    }

private:
    static constexpr int block_length = pass.block.length;

    /// The number of a point in the long line that its line is a part of.
    template <Part part>
    static auto index(long long line, unsigned point)
    {
        if constexpr (part.length > 0) {
            return point * part.stride + line / part.divisor % part.stride;
        } else {
            return point;
        }
    }
    /// Whether the long line has that point.
    template <Part part>
    static bool exists(long long line, unsigned point)
    {
        if constexpr (part.length > 0 && pass.points * part.stride > part.length) {
            return index<part>(line, point) < part.length;
        } else {
            return true;
        }
    }
    /// The number of points of the long line.
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

    // The constant offset comes last, so that it becomes part of the instruction.
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
            // `start` is the begin of the long line, from which the mirrored point is counted.
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
        constexpr long long divisor = pass.twiddle.divisor;
        constexpr long long second = pass.twiddle.second;
        constexpr int bits = pass.twiddle.low_bits();
        constexpr long long low = (1LL << bits) - 1;
        const long long m = line / divisor % second * k;
        return block_.fetch(tables_.twiddle_low + (m & low)) *
               block_.fetch(tables_.twiddle_high + (m >> bits));
    }

    const Block& block_;
    const void* in_;
    void* out_;
    const PassTables<T>& tables_;
};

}  // namespace tobiuo::fft
