// SPDX-License-Identifier: BSD-3-Clause
// One row of the blocked CPU kernel, and the choice of its best build for this processor.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tobiuo::stencil {

/// The blocked layout: four groups of three coefficient arrays; in a group the three arrays are
/// interleaved in blocks of sixteen points, [i][j][block][group_arrays][block_points]. A sweep then
/// reads four long sequential streams: twelve streams overrun the hardware prefetcher, and a single
/// one keeps too few loads in flight.
inline constexpr std::int64_t block_points = 16;
inline constexpr std::int64_t group_arrays = 3;

/// One row (i, j) with all its points. Boundary and padding have coefficients of zero, so that
/// these points keep their p and add nothing to the sum.
template <typename Real>
struct RowArguments {
    const Real* coefficients;   ///< the first group, [blocks][group_arrays][block_points]
    std::int64_t group_stride;  ///< from a group to the next, in values
    const Real* p;              ///< k = 0 of the row in the old p
    Real* p_new;                ///< k = 0 of the row in the new p; aligned to 64 bytes
    std::int64_t row_stride;    ///< from row j to j + 1, in values
    std::int64_t plane_stride;  ///< from plane i to i + 1, in values
    std::int64_t blocks;
    std::int64_t points;  ///< number of points in the row; the first and the last keep their p
    Real omega;
    bool streaming;  ///< whether stores of the new p bypass the caches
};

/// Sweeps the row and returns its sum of squared residuals. The order of the sum depends on the
/// layout alone, so every build and thread count gives the same bits.
template <typename Real>
using RowFunction = double (*)(const RowArguments<Real>& row);

struct RowFunctions {
    std::string_view instruction_set;
    RowFunction<float> single_precision;
    RowFunction<double> double_precision;
};

/// The builds that the processor can run, the best first.
[[nodiscard]] std::span<const RowFunctions> usable_row_functions();

[[nodiscard]] RowFunctions baseline_row_functions();
[[nodiscard]] RowFunctions avx2_row_functions();
[[nodiscard]] RowFunctions avx512_row_functions();

}  // namespace tobiuo::stencil
