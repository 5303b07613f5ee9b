// SPDX-License-Identifier: BSD-3-Clause
// The benchmark's update of one point: the only place of the formula, for host and device.
#pragma once

namespace tobiuo::stencil {

/// The residual ss of one point; the sweep then does p += omega * ss and gosa += ss * ss.
///
/// `c(m)` is coefficient m in the order a0..a3, b0..b2, c0..c2, wrk1, bnd; `p(di, dj, dk)` is the
/// pressure at that offset. The expression is evaluated from left to right as the official source
/// does, with one rounding per operation: compile it without contraction (-ffp-contract=off,
/// --fmad=false), so that every kernel gives the same bits.
///
/// Source: R. Himeno, himenoBMTxp, RIKEN, function jacobi().
template <typename Coefficient, typename Pressure>
inline auto residual(const Coefficient& c, const Pressure& p)
{
    const auto s0 = c(0) * p(1, 0, 0) + c(1) * p(0, 1, 0) + c(2) * p(0, 0, 1) +
                    c(4) * (p(1, 1, 0) - p(1, -1, 0) - p(-1, 1, 0) + p(-1, -1, 0)) +
                    c(5) * (p(0, 1, 1) - p(0, -1, 1) - p(0, 1, -1) + p(0, -1, -1)) +
                    c(6) * (p(1, 0, 1) - p(-1, 0, 1) - p(1, 0, -1) + p(-1, 0, -1)) +
                    c(7) * p(-1, 0, 0) + c(8) * p(0, -1, 0) + c(9) * p(0, 0, -1) + c(10);
    return (s0 * c(3) - p(0, 0, 0)) * c(11);
}

}  // namespace tobiuo::stencil
