// One row of the blocked CPU kernel, and the choice of its best build for this processor.
#pragma once

#include <cstdint>
#include <string_view>

namespace tobiuo::stencil {

/// Points whose coefficients lie together: [12][block_points], the unit of the blocked layout.
inline constexpr std::int64_t block_points = 16;

/// One row (i, j): all its points, boundary and padding included, whose coefficients are zero
/// there, so that they keep their p and add nothing to the sum.
template <typename Real>
struct RowArguments {
    const Real* coefficients;   ///< [blocks][12][block_points]
    const Real* p;              ///< k = 0 of the row in the old p
    Real* p_new;                ///< the same in the new p, or a buffer; aligned to 64 bytes
    std::int64_t row_stride;    ///< from row j to j + 1, in values
    std::int64_t plane_stride;  ///< from plane i to i + 1, in values
    std::int64_t blocks;
    Real omega;
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

/// The best build for the processor that the program runs on.
[[nodiscard]] const RowFunctions& best_row_functions();

[[nodiscard]] RowFunctions baseline_row_functions();
[[nodiscard]] RowFunctions avx2_row_functions();
[[nodiscard]] RowFunctions avx512_row_functions();

}  // namespace tobiuo::stencil
