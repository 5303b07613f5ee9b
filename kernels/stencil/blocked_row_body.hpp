// The code of one row of the blocked CPU kernel, compiled once per instruction set.
#pragma once

#include "kernels/stencil/blocked_row.hpp"
#include "kernels/stencil/point.hpp"

namespace tobiuo::stencil {

/// `InstructionSet` is a type of the file that includes this: it keeps the builds apart, so that
/// the linker never takes one file's code for another's.
///
/// Traffic   four sequential streams of coefficients, nine rows of p that stay in cache, one row
///           written.
template <typename InstructionSet, typename Real>
double sweep_row(const RowArguments<Real>& row)
{
    constexpr std::int64_t width = block_points;
    // Four blocks ahead in each group. Without it size L stays at 85 % of the ceiling, with it 98 %
    // (two cores of an EPYC 7003); farther ahead is no better.
    constexpr std::int64_t ahead = 4 * group_arrays * width;
    constexpr std::int64_t line = 64 / static_cast<std::int64_t>(sizeof(Real));
    const std::int64_t nj = row.row_stride;
    const std::int64_t ni = row.plane_stride;
    double sums[width] = {};
    for (std::int64_t block = 0; block < row.blocks; ++block) {
        const Real* coefficients = row.coefficients + block * group_arrays * width;
        const Real* p = row.p + block * width;
        Real* __restrict p_new = row.p_new + block * width;
        for (std::int64_t group = 0; group < 12 / group_arrays; ++group) {
            for (std::int64_t at = 0; at < group_arrays * width; at += line) {
                __builtin_prefetch(coefficients + group * row.group_stride + ahead + at);
            }
        }
        Real ss[width];
        // Not `omp simd`: GCC 12 then keeps the lambdas in arrays and the loop scalar.
#pragma GCC ivdep
        for (std::int64_t lane = 0; lane < width; ++lane) {
            ss[lane] = residual(
                [&](std::int64_t m) {
                    return coefficients[m / group_arrays * row.group_stride +
                                        m % group_arrays * width + lane];
                },
                [&](std::int64_t di, std::int64_t dj, std::int64_t dk) {
                    return p[lane + di * ni + dj * nj + dk];
                });
            p_new[lane] = p[lane] + row.omega * ss[lane];
        }
#pragma omp simd
        for (std::int64_t lane = 0; lane < width; ++lane) {
            sums[lane] += static_cast<double>(ss[lane]) * static_cast<double>(ss[lane]);
        }
    }
    double sum = 0.0;
    for (const double lane_sum : sums) {
        sum += lane_sum;
    }
    return sum;
}

template <typename InstructionSet>
RowFunctions row_functions(std::string_view name)
{
    return {.instruction_set = name,
            .single_precision = sweep_row<InstructionSet, float>,
            .double_precision = sweep_row<InstructionSet, double>};
}

}  // namespace tobiuo::stencil
