// SPDX-License-Identifier: BSD-3-Clause
// A warp as the team of threads that solves a singular column.
#pragma once

#include "kernels/tridiagonal/zero_mode.hpp"

namespace tobiuo::tridiagonal {

/// The first warp of a block as a team of LevelColumn or LevelRows.
struct Warp {
    using Sum = PlainSum;
    static constexpr int size = 32;
    int rank;

    [[nodiscard]] __device__ double sum(double value) const
    {
        for (int distance = size / 2; distance > 0; distance /= 2) {
            value += __shfl_xor_sync(0xffffffffU, value, distance);
        }
        return value;
    }

    [[nodiscard]] __device__ double sum_before(double value) const
    {
        double sum = value;
        for (int distance = 1; distance < size; distance *= 2) {
            const double other = __shfl_up_sync(0xffffffffU, sum, distance);
            sum += rank >= distance ? other : 0.0;
        }
        return sum - value;
    }
};

}  // namespace tobiuo::tridiagonal
