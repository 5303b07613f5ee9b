// SPDX-License-Identifier: BSD-3-Clause
// The equation of the implicit part of a stage as plain loops: what its solution is put into.
#pragma once

#include <cmath>

#include "kernels/flow/implicit_stage.hpp"
#include "kernels/flow/plain_stage.hpp"

namespace tobiuo::flow {

/// The velocity and the scalar at one time, and their diffusion along an axis.
template <typename T>
class PlainDiffusion {
public:
    PlainDiffusion(const Box<T>& box, int axis, const T* const (&velocity)[3], const T* impulse,
                   const T* scalar)
        : box_{box}, axis_{axis}, velocity_{box_, velocity, impulse}, scalar_{box_, scalar}
    {
    }

    [[nodiscard]] T value(int quantity, const long long (&at)[3]) const
    {
        return quantity == scalar_quantity ? scalar_.at(at)
                                           : velocity_.at(quantity, at[0], at[1], at[2]);
    }

    /// nu d2/ds2 of a quantity at a point.
    [[nodiscard]] T rate(int quantity, const long long (&at)[3]) const
    {
        const Spacings<T>& along = box_.axes[axis_];
        const long long k = at[axis_];
        const bool on_faces = quantity == axis_;
        const T upper = on_faces ? along.per_width[k + 1] : along.per_gap[k];
        const T lower = on_faces ? along.per_width[k] : along.per_gap[k - 1];
        const T volume = on_faces ? along.per_gap[k] : along.per_width[k];
        long long below[3] = {at[0], at[1], at[2]};
        long long above[3] = {at[0], at[1], at[2]};
        --below[axis_];
        ++above[axis_];
        const T here = value(quantity, at);
        const T friction = quantity == scalar_quantity ? box_.diffusivity : box_.viscosity;
        return friction * volume *
               (upper * (value(quantity, above) - here) - lower * (here - value(quantity, below)));
    }

private:
    Box<T> box_;
    int axis_;
    PlainVelocity<T> velocity_;
    PlainScalar<T> scalar_;
};

/// The largest value of u* - beta dt L(u*) - next - alpha dt L(u) + (alpha + beta) dt grad p, see
/// ImplicitStage, where `left` is what `next` was before the sweep and the stage has u* in `next`.
template <typename T>
T largest_residual_plainly(const ImplicitStage<T>& stage, const T* const (&left)[quantities],
                           T beta_time)
{
    Box<T> begin = stage.box;
    begin.faces[2 * stage.axis] = stage.before[0];
    begin.faces[2 * stage.axis + 1] = stage.before[1];
    const PlainDiffusion<T> before{begin, stage.axis, stage.velocity, stage.impulse, stage.scalar};
    const T* const next[3] = {stage.next[0], stage.next[1], stage.next[2]};
    const PlainDiffusion<T> after{stage.box, stage.axis, next, nullptr,
                                  stage.next[scalar_quantity]};
    // What a projection by the pressure takes away.
    const T* const nothing[3] = {stage.pressure, stage.pressure, stage.pressure};
    const PlainVelocity<T> pushed{stage.box, nothing, stage.pressure};
    T largest = 0;
    for (int quantity = 0; quantity < stage.quantities_of_stage(); ++quantity) {
        long long place = 0;
        for (long long k = 0; k < stage.box.counts[2]; ++k) {
            for (long long j = 0; j < stage.box.counts[1]; ++j) {
                for (long long i = 0; i < stage.box.counts[0]; ++i, ++place) {
                    const long long at[3] = {i, j, k};
                    T residual = after.value(quantity, at) - left[quantity][place];
                    if (quantity != scalar_quantity) {
                        const T gradient = stage.pressure[place] - pushed.at(quantity, i, j, k);
                        residual += stage.pressure_time * gradient;
                    }
                    const bool is_given = quantity != scalar_quantity &&
                                          !stage.box.periodic[quantity] &&
                                          at[quantity] + 1 == stage.box.counts[quantity];
                    if (!is_given) {
                        residual -= beta_time * (after.rate(quantity, at) +
                                                 stage.explicit_part * before.rate(quantity, at));
                    }
                    largest = std::abs(residual) <= largest ? largest : std::abs(residual);
                }
            }
        }
    }
    return largest;
}

}  // namespace tobiuo::flow
