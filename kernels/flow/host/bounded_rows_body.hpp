// SPDX-License-Identifier: BSD-3-Clause
// The values that bounded advection has on faces beside a row, for a file that is compiled for one
// instruction set: see stage_rows_body.hpp.
#pragma once

#include "kernels/flow/bounded_flux.hpp"
#include "kernels/flow/host/stage_rows.hpp"

namespace tobiuo::flow {
namespace {

struct ThisBuild;

template <typename T>
void find_bounded_along(const BoundedRow<T>& row, long long count, T* out)
{
    const T* const velocity = row.velocity;
    const T* const here = row.cells[1];
    const T* const lower = row.shares[0];
    const T* const upper = row.shares[1];
#pragma omp simd
    for (long long i = 0; i < count; ++i) {
        out[i] =
            bounded_value<ThisBuild>(velocity[i], {here[i - 1], here[i], here[i + 1], here[i + 2]},
                                     {upper[i - 1], lower[i], upper[i], lower[i + 1]});
    }
}

template <typename T>
void find_bounded_across(const BoundedRow<T>& row, long long count, T* out)
{
    const T* const velocity = row.velocity;
    const T* const before = row.cells[0];
    const T* const low = row.cells[1];
    const T* const high = row.cells[2];
    const T* const behind = row.cells[3];
    const T shares[4] = {row.shares[1][-1], row.shares[0][0], row.shares[1][0], row.shares[0][1]};
#pragma omp simd
    for (long long i = 0; i < count; ++i) {
        out[i] =
            bounded_value<ThisBuild>(velocity[i], {before[i], low[i], high[i], behind[i]}, shares);
    }
}

}  // namespace
}  // namespace tobiuo::flow
