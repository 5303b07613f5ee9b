// SPDX-License-Identifier: BSD-3-Clause
// The implicit part of a stage of the flow on the CPU.
#pragma once

#include "kernels/flow/implicit_stage.hpp"

namespace tobiuo::flow {

/// Projects a velocity as plain_stage.hpp does, without contraction; of ImplicitLines.
struct HostProjection {
    template <typename T>
    constexpr T operator()(T velocity, T per_gap, T difference) const
    {
        return velocity - per_gap * difference;
    }
};

/// Solves the systems of all lines along the axis, or does a sweep of slabs of those along z, as
/// ImplicitStage says.
///
/// Traffic   along z each of the quantities is read and written twice, and the quantity before the
///           stage, impulse and pressure are read once from memory: 7 words a cell for a component,
///           5 for the scalar.
/// Accuracy  the same bits for any number of threads.
/// Twin      plain_implicit.hpp, plain loops over points.
template <typename T>
void solve_implicit_on_host(const ImplicitStage<T>& stage, int threads);

/// Raises the pressure everywhere, as PressureRise says.
template <typename T>
void raise_pressure_on_host(const PressureRise<T>& rise, int threads);

extern template void solve_implicit_on_host(const ImplicitStage<float>&, int);
extern template void solve_implicit_on_host(const ImplicitStage<double>&, int);
extern template void raise_pressure_on_host(const PressureRise<float>&, int);
extern template void raise_pressure_on_host(const PressureRise<double>&, int);

}  // namespace tobiuo::flow
