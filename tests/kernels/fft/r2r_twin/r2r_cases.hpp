// SPDX-License-Identifier: BSD-3-Clause
// Cosine and sine transforms whose passes on the GPU run on the host: all kinds along all axes, even
// and odd widths, lengths with large prime factors, batches of lines that are transformed by
// themselves and of arrays with odd numbers of rows.
#pragma once

#include <vector>

#include "kernels/fft/schedule/r2r_schedule.hpp"

namespace tobiuo::test {

[[nodiscard]] inline std::vector<fft::R2rProblem> r2r_cases()
{
    using enum fft::R2rKind;
    constexpr Precision fp32 = Precision::fp32;
    return {
        {.axes = {{16, dct_2}, {12, dct_2}, {8, dct_2}}},
        {.axes = {{16, dct_3}, {12, dct_3}, {8, dct_3}}, .scale = 0.125},
        {.axes = {{15, dst_2}, {12, dst_2}, {10, dst_2}}, .precision = fp32, .batch = 3},
        {.axes = {{15, dst_3}, {9, dst_3}, {10, dst_3}}, .scale = -3.0},
        {.axes = {{17, dct_1}, {16, dst_4}, {7, dct_4}}, .precision = fp32, .batch = 2},
        {.axes = {{8, dst_4}, {9, dct_1}, {15, dst_1}}, .scale = 0.5},
        {.axes = {{15, dst_1}, {33, dct_1}}, .precision = fp32},
        {.axes = {{12, dct_4}, {5, dst_2}}, .scale = 2.0, .batch = 4},
        {.axes = {{64, dct_2}}, .batch = 5},
        {.axes = {{60, dst_3}}},
        {.axes = {{60, dct_2}}, .batch = 3},
        {.axes = {{64, dst_2}}, .scale = 0.5, .precision = fp32, .batch = 7},
        {.axes = {{30, dct_3}}, .batch = 4},
        {.axes = {{128, dst_3}}, .precision = fp32, .batch = 9},
        {.axes = {{48, dct_4}}, .scale = 3.0, .batch = 5},
        {.axes = {{64, dst_4}}, .precision = fp32, .batch = 2},
        {.axes = {{2, dct_2}}, .batch = 3},
        {.axes = {{2, dst_3}}, .batch = 3},
        {.axes = {{4, dct_4}}, .batch = 3},
        {.axes = {{6, dst_4}}, .batch = 3},
        {.axes = {{15, dct_2}}, .batch = 3},
        {.axes = {{33, dst_4}}, .precision = fp32, .batch = 4},
        {.axes = {{33, dct_1}}, .batch = 4},
        {.axes = {{31, dst_1}}, .precision = fp32, .batch = 5},
        {.axes = {{2, dct_1}}, .batch = 3},
        {.axes = {{118, dct_2}}, .batch = 3},
        {.axes = {{118, dst_3}}, .precision = fp32, .batch = 3},
        {.axes = {{74, dct_4}}, .batch = 2},
        {.axes = {{60, dct_1}}, .batch = 2},
        {.axes = {{58, dst_1}, {3, dct_1}}, .batch = 3},
        {.axes = {{2049, dct_1}}, .batch = 2},
        {.axes = {{2048, dst_1}}, .precision = fp32, .batch = 2},
        {.axes = {{1024, dct_2}}, .precision = fp32, .batch = 2},
        {.axes = {{34, dct_2}, {17, dst_2}}},
        {.axes = {{10, dct_3}, {38, dct_4}}, .precision = fp32},
        {.axes = {{2, dct_1}, {3, dct_1}, {2, dct_1}}},
        {.axes = {{2, dct_2}, {2, dst_1}, {2, dst_2}}},
        {.axes = {{2, dst_4}, {2, dct_3}, {2, dct_4}}, .batch = 3},
    };
}

}  // namespace tobiuo::test
