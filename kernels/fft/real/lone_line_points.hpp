// SPDX-License-Identifier: BSD-3-Clause
// How samples and coefficients of a real line that is transformed by itself are loaded and stored:
// one code for device and host.
#pragma once

#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/fft/pass/pass_arguments.hpp"
#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/fft/pass/two_for_one.hpp"
#include "kernels/fft/real/two_for_one_points.hpp"
#include "kernels/unrolled.hpp"

namespace tobiuo::fft {

/// One thread's access to its line in source and sink, for LoneLineItem, which says what the values
/// are. `spread` is an upper bound of base, which makes most of the following constant.
template <PassForm pass, typename T, typename Block>
class LoneLinePoints {
public:
    using Value = Complex<T>;

    static constexpr LoneLine form = pass.lone_line();
    static constexpr bool unfolds = form.unfolds();
    static constexpr bool folds = form.folds();

    LoneLinePoints(const Block& block, const void* in, void* out, const PassTables<T>& tables)
        : block_{block}, in_{static_cast<const T*>(in)}, out_{static_cast<T*>(out)}, tables_{tables}
    {
    }

    /// The factor exp(-pi i k / M) of a fold.
    Value power(unsigned k) const { return block_.fetch(tables_.shift_twiddles + k); }

    /// The value that enters at point base + ahead: the transform, or, of a DCT-III or DST-III, the
    /// unfolding.
    template <int ahead, int spread>
    Value load(long long from, unsigned base) const
    {
        if constexpr (unfolds) {
            const bool ends = ahead == 0 && base == 0;
            const T first = read(from, coefficient<1, ahead>(), base);
            const T second = read_other_coefficient<ahead>(from, base);
            const Value both{first, ends ? root_of_two * second : -second};
            return ends ? both : both * conjugate(own_twiddle(base + ahead));
        } else {
            Value value{};
            with_values<ahead, spread>(base, [&](auto part, auto place, bool negated, bool exists) {
                const T read_value = exists ? read(from, place, base) : T{0};
                (part == 0 ? value.x : value.y) = negated ? -read_value : read_value;
            });
            if constexpr (form.makhoul == Makhoul::halfway) {
                return value * own_twiddle(base + ahead);
            } else {
                return value;
            }
        }
    }

    /// Calls put(place, value) for both values that the transform leaves at point base + ahead.
    template <int ahead, int spread, typename Put>
    void give(unsigned base, Value value, const Put& put) const
    {
        if constexpr (form.makhoul == Makhoul::halfway) {
            const Value both = value * own_twiddle(base + ahead);
            put(coefficient<2, 2 * ahead>(), both.x);
            put(coefficient<-2, form.points - 1 - 2 * ahead>(), -both.y);
        } else {
            with_values<ahead, spread>(base, [&](auto part, auto place, bool negated, bool) {
                const T own = part == 0 ? value.x : value.y;
                put(place, negated ? -own : own);
            });
        }
    }

    /// Stores what belongs to element base + ahead > 0 of half a spectrum.
    template <int ahead>
    void store_folded(long long to, unsigned base, Value value) const
    {
        if constexpr (form.type_one == TypeOne::dct) {
            write(to, PlaceInLine<1, ahead>{}, base, value.x);
        } else if constexpr (form.type_one == TypeOne::dst) {
            write(to, PlaceInLine<1, ahead - 1>{}, base, -value.y);
        } else {
            const Value both = value * own_twiddle(base + ahead);
            write(to, coefficient<1, ahead>(), base, both.x);
            write(to, coefficient<-1, form.points - ahead>(), base, -both.y);
        }
    }

    /// Stores what belongs to the elements 0 and M, which are real.
    void store_ends(long long to, Value ends) const
    {
        if constexpr (form.type_one != TypeOne::dst) {
            constexpr T last = form.type_one == TypeOne::dct ? T{1} : root_of_two / 2;
            write(to, coefficient<0, 0>(), 0, ends.x);
            write(to, coefficient<0, length>(), 0, last * ends.y);
        }
    }

    template <typename Place>
    void write(long long to, Place place, unsigned base, T value) const
    {
        if constexpr (pass.pairs.scale != 1.0) {
            value = static_cast<T>(pass.pairs.scale) * value;
        }
        block_.template store<pass.store>(out_ + to + place.template offset<pass.sink>(base),
                                          value);
    }

private:
    static constexpr int length = form.pairs();
    static constexpr T root_of_two = static_cast<T>(1.41421356237309504880168872420969808L);

    template <typename Place>
    T read(long long from, Place place, unsigned base) const
    {
        return block_.template load<pass.load>(in_ + from +
                                               place.template offset<pass.source>(base));
    }

    /// The factor t[k] or w[k] of LoneLineItem.
    Value own_twiddle(unsigned k) const { return block_.fetch(tables_.split_twiddles + k); }

    /// The place of cosine coefficient first + factor * base; those of sines are in reverse order.
    template <int factor, int first>
    static constexpr auto coefficient()
    {
        if constexpr (form.reversed()) {
            return PlaceInLine<-factor, form.points - 1 - first>{};
        } else {
            return PlaceInLine<factor, first>{};
        }
    }

    /// Coefficient n - k of k = base + ahead, or coefficient M of k = 0.
    template <int ahead>
    T read_other_coefficient(long long from, unsigned base) const
    {
        if (ahead == 0 && base == 0) {
            return read(from, coefficient<0, length>(), 0);
        }
        return read(from, coefficient<-1, form.points - ahead>(), base);
    }

    /// Calls body(part, place, negated, exists) for both parts of the pair base + ahead of the
    /// sequence that is transformed; `part` is a Constant.
    template <int ahead, int spread, typename Body>
    static void with_values(unsigned base, const Body& body)
    {
        with_value<0, ahead, spread>(base, body);
        with_value<1, ahead, spread>(base, body);
    }

    template <int part, int ahead, int spread, typename Body>
    static void with_value(unsigned base, const Body& body)
    {
        using Part = Constant<part>;
        if constexpr (form.makhoul == Makhoul::halfway) {
            using Place = PlaceInLine<part == 0 ? 2 : -2,
                                      part == 0 ? 2 * ahead : form.points - 1 - 2 * ahead>;
            body(Part{}, Place{}, part == 1 && form.sine, true);
        } else {
            constexpr int at = 2 * ahead + part;
            constexpr int slope = form.slope();
            if constexpr (2 * (ahead + spread) <= length) {
                body(Part{}, PlaceInLine<2 * slope, form.front(at)>{}, false,
                     form.exists(2 * base + at));
            } else if constexpr (at >= length) {
                body(Part{}, PlaceInLine<-2 * slope, form.back(at)>{}, form.sine,
                     form.exists(2 * base + at));
            } else {
                const auto value = static_cast<int>(2 * base) + at;
                const bool behind = value >= length;
                body(Part{}, AnyPlaceInLine{behind ? form.back(value) : form.front(value)},
                     behind && form.sine, form.exists(value));
            }
        }
    }

    const Block& block_;
    const T* in_;
    T* out_;
    const PassTables<T>& tables_;
};

}  // namespace tobiuo::fft
