// SPDX-License-Identifier: BSD-3-Clause
// The code of one row of the blocked CPU kernel, compiled once per instruction set.
#pragma once

#include <array>
#include <cstring>

#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/blocked/blocked_row.hpp"
#include "kernels/stencil/reference/point.hpp"

namespace tobiuo::stencil {

/// A vector register of `bytes` holding values of type Real; + - * work element by element.
template <typename Real, int bytes>
struct VectorOf {
    using type [[gnu::vector_size(bytes)]] = Real;
};
template <typename Real, int bytes>
using Vector = typename VectorOf<Real, bytes>::type;

template <typename To, typename From>
To load(const From* from)
{
    To value;
    std::memcpy(&value, from, sizeof(To));
    return value;
}

/// Sweeps one row. `InstructionSet` is a type of the file that includes this header: it gives the
/// width of a register, a store that bypasses the caches and the conversion to double, and it makes
/// the builds different functions to the linker. Vectors are explicit because GCC 12 turns the
/// plain loop into code with thirty pointers a block that it spills.
///
/// Traffic   four sequential streams of coefficients, nine rows of p that stay in cache, one row
///           written.
template <typename InstructionSet, typename Real>
double sweep_row(const RowArguments<Real>& row)
{
    constexpr int bytes = InstructionSet::register_bytes;
    constexpr std::int64_t width = block_points;
    constexpr std::int64_t lanes = bytes / static_cast<std::int64_t>(sizeof(Real));
    constexpr std::int64_t sum_lanes = bytes / static_cast<std::int64_t>(sizeof(double));
    // Prefetches four blocks ahead in each group; farther ahead is no better. Prefetching into all
    // caches is best: non-temporal prefetches, which bypass the second level, are no faster on AMD
    // and much slower on Intel.
    constexpr std::int64_t ahead = 4 * group_arrays * width;
    constexpr std::int64_t line = 64 / static_cast<std::int64_t>(sizeof(Real));
    using Values = Vector<Real, bytes>;
    using Sums = Vector<double, bytes>;

    const std::int64_t nj = row.row_stride;
    const std::int64_t stride = row.group_stride;
    const std::int64_t last = (row.points - 1) / lanes * lanes;
    const Values omega = row.omega - Values{};
    const std::array<const Real*, 3> planes{row.p - row.plane_stride, row.p,
                                            row.p + row.plane_stride};
    const Real* coefficients = row.coefficients;
    std::array<Sums, width / sum_lanes> sums{};
    for (std::int64_t block = 0; block < row.blocks; ++block) {
        for (std::int64_t group = 0; group < coefficient_count / group_arrays; ++group) {
            for (std::int64_t at = 0; at < group_arrays * width; at += line) {
                __builtin_prefetch(coefficients + group * stride + ahead + at);
            }
        }
        // Only this one of the nine rows of p comes from memory.
        __builtin_prefetch(planes[2] + nj + block * width + 8 * width);
#pragma GCC unroll 8
        for (std::int64_t lane = 0; lane < width; lane += lanes) {
            const std::int64_t k = block * width + lane;
            const auto p = [&](std::int64_t di, std::int64_t dj, std::int64_t dk) {
                return load<Values>(planes[static_cast<std::size_t>(di + 1)] + dj * nj + k + dk);
            };
            Values ss = residual(
                [&](std::int64_t m) {
                    return load<Values>(coefficients + m / group_arrays * stride +
                                        m % group_arrays * width + lane);
                },
                p);
            Values next = p(0, 0, 0) + omega * ss;
            // The first and the last point keep their bits whatever lies in the corners of p.
            if (k == 0) {
                ss[0] = 0;
                next[0] = planes[1][0];
            }
            if (k == last) {
                ss[(row.points - 1) % lanes] = 0;
                next[(row.points - 1) % lanes] = planes[1][row.points - 1];
            }
            if (row.streaming) {
                InstructionSet::stream(row.p_new + k, next);
            } else {
                std::memcpy(row.p_new + k, &next, sizeof(next));
            }
            const auto wide = InstructionSet::widen(ss);
            for (std::size_t part = 0; part < wide.size(); ++part) {
                sums[static_cast<std::size_t>(lane / sum_lanes) + part] += wide[part] * wide[part];
            }
        }
        coefficients += group_arrays * width;
    }
    std::array<double, width> lane_sums{};
    std::memcpy(lane_sums.data(), sums.data(), sizeof(lane_sums));
    double sum = 0.0;
    for (const double lane_sum : lane_sums) {
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
