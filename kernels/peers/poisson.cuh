// SPDX-License-Identifier: BSD-3-Clause
// The work around a library's transforms in a Poisson solve: the division by the eigenvalues in the
// spectrum of a periodic box, and for walls the mirror images that make the box periodic.
//
// struct Config gives Real, Complex (float2 or double2), Index (unsigned, or unsigned long long
// where an array has more values), threads; slow, middle, fast: points of the periodic box; ny, nx:
// unknowns of the box with walls.
#pragma once

#include "kernels/peers/image.hpp"

namespace tobiuo::peers {

/// A point of a box with `middle` x `fast` points in a plane.
struct BoxPoint {
    Config::Index slow;
    Config::Index middle;
    Config::Index fast;
};

template <Config::Index middle, Config::Index fast>
__device__ BoxPoint box_point(Config::Index at)
{
    const Config::Index row = at / fast;
    return {row / middle, row % middle, at % fast};
}

__device__ inline Config::Index thread_index()
{
    return static_cast<Config::Index>(blockIdx.x) * Config::threads + threadIdx.x;
}

}  // namespace tobiuo::peers

/// Multiplies the spectrum by scale / (slow[k] + middle[j] + fast[i]), and the constant mode, of a
/// batch that of each box, by 0 if `null_space`.
///
/// Launch    a thread for each element of the half spectrum, [slow][middle][fast / 2 + 1].
/// Traffic   one read and one write of the spectrum.
extern "C" __global__ void __launch_bounds__(Config::threads)
    peer_divide(Config::Complex* spectrum, const Config::Real* slow, const Config::Real* middle,
                const Config::Real* fast, Config::Real scale, int null_space)
{
    constexpr Config::Index row = Config::fast / 2 + 1;
    const Config::Index at = tobiuo::peers::thread_index();
    if (at >= Config::slow * Config::middle * row) {
        return;
    }
    const auto point = tobiuo::peers::box_point<Config::middle, row>(at);
    const Config::Real sum = slow[point.slow] + middle[point.middle] + fast[point.fast];
    const Config::Real factor =
        null_space != 0 && sum == Config::Real{0} ? Config::Real{0} : scale / sum;
    const Config::Complex value = spectrum[at];
    spectrum[at] = {value.x * factor, value.y * factor};
}

/// Multiplies the spectrum by that of a kernel, which is real.
///
/// Launch    a thread for each element of the half spectrum.
/// Traffic   one read and one write of the spectrum, a read of half as many bytes.
extern "C" __global__ void __launch_bounds__(Config::threads)
    peer_multiply(Config::Complex* spectrum, const Config::Real* kernel)
{
    const Config::Index at = tobiuo::peers::thread_index();
    if (at >= Config::slow * Config::middle * (Config::fast / 2 + 1)) {
        return;
    }
    const Config::Real factor = kernel[at];
    const Config::Complex value = spectrum[at];
    spectrum[at] = {value.x * factor, value.y * factor};
}

/// Fills `box` with the unknowns and their mirror images, by the table of each axis.
///
/// Launch    a thread for each point of the box.
/// Traffic   one write of the box; f is read once for every image.
extern "C" __global__ void __launch_bounds__(Config::threads)
    peer_extend(const Config::Real* f, Config::Real* box, const tobiuo::peers::Image* slow,
                const tobiuo::peers::Image* middle, const tobiuo::peers::Image* fast)
{
    const Config::Index at = tobiuo::peers::thread_index();
    if (at >= Config::slow * Config::middle * Config::fast) {
        return;
    }
    const auto point = tobiuo::peers::box_point<Config::middle, Config::fast>(at);
    const tobiuo::peers::Image z = slow[point.slow];
    const tobiuo::peers::Image y = middle[point.middle];
    const tobiuo::peers::Image x = fast[point.fast];
    const int sign = z.sign * y.sign * x.sign;
    const Config::Index from = (z.source * Config::ny + y.source) * Config::nx + x.source;
    box[at] = sign == 0 ? Config::Real{0} : static_cast<Config::Real>(sign) * f[from];
}

/// Copies the `count` unknowns to u from the points of the box, where they start at `first`.
///
/// Launch    a thread for each unknown.
/// Traffic   one read and one write of the unknowns.
extern "C" __global__ void __launch_bounds__(Config::threads)
    peer_restrict(const Config::Real* box, Config::Real* u, Config::Index first,
                  Config::Index count)
{
    const Config::Index at = tobiuo::peers::thread_index();
    if (at >= count) {
        return;
    }
    const auto point = tobiuo::peers::box_point<Config::ny, Config::nx>(at);
    u[at] = box[first + (point.slow * Config::middle + point.middle) * Config::fast + point.fast];
}
