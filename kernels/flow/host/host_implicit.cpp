// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/flow/host/host_implicit.hpp"

#include <algorithm>

#include "kernels/flow/implicit_lines.hpp"

namespace tobiuo::flow {
namespace {

template <typename T, int axis, bool is_slab = false>
void solve_along(const ImplicitStage<T>& stage, [[maybe_unused]] int threads)
{
    constexpr int lanes = axis == 0 ? 8 : 64;  // rows along x, values of one row across them
    const long long row = stage.box.counts[faster_axis(axis)];
    const long long groups = (row + lanes - 1) / lanes;
    const long long rows = stage.box.counts[slower_axis(axis)];
    const int count = stage.quantities_of_stage();
#pragma omp parallel for collapse(3) schedule(static) num_threads(threads)
    for (int quantity = 0; quantity < count; ++quantity) {
        for (long long slow = 0; slow < rows; ++slow) {
            for (long long group = 0; group < groups; ++group) {
                const long long first = group * lanes;
                const int used = static_cast<int>(std::min<long long>(lanes, row - first));
                ImplicitLines<T, axis, lanes, HostProjection, is_slab> lines{
                    stage, quantity, slow * row + first, used};
                if constexpr (!is_slab) {
                    lines.solve();
                } else if (stage.sweep == Sweep::rise) {
                    lines.rise();
                } else {
                    lines.fall();
                }
            }
        }
    }
}

}  // namespace

template <typename T>
void solve_implicit_on_host(const ImplicitStage<T>& stage, int threads)
{
    switch (stage.axis) {
        case 0:
            solve_along<T, 0>(stage, threads);
            break;
        case 1:
            solve_along<T, 1>(stage, threads);
            break;
        default:
            if (stage.sweep == Sweep::whole) {
                solve_along<T, 2>(stage, threads);
            } else {
                solve_along<T, 2, true>(stage, threads);
            }
            break;
    }
}

template <typename T>
void raise_pressure_on_host(const PressureRise<T>& rise, [[maybe_unused]] int threads)
{
    const long long nx = rise.box.counts[0];
    const long long ny = rise.box.counts[1];
    const long long nz = rise.box.counts[2];
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
    for (long long k = 0; k < nz; ++k) {
        for (long long j = 0; j < ny; ++j) {
            const long long first = (k * ny + j) * nx;
            const long long across = rise.axis == 1 ? j : k;
            for (long long i = 0; i < nx; ++i) {
                rise.raise(first + i, rise.axis == 0 ? i : across);
            }
        }
    }
}

template void solve_implicit_on_host(const ImplicitStage<float>&, int);
template void solve_implicit_on_host(const ImplicitStage<double>&, int);
template void raise_pressure_on_host(const PressureRise<float>&, int);
template void raise_pressure_on_host(const PressureRise<double>&, int);

}  // namespace tobiuo::flow
