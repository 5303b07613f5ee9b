// SPDX-License-Identifier: BSD-3-Clause
// The lattice Green's function as a sum of products of one function for each axis.
#pragma once

#include <cstdint>
#include <vector>

namespace tobiuo::poisson {

/// exp(-x) I_n(x) for n = 0 ... last, by Miller's backward recurrence, or by Hankel's series where x
/// is large.
[[nodiscard]] std::vector<double> scaled_bessel(double x, std::int64_t last);

/// What the product of the heat kernels of all axes is like over time.
struct HeatDecay {
    double unit = 1.0;           ///< the square of the shortest spacing
    double reach_squared = 0.0;  ///< the most that squares of distances along open axes add up to
    int open_axes = 3;
    bool levels_off = true;  ///< whether the kernel of the other axes tends to one that is not zero
    double slowest = 0.0;    ///< the rate at which it tends to that; 0: there is no other axis
    double lambda = 0.0;     ///< not positive
};

/// Times t and weights w such that the sum of w f(t) is the integral of f over all t > 0, for products f
/// of such kernels, exp(lambda t) times.
///
/// The trapezoidal rule after t = exp(s - exp(-s)) / 4, whose integrand is analytic for |Im s| < pi / 2.
/// Where nothing but powers of t decays, f is t^(-n / 2) times a series in 1 / t, so the nodes beyond
/// the square of the reach are replaced by a few: the Gaussian rule of these nodes as a measure. With
/// two open axes and without other decay the integral is that of f less the same for distances of 0.
/// Source    G. Golub and J. Welsch, Math. Comp. 23, 221 (1969), for rules from measures.
struct LatticeNodes {
    std::vector<double> times = {};
    std::vector<double> weights = {};
    bool logarithmic = false;  ///< whether values at distances of 0 are to be subtracted
};

[[nodiscard]] LatticeNodes lattice_nodes(const HeatDecay& decay);

}  // namespace tobiuo::poisson
