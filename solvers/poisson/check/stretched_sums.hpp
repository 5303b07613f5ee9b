// SPDX-License-Identifier: BSD-3-Clause
// Sums over a field that show what a stretched axis hides from the norm of a residual.
#pragma once

namespace tobiuo::poisson {

/// What is checked along a stretched axis.
struct StretchedSums {
    /// | |A| |u| + |f| |, the root of the mean square, with the entries of each row along the axis by
    /// themselves: rows of wide cells do not get the size of the narrowest one.
    double scale{};
    /// How far lines along the axis are out of balance. Added up over a line, with the widths as
    /// weights, the equations say that what walls and the other axes take is what f gives; what
    /// rows exchange drops out, and with it the rounding of u, which is all that residuals show where
    /// cells are narrow. This is what the sums miss, relative to the sum of their terms: the most of
    /// those of lines, and of those of planes and the box where no wall of the other axes holds u.
    double balance_error{};
};

}  // namespace tobiuo::poisson
