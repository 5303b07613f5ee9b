// SPDX-License-Identifier: BSD-3-Clause
// What enters through an outflow face carries no momentum along it. For host and device.
#pragma once

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/source_items.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// Item n takes from a stage what flow that enters through an outflow face carries of a velocity
/// along it, at point n of the face, [slower][faster]. A stage has the velocity beyond the face as
/// that in the box, whose mean gives the box kinetic energy where it enters; with a velocity of zero
/// there the mean is half of it, and the flux of its square none.
///
/// Source    Y. Bazilevs, J. R. Gohean, T. J. R. Hughes, R. D. Moser and Y. Zhang, Comput. Methods
///           Appl. Mech. Eng. 198, 3534 (2009): the traction of (u n)_- u / 2.
template <typename T>
struct StopBackflow {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/backflow_item.hpp",
                                            .type = "tobiuo::flow::StopBackflow",
                                            .name = "flow-backflow",
                                            .threads = 128,
                                            .nanoseconds = 30.0};

    constexpr void operator()(long long n) const
    {
        const int across = face / 2;
        const bool is_upper = face % 2 == 1;
        const int faster = faster_axis(across);
        const long long layer = is_upper ? box.counts[across] - 1 : 0;
        long long at[3] = {};
        at[across] = layer;
        at[faster] = n % box.counts[faster];
        at[slower_axis(across)] = n / box.counts[faster];
        if (box.has_face(component, 1) && at[component] == box.counts[component] - 1) {
            return;  // a face has this velocity
        }
        const ProjectedVelocity<T> velocity{box, arrays};
        long long on[3] = {at[0], at[1], at[2]};
        on[across] = is_upper ? layer : -1;
        long long beside[3] = {on[0], on[1], on[2]};
        ++beside[component];
        const Spacings<T>& along = box.axes[component];
        const T carrying = (along.share[0][at[component]] * velocity.at(across, on) +
                            along.share[1][at[component]] * velocity.at(across, beside)) /
                           2;
        const T entering = is_upper ? -carrying : carrying;
        if (!(entering > 0)) {
            return;
        }
        const T rate =
            -box.axes[across].per_width[layer] * entering * velocity.at(component, at) / 2;
        const long long here = (at[2] * box.counts[1] + at[1]) * box.counts[0] + at[0];
        if (keeps) {
            component_of(arrays.rates, component)[here] += rate;
        }
        component_of(arrays.next, component)[here] += new_part * rate;
    }

    Box<T> box = {};
    StageArrays<T> arrays = {};
    int face = 0;
    int component = 0;  ///< along the face
    T new_part = 0;     ///< gamma times the time step
    bool keeps = false;
};

}  // namespace tobiuo::flow
