// SPDX-License-Identifier: BSD-3-Clause
// How samples and coefficients of two real lines are loaded and stored: one code for device and
// host.
#pragma once

#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/fft/pass/pass_arguments.hpp"
#include "kernels/fft/pass/pass_form.hpp"

namespace tobiuo::fft {

/// Where a pair of lines starts, and whether its second line exists.
struct PairPlace {
    long long offset;
    bool second;
};

/// Place first + factor * base in a line. Only base is not constant, so that addresses differ by
/// constants.
template <int factor, int first>
struct PlaceInLine {
    template <Lines lines>
    static long long offset(unsigned base)
    {
        return base * (factor * lines.step) + first * lines.step;
    }
    static constexpr long long index(unsigned base)
    {
        return static_cast<long long>(base) * factor + first;
    }
};

/// A place in a line whose factor depends on base.
struct AnyPlaceInLine {
    long long place;

    template <Lines lines>
    [[nodiscard]] long long offset(unsigned) const
    {
        return place * lines.step;
    }
    [[nodiscard]] constexpr long long index(unsigned) const { return place; }
};

/// One thread's access to its pair of lines in source and sink. `spread` is an upper bound of base,
/// which makes most of the following constant.
template <PassForm pass, typename T, typename Block>
class PairPoints {
public:
    using Value = Complex<T>;

    PairPoints(const Block& block, const void* in, void* out, const PassTables<T>& tables)
        : block_{block}, in_{in}, out_{out}, tables_{tables}
    {
    }

    static PairPlace source(long long line) { return place<pass.source>(line); }
    static PairPlace sink(long long line) { return place<pass.sink>(line); }

    /// The sample that enters the transform at place base + ahead.
    template <int ahead, int spread>
    Value load_number(const PairPlace& from, unsigned base) const
    {
        Value value{};
        with_number<ahead, spread>(base, [&](auto place, bool negated) {
            value = signed_as(negated, read(from, place, base));
        });
        if constexpr (pairs.makhoul == Makhoul::halfway) {
            return value * block_.fetch(tables_.shift_twiddles + base + ahead);
        } else {
            return value;
        }
    }

    /// Calls put(place, sample) for what the transform leaves at place base + ahead.
    template <int ahead, int spread, typename Put>
    void give_number(unsigned base, Value value, const Put& put) const
    {
        if constexpr (pairs.makhoul == Makhoul::halfway) {
            value = value * conjugate(block_.fetch(tables_.shift_twiddles + base + ahead));
        }
        if constexpr (pairs.continued != TypeOne::none) {
            if (base + ahead > half_period) {  // a mirror of what is stored
                return;
            }
        }
        with_number<ahead, spread>(
            base, [&](auto place, bool negated) { put(place, signed_as(negated, value)); });
    }

    template <int ahead>
    Value load_coefficient(const PairPlace& from, unsigned base) const
    {
        return read(from, CoefficientAt<ahead>{}, base);
    }
    template <int ahead>
    void store_coefficient(const PairPlace& to, unsigned base, Value value) const
    {
        write(to, CoefficientAt<ahead>{}, base, value);
    }

    /// Reads both lines. For a second line that does not exist it reads the first line again, or a
    /// zero: the place of the second line may be padding, which may hold NaN.
    template <typename Place>
    Value read(const PairPlace& from, Place place, unsigned base) const
    {
        const long long at = from.offset + place.template offset<pass.source>(base);
        if constexpr (pairs.separate_reals) {
            const T* const first = static_cast<const T*>(in_) + at;
            return {block_.template load<pass.load>(first),
                    block_.template load<pass.load>(first +
                                                    (from.second ? partner<pass.source>() : 0))};
        } else {
            const Value both = block_.template load<pass.load>(static_cast<const Value*>(in_) + at);
            return {both.x, from.second ? both.y : T{0}};
        }
    }

