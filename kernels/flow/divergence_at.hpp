// SPDX-License-Identifier: BSD-3-Clause
// The divergence at places of an array: what the first pass of a projection reads.
#pragma once

#include "kernels/flow/divergence_arguments.hpp"

namespace tobiuo::flow {

/// What the function is compiled for.
struct DivergenceForm {
    long long counts[3] = {1, 1, 1};
    bool periodic[3] = {true, true, true};
    int stretched = 3;          ///< the stretched axis; 3 if there is none
    bool joined_below = false;  ///< whether the plane below z is in the arrays, as Box has it

    [[nodiscard]] constexpr bool has_lower_face(int axis) const
    {
        return !periodic[axis] && !(axis == 2 && joined_below);
    }

    [[nodiscard]] constexpr bool is_short() const
    {
        return counts[0] * counts[1] * counts[2] < (1LL << 31);
    }
};

/// Method    the addresses of neighbours in the box are chosen, not their values, so that no load
///           waits for another one.
template <DivergenceForm form, typename T>
class DivergenceAt {
public:
    explicit DivergenceAt(const DivergenceArguments<T>& arguments) : of_{arguments} {}

    [[nodiscard]] T operator()(long long place) const
    {
        T value[1];
        add_up(place, value);
        return value[0];
    }

    /// The values at an even place and the next one.
    void pair(long long place, T (&values)[2]) const
    {
        if constexpr (form.counts[0] % 2 == 0) {
            add_up(place, values);
        } else {  // the places may be in two rows
            values[0] = (*this)(place);
            values[1] = (*this)(place + 1);
        }
    }

private:
    using Index = long long[3];

    /// Neighbouring values of a row.
    template <int count>
    struct alignas(sizeof(T) * count) Values {
        T of[count];
    };

    template <int count>
    void add_up(long long place, T (&values)[count]) const
    {
        if constexpr (form.is_short()) {  // divisions by constants of 32 bits are quicker
            add_up(place, static_cast<unsigned>(place), values);
        } else {
            add_up(place, place, values);
        }
    }

    template <int count, typename Number>
    void add_up(long long place, Number number, T (&values)[count]) const
    {
        constexpr auto columns = static_cast<Number>(form.counts[0]);
        constexpr auto rows = static_cast<Number>(form.counts[1]);
        const Number row = number / columns;
        const Index at = {static_cast<long long>(number % columns),
                          static_cast<long long>(row % rows), static_cast<long long>(row / rows)};
        for (int c = 0; c < count; ++c) {
            values[c] = 0;
        }
        add_along_row(place, at, values);
        add_across_rows<1>(place, at, values);
        add_across_rows<2>(place, at, values);
    }

    template <int count>
    void add_along_row(long long place, const Index& at, T (&values)[count]) const
    {
        if constexpr (!is_absent(0)) {
            const T* const from = of_.velocity[0] + place;
            const auto here = *reinterpret_cast<const Values<count>*>(from);
            T before = from[before_step<0>(at)];
            if (!form.periodic[0] && at[0] == 0) {
                before = through_lower<0>(at, 0);
            }
            for (int c = 0; c < count; ++c) {
                values[c] += per_width<0>(at[0] + c) * (here.of[c] - before);
                before = here.of[c];
            }
        }
    }

    template <int axis, int count>
    void add_across_rows(long long place, const Index& at, T (&values)[count]) const
    {
        if constexpr (!is_absent(axis)) {
            const T* const from = of_.velocity[axis] + place;
            const auto here = *reinterpret_cast<const Values<count>*>(from);
            auto before = *reinterpret_cast<const Values<count>*>(from + before_step<axis>(at));
            if (form.has_lower_face(axis) && at[axis] == 0) {
                for (int c = 0; c < count; ++c) {
                    before.of[c] = through_lower<axis>(at, c);
                }
            }
            for (int c = 0; c < count; ++c) {
                values[c] += per_width<axis>(at[axis]) * (here.of[c] - before.of[c]);
            }
        }
    }

    /// From a value to the one before it; 0 where that is on the lower face of the box.
    template <int axis>
    [[nodiscard]] static long long before_step(const Index& at)
    {
        constexpr long long step = axis == 0   ? 1
                                   : axis == 1 ? form.counts[0]
                                               : form.counts[0] * form.counts[1];
        if (at[axis] > 0 || (axis == 2 && form.joined_below)) {
            return -step;
        }
        return form.periodic[axis] ? (form.counts[axis] - 1) * step : 0;
    }

    /// The velocity through the lower face of the box, `more` points farther along x.
    template <int axis>
    [[nodiscard]] T through_lower(const Index& at, int more) const
    {
        return of_.box.faces[2 * axis].velocity[axis].added(
            at[slower_axis(axis)] * form.counts[faster_axis(axis)] + at[faster_axis(axis)] + more);
    }

    template <int axis>
    [[nodiscard]] T per_width(long long index) const
    {
        return of_.box.axes[axis].per_width[form.stretched == axis ? index : 0];
    }

    /// Whether nothing changes along the axis.
    static constexpr bool is_absent(int axis)
    {
        return form.counts[axis] == 1 && form.periodic[axis];
    }

    const DivergenceArguments<T>& of_;
};

}  // namespace tobiuo::flow
