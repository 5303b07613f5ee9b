// The axis of a solve that is not transformed: its systems, compiled and with their data on the
// device.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "kernels/device/buffer.hpp"
#include "kernels/tridiagonal/line/line_integrator.hpp"
#include "kernels/tridiagonal/line/solver.hpp"
#include "kernels/tridiagonal/tile/tile_solver.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_solver.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/axis/tile_rows.hpp"
#include "solvers/poisson/device/device_rows.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/device/tile_layout.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The systems along a stretched axis, with their data on the device; lines are solved whole.
template <typename T>
class ReadySystems {
public:
    ReadySystems(const Problem& problem, const SolveSchedule& solve, cudaStream_t stream)
        : lines_{*solve.systems},
          scale_{1.0 / solve.round_trip},
          rows_{three_point(problem, lines_.axis), stream},
          losses_{array_values(solve)}
    {
    }

    /// `inner` and `outer` are the eigenvalues of the other axes.
    void enqueue(T* u, const double* inner, const double* outer, T* constant,
                 cudaStream_t stream) const
    {
        solver_.enqueue({.rows = rows_.get(),
                         .inner = inner,
                         .outer = outer,
                         .scale = scale_,
                         .data = u,
                         .losses = losses_.data(),
                         .constant = constant,
                         .step = lines_.step,
                         .inner_count = lines_.inner_count,
                         .beside_step = lines_.beside_step,
                         .beyond_count = lines_.beyond_count,
                         .beyond_step = lines_.beyond_step},
                        stream);
    }

    [[nodiscard]] std::size_t bytes() const
    {
        return rows_.bytes() + losses_.size() * sizeof(double);
    }

private:
    SystemLines lines_;
    double scale_;
    DeviceRows rows_;
    device::DeviceBuffer<double> losses_;
    tridiagonal::Solver<T> solver_;
};

/// The systems along a stretched axis, with their data on the device; solved tile by tile.
template <typename T>
class ReadyTiles {
public:
    /// After it, and before enqueue(), find_losses() is called.
    ReadyTiles(const Problem& problem, const SolveSchedule& solve, cudaStream_t stream)
        : ReadyTiles{solve,
                     TileRows<T>{three_point(problem, solve.systems->axis), solve.tiles->tiles},
                     stream}
    {
    }

    /// `inner` and `outer` are the eigenvalues of the other axes.
    void find_losses(const double* inner, const double* outer, cudaStream_t stream) const
    {
        solver_.find_losses(systems(nullptr, inner, outer, nullptr), stream);
    }
    void enqueue(T* u, const double* inner, const double* outer, T* constant,
                 cudaStream_t stream) const
    {
        solver_.enqueue(systems(u, inner, outer, constant), stream);
    }

    [[nodiscard]] std::size_t bytes() const
    {
        return (width_.size() + conductance_.size() + loss_before_.size()) * sizeof(T);
    }

private:
    ReadyTiles(const SolveSchedule& solve, const TileRows<T>& rows, cudaStream_t stream)
        : without_arrays_{systems_without_arrays<T>(solve, rows.square)},
          width_{device::uploaded(rows.width, stream)},
          conductance_{device::uploaded(rows.conductance, stream)},
          loss_before_{static_cast<std::size_t>(solve.tiles->tiles.parts())},
          solver_{solve.tiles->tiles}
    {
    }

    [[nodiscard]] tridiagonal::TileSystems<T> systems(T* u, const double* inner,
                                                      const double* outer, T* constant) const
    {
        tridiagonal::TileSystems<T> systems = without_arrays_;
        systems.width = width_.data();
        systems.conductance = conductance_.data();
        systems.loss_before = loss_before_.data();
        systems.inner = inner;
        systems.outer = outer;
        systems.data = u;
        systems.constant = constant;
        return systems;
    }

    tridiagonal::TileSystems<T> without_arrays_;
    device::DeviceBuffer<T> width_;
    device::DeviceBuffer<T> conductance_;
    device::DeviceBuffer<T> loss_before_;
    tridiagonal::TileSolver<T> solver_;
};

/// The systems along the last axis of equal cells, with their data on the device.
template <typename T>
class ReadyRecurrences {
public:
    explicit ReadyRecurrences(const SolveSchedule& solve)
        : recurrences_{*solve.recurrences},
          scale_{1.0 / solve.round_trip},
          solver_{recurrences_.form}
    {
    }

    /// `inner` and `outer` are the eigenvalues of the other axes.
    void enqueue(T* u, const double* inner, const double* outer, T* constant,
                 cudaStream_t stream) const
    {
        solver_.enqueue({.data = u,
                         .inner = inner,
                         .inner_count = recurrences_.inner_count,
                         .outer = outer,
                         .diffusion = recurrences_.diffusion,
                         .scale = scale_,
                         .zero_mode = recurrences_.zero_mode,
                         .constant = constant},
                        stream);
    }

private:
    Recurrences recurrences_;
    double scale_;
    tridiagonal::ToeplitzSolver<T> solver_;
};

/// The only line of a problem.
template <typename T>
class ReadyLine {
public:
    explicit ReadyLine(const SolveSchedule& solve) : line_{*solve.line} {}

    void enqueue(const T* f, T* u, T* constant, cudaStream_t stream) const
    {
        integrator_.enqueue(line_.of(f, u, constant), stream);
    }

private:
    IntegratedLine line_;
    tridiagonal::LineIntegrator<T> integrator_;
};

}  // namespace tobiuo::poisson