    template <typename Place>
    void write(const PairPlace& to, Place place, unsigned base, Value value) const
    {
        const long long at = to.offset + place.template offset<pass.sink>(base);
        if constexpr (pairs.scale != 1.0) {
            constexpr T scale = static_cast<T>(pairs.scale);
            value = {scale * value.x, scale * value.y};
        }
        if constexpr (pairs.separate_reals) {
            T* const first = static_cast<T*>(out_) + at;
            block_.template store<pass.store>(first, value.x);
            if (to.second) {
                block_.template store<pass.store>(first + partner<pass.sink>(), value.y);
            }
        } else {
            block_.template store<pass.store>(static_cast<Value*>(out_) + at, value);
        }
    }

private:
    static constexpr TwoForOne pairs = pass.pairs;
    static constexpr auto half_period = static_cast<unsigned>(pass.transform_points() / 2);

    /// The distance in reals of the two lines of a pair.
    template <Lines lines>
    static constexpr long long partner()
    {
        return pairs.group * (lines.inner == 1 ? lines.outer_step : lines.inner_step);
    }

    template <Lines lines>
    static PairPlace place(long long line)
    {
        const unsigned pair = pair_in_row<lines>(line);
        constexpr bool even = pairs.row_lines % (2 * pairs.group) == 0;
        const bool second = even || pairs.first_line(pair) + pairs.group < pairs.row_lines;
        if constexpr (pairs.separate_reals) {
            return {offset_of<lines>(line) + pair / pairs.group * partner<lines>(), second};
        } else {
            return {offset_of<lines>(line), second};
        }
    }

    template <Lines lines>
    static unsigned pair_in_row(long long line)
    {
        if constexpr (lines.count <= pairs.row_pairs) {
            return static_cast<unsigned>(line);
        } else if constexpr (lines.count < (1LL << 31)) {
            return static_cast<unsigned>(line) % static_cast<unsigned>(pairs.row_pairs);
        } else {
            return static_cast<unsigned>(line % pairs.row_pairs);
        }
    }

    template <int ahead>
    using CoefficientAt =
        PlaceInLine<pairs.reversed ? -1 : 1, pairs.reversed ? pass.points - 1 - ahead : ahead>;

    /// Calls body(place, negated) with the place of the sample that enters the transform at base +
    /// ahead, and whether the sample changes its sign; not for the zeros of an odd continuation.
    template <int ahead, int spread, typename Body>
    static void with_number(unsigned base, const Body& body)
    {
        using Front = PlaceInLine<2, 2 * ahead>;
        using Back = PlaceInLine<-2, 2 * (pass.points - 1 - ahead) + 1>;
        constexpr bool changes_sign = pairs.sine != (pairs.makhoul == Makhoul::halfway);
        constexpr int front = (pass.points + 1) / 2;
        if constexpr (pairs.continued != TypeOne::none) {
            constexpr bool is_odd = pairs.continued == TypeOne::dst;
            const unsigned point = base + ahead;
            const bool behind = point > half_period;
            if (!is_odd || (point != 0 && point != half_period)) {
                body(AnyPlaceInLine{(behind ? 2 * half_period - point : point) - (is_odd ? 1 : 0)},
                     is_odd && behind);
            }
        } else if constexpr (pairs.makhoul == Makhoul::none) {
            body(PlaceInLine<1, ahead>{}, false);
        } else if constexpr (ahead + spread <= front) {
            body(Front{}, false);
        } else if constexpr (ahead >= front) {
            body(Back{}, changes_sign);
        } else {
            const long long place = base + ahead;
            const bool back = place >= front;
            body(AnyPlaceInLine{back ? 2 * (pass.points - 1 - place) + 1 : 2 * place},
                 back && changes_sign);
        }
    }

    static Value signed_as(bool negated, Value value)
    {
        return negated ? Value{-value.x, -value.y} : value;
    }

    const Block& block_;
    const void* in_;
    void* out_;
    const PassTables<T>& tables_;
};

}  // namespace tobiuo::fft
