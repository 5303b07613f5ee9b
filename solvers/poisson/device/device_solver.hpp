// Solves a Poisson or Helmholtz problem on the GPU: built once, executed many times.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/poisson/solver.hpp>

#include "kernels/fft/choose/pass_blocks.hpp"
#include "kernels/fft/choose/tuned_table.hpp"
#include "kernels/fft/kernel/functions.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

struct DeviceSolverOptions {
    /// Tuned configurations of the passes. If null, those known for the device are used
    /// (fft::table_of_current_device()); with an empty table the cost model chooses every
    /// configuration.
    const fft::TunedTable* table = nullptr;
    /// A function that gives f to solve_loaded(), if the solver takes_load().
    fft::PlaceFunction load = {};
};

/// A spectral solver with homogeneous boundaries (for others see BoundaryLift) on the device that
/// is current when it is made.
///
///     const poisson::DeviceSolver solver{problem};
///     solver.solve(f, u, stream);
///
/// Shapes    f and u are arrays in device memory of points(problem) values, [z][y][x] of the
///           unknowns; they may be the same. Both are aligned to 16 bytes, as those of cudaMalloc
///           are.
/// Order     solve() enqueues on `stream`: it neither allocates nor synchronises.
/// Method    that of HostSolver, specialised by NVRTC. One kernel solves the last axis: by
///           recurrences, or by a forward transform, a division by the eigenvalues and an inverse
///           transform (LastAxis).
/// Null      where has_null_space(), u has zero mean over the box.
/// Sharing   one solve at a time, because a solver owns counters, the removed mean, a work array if
///           x has an odd number of unknowns, and the pivots of lines that are solved whole.
/// Memory    workspace_bytes() besides f and u: little, except for a work array if x has an odd
///           number of unknowns (its rows would not be aligned) and for the pivots along a
///           stretched axis whose lines are solved whole (SolveSchedule::tiles).
/// Traffic   passes() reads and writes of the array: three for three axes if x and y of a plane are
///           merged, otherwise five.
/// Twin      HostSolver.
class DeviceSolver {
public:
    struct Needs {
        std::size_t workspace_bytes{};
        int passes{};
    };

    /// The properties of a solver for a valid problem on the current device, known without making
    /// it. Throws std::invalid_argument with unsupported_reason().
    [[nodiscard]] static Needs needs(const Problem& problem);

    /// The reason why this class cannot solve a valid problem on the current device, as one
    /// sentence with the cure; nothing if it can.
    [[nodiscard]] static std::optional<std::string> unsupported_reason(const Problem& problem);

    /// Throws std::invalid_argument for a problem that validate() refuses, with
    /// unsupported_reason(), or for a lambda that hits an eigenvalue (the text says which);
    /// DeviceError.
    explicit DeviceSolver(const Problem& problem, const DeviceSolverOptions& options = {});
    DeviceSolver(const DeviceSolver&) = delete;
    DeviceSolver& operator=(const DeviceSolver&) = delete;
    DeviceSolver(DeviceSolver&&) noexcept;
    DeviceSolver& operator=(DeviceSolver&&) noexcept;
    ~DeviceSolver();

    /// Each throws std::invalid_argument before any launch if an array is null, not aligned, not in
    /// the problem's precision, or overlaps the other in part.
    void solve(const double* f, double* u, cudaStream_t stream) const;
    void solve(const float* f, float* u, cudaStream_t stream) const;

    /// Whether solve_loaded() may be called: there is a function, and a pass that can call it. A
    /// problem of one axis, or of axes of one cell but the last, has none.
    [[nodiscard]] bool takes_load() const;

    /// Solves for the f that DeviceSolverOptions::load gives with `data`, which is in device
    /// memory; f is never in memory. u is none of what the function reads. Throws as solve() does.
    void solve_loaded(const void* data, double* u, cudaStream_t stream) const;
    void solve_loaded(const void* data, float* u, cudaStream_t stream) const;

    /// The report of the last solve on `stream`, for which it waits.
    [[nodiscard]] Solved solved(cudaStream_t stream) const;

    /// Bytes of device memory that the solver owns, besides f and u.
    [[nodiscard]] std::size_t workspace_bytes() const;

    /// The number of passes over the array in memory, each a read and a write.
    [[nodiscard]] int passes() const;

    /// How the configurations of the passes were chosen, for a tuner.
    [[nodiscard]] std::vector<fft::Chosen> choices() const;

    /// The passes in words: "3 passes: 256=16x16 ... merged, pipeline distance 5; 512=... strided,
    /// fused inverse; ...".
    [[nodiscard]] std::string describe() const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

}  // namespace tobiuo::poisson
