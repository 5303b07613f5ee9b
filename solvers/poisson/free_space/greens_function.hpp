// SPDX-License-Identifier: BSD-3-Clause
// Green's functions of -laplacian + mu^2 in free space: their Fourier transforms where they are cut off,
// and their averages over cells.
#pragma once

#include <array>

namespace tobiuo::poisson {

/// The Fourier transform at wave number `k` of the Green's function of -laplacian + mu^2 in `dimensions`
/// (1, 2 or 3), set to zero beyond the distance `radius`:
///
///     1   exp(-mu |x|) / (2 mu), or -|x| / 2
///     2   K0(mu r) / (2 pi), or -log(r) / (2 pi)
///     3   exp(-mu r) / (4 pi r)
///
/// It is smooth in k, so that its values on a grid give the potential of a smooth and compact source
/// with the accuracy of the grid's Fourier series. Source: F. Vico, L. Greengard and M. Ferrando,
/// J. Comput. Phys. 323, 191 (2016); with mu the integrals are elementary or those of J0 K0.
[[nodiscard]] double truncated_transform(int dimensions, double k, double mu, double radius);

/// The average of the Green's function with mu = 0 over the cell that is `place` cells of the widths
/// `spacing` from the origin; in two dimensions the third number is not looked at, in one the second
/// neither. Source: R. W. Hockney, Methods Comput. Phys. 9, 135 (1970); the cell of the origin by the
/// integral over a box, others by Gauss and Legendre to 1e-10 of the value.
[[nodiscard]] double cell_average(int dimensions, const std::array<long long, 3>& place,
                                  const std::array<double, 3>& spacing);

}  // namespace tobiuo::poisson
