// One row of the blocked CPU kernel, and the choice of its best build for this processor.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tobiuo::stencil {

/// The blocked layout: four groups of three coefficient arrays; in a group the three arrays are
/// interleaved in blocks of sixteen points, [i][j][block][group_arrays][block_points]. So a sweep
/// reads four long sequential streams: twelve overrun the hardware prefetcher, a single one keeps
/// too little in flight (two cores of an EPYC 7003, size M, percent of the ceiling: groups of one
/// 83, two 86, three 98, four 91, six 94, twelve 77).
inline constexpr std::int64_t block_points = 16;
inline constexpr std::int64_t group_arrays = 3;

/// One row (i, j): all its points, boundary and padding included, whose coefficients are zero
/// there, so that they keep their p and add nothing to the sum.
template <typename Real>
struct RowArguments {
    const Real* coefficients;   ///< of the first group, [blocks][group_arrays][block_points]
    std::int64_t group_stride;  ///< from a group to the next, in values
    const Real* p;              ///< k = 0 of the row in the old p
    Real* p_new;                ///< the same in the new p; aligned to 64 bytes
    std::int64_t row_stride;    ///< from row j to j + 1, in values
    std::int64_t plane_stride;  ///< from plane i to i + 1, in values
    std::int64_t blocks;
    std::int64_t points;  ///< of the row; the first and the last keep their p
    Real omega;
    bool streaming;  ///< the new p goes past the caches
};

/// Sweeps the row; returns its sum of squared residuals, in an order that depends on the layout
/// alone, so every build and thread count gives the same bits.
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
