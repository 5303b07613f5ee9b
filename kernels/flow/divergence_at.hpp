// The divergence at one place of an array: what the first pass of a projection reads. For host and
// device.
#pragma once

#include "kernels/flow/divergence_arguments.hpp"

namespace tobiuo::flow {

/// What the function is compiled for.
struct DivergenceForm {
    long long counts[3] = {1, 1, 1};
    bool periodic[3] = {true, true, true};
    int stretched = 3;  ///< the stretched axis; 3 if there is none

    [[nodiscard]] constexpr bool is_short() const
    {
        return counts[0] * counts[1] * counts[2] < (1LL << 31);
    }
};

template <DivergenceForm form, typename T>
class DivergenceAt {
public:
    constexpr explicit DivergenceAt(const DivergenceArguments<T>& arguments) : of_{arguments} {}

    [[nodiscard]] constexpr T operator()(long long place) const
    {
        if constexpr (form.is_short()) {  // divisions by constants of 32 bits are quicker
            return of(place, static_cast<unsigned>(place));
        } else {
            return of(place, place);
        }
    }

private:
    template <typename Number>
    [[nodiscard]] constexpr T of(long long place, Number number) const
    {
        constexpr auto columns = static_cast<Number>(form.counts[0]);
        constexpr auto rows = static_cast<Number>(form.counts[1]);
        const Number row = number / columns;
        const long long at[3] = {static_cast<long long>(number % columns),
                                 static_cast<long long>(row % rows),
                                 static_cast<long long>(row / rows)};
        return difference<0>(place, at) + difference<1>(place, at) + difference<2>(place, at);
    }

    template <int axis>
    [[nodiscard]] constexpr T difference(long long place, const long long (&at)[3]) const
    {
        constexpr long long step = axis == 0   ? 1
                                   : axis == 1 ? form.counts[0]
                                               : form.counts[0] * form.counts[1];
        const T* const velocity = of_.velocity[axis];
        const T here = velocity[place];
        T before;
        if (at[axis] > 0) {
            before = velocity[place - step];
        } else if (form.periodic[axis]) {
            before = velocity[place + (form.counts[axis] - 1) * step];
        } else {
            before = of_.box.faces[2 * axis].velocity[axis].added(
                at[slower_axis(axis)] * form.counts[faster_axis(axis)] + at[faster_axis(axis)]);
        }
        return of_.box.axes[axis].per_width[form.stretched == axis ? at[axis] : 0] *
               (here - before);
    }

    const DivergenceArguments<T>& of_;
};

}  // namespace tobiuo::flow
