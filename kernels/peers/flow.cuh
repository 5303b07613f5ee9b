// SPDX-License-Identifier: BSD-3-Clause
// A stage of a flow in a periodic box written straight, for comparison: a kernel for the rates, one
// for the divergence, one for the projection; a thread computes a point.
//
// struct Config gives Real, threads and nx, ny, nz.
// Launch    a thread for each cell.
#pragma once

namespace tobiuo::peers {

using Real = Config::Real;

/// A cell and its neighbours in the period.
struct FlowCell {
    long long at;
    long long x[3];  ///< offsets to the cells before, here and after along x
    long long y[3];
    long long z[3];

    __device__ explicit FlowCell(unsigned number)
    {
        const int i = number % Config::nx;
        const int j = number / Config::nx % Config::ny;
        const int k = number / Config::nx / Config::ny;
        constexpr long long row = Config::nx;
        constexpr long long plane = row * Config::ny;
        at = number;
        x[0] = i > 0 ? -1 : row - 1;
        x[2] = i + 1 < Config::nx ? 1 : 1 - row;
        y[0] = j > 0 ? -row : plane - row;
        y[2] = j + 1 < Config::ny ? row : row - plane;
        z[0] = k > 0 ? -plane : plane * (Config::nz - 1);
        z[2] = k + 1 < Config::nz ? plane : plane * (1 - Config::nz);
        x[1] = y[1] = z[1] = 0;
    }
};

/// The values of a field around a cell.
struct Around {
    const Real* field;
    const FlowCell& cell;

    __device__ Real operator()(int x, int y, int z) const
    {
        return field[cell.at + cell.x[x + 1] + cell.y[y + 1] + cell.z[z + 1]];
    }
};

struct FlowArguments {
    const Real* velocity[3];
    Real* next[3];
    Real* rates[3];
    const Real* impulse;
    Real* divergence;
    Real per_width[3];
    Real viscosity;
    Real new_part;
    Real old_part;
    int uses_old;
};

__device__ inline unsigned flow_cell_number()
{
    return blockIdx.x * Config::threads + threadIdx.x;
}

__device__ inline bool is_flow_cell(unsigned number)
{
    return number < static_cast<unsigned>(Config::nx) * Config::ny * Config::nz;
}

}  // namespace tobiuo::peers

/// next = velocity + new_part N + old_part N_old, rates = N.
extern "C" __global__ void __launch_bounds__(Config::threads)
    peer_flow_advance(const __grid_constant__ tobiuo::peers::FlowArguments a)
{
    using namespace tobiuo::peers;
    const unsigned number = flow_cell_number();
    if (!is_flow_cell(number)) {
        return;
    }
    const FlowCell cell{number};
    const Around u{a.velocity[0], cell};
    const Around v{a.velocity[1], cell};
    const Around w{a.velocity[2], cell};
    const Real hx = a.per_width[0];
    const Real hy = a.per_width[1];
    const Real hz = a.per_width[2];
    const auto square = [](Real value) { return value * value; };
    const auto laplacian = [&](const Around& f) {
        const Real here = 2 * f(0, 0, 0);
        return a.viscosity * (hx * hx * (f(1, 0, 0) - here + f(-1, 0, 0)) +
                              hy * hy * (f(0, 1, 0) - here + f(0, -1, 0)) +
                              hz * hz * (f(0, 0, 1) - here + f(0, 0, -1)));
    };
    const Real uv = (u(0, 0, 0) + u(0, 1, 0)) * (v(0, 0, 0) + v(1, 0, 0));
    const Real uw = (u(0, 0, 0) + u(0, 0, 1)) * (w(0, 0, 0) + w(1, 0, 0));
    const Real vw = (v(0, 0, 0) + v(0, 0, 1)) * (w(0, 0, 0) + w(0, 1, 0));
    const Real rates[3] = {
        laplacian(u) - (hx * (square(u(0, 0, 0) + u(1, 0, 0)) - square(u(-1, 0, 0) + u(0, 0, 0))) +
                        hy * (uv - (u(0, -1, 0) + u(0, 0, 0)) * (v(0, -1, 0) + v(1, -1, 0))) +
                        hz * (uw - (u(0, 0, -1) + u(0, 0, 0)) * (w(0, 0, -1) + w(1, 0, -1)))) /
                           4,
        laplacian(v) - (hx * (uv - (u(-1, 0, 0) + u(-1, 1, 0)) * (v(-1, 0, 0) + v(0, 0, 0))) +
                        hy * (square(v(0, 0, 0) + v(0, 1, 0)) - square(v(0, -1, 0) + v(0, 0, 0))) +
                        hz * (vw - (v(0, 0, -1) + v(0, 0, 0)) * (w(0, 0, -1) + w(0, 1, -1)))) /
                           4,
        laplacian(w) - (hx * (uw - (u(-1, 0, 0) + u(-1, 0, 1)) * (w(-1, 0, 0) + w(0, 0, 0))) +
                        hy * (vw - (v(0, -1, 0) + v(0, -1, 1)) * (w(0, -1, 0) + w(0, 0, 0))) +
                        hz * (square(w(0, 0, 0) + w(0, 0, 1)) - square(w(0, 0, -1) + w(0, 0, 0)))) /
                           4};
    const Real here[3] = {u(0, 0, 0), v(0, 0, 0), w(0, 0, 0)};
#pragma unroll
    for (int axis = 0; axis < 3; ++axis) {
        Real next = here[axis] + a.new_part * rates[axis];
        if (a.uses_old != 0) {
            next += a.old_part * a.rates[axis][cell.at];
        }
        a.next[axis][cell.at] = next;
        a.rates[axis][cell.at] = rates[axis];
    }
}

/// divergence = div next.
extern "C" __global__ void __launch_bounds__(Config::threads)
    peer_flow_divergence(const __grid_constant__ tobiuo::peers::FlowArguments a)
{
    using namespace tobiuo::peers;
    const unsigned number = flow_cell_number();
    if (!is_flow_cell(number)) {
        return;
    }
    const FlowCell cell{number};
    const Around u{a.next[0], cell};
    const Around v{a.next[1], cell};
    const Around w{a.next[2], cell};
    a.divergence[cell.at] = a.per_width[0] * (u(0, 0, 0) - u(-1, 0, 0)) +
                            a.per_width[1] * (v(0, 0, 0) - v(0, -1, 0)) +
                            a.per_width[2] * (w(0, 0, 0) - w(0, 0, -1));
}

/// next -= grad impulse.
extern "C" __global__ void __launch_bounds__(Config::threads)
    peer_flow_project(const __grid_constant__ tobiuo::peers::FlowArguments a)
{
    using namespace tobiuo::peers;
    const unsigned number = flow_cell_number();
    if (!is_flow_cell(number)) {
        return;
    }
    const FlowCell cell{number};
    const Around q{a.impulse, cell};
    a.next[0][cell.at] -= a.per_width[0] * (q(1, 0, 0) - q(0, 0, 0));
    a.next[1][cell.at] -= a.per_width[1] * (q(0, 1, 0) - q(0, 0, 0));
    a.next[2][cell.at] -= a.per_width[2] * (q(0, 0, 1) - q(0, 0, 0));
}
