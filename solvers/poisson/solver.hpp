// Solves a Poisson or Helmholtz problem on the GPU: built once, executed many times.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/fft/choose/pass_blocks.hpp"
#include "kernels/fft/choose/tuned_table.hpp"
#include "solvers/poisson/host_solver.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

struct SolverOptions {
    /// Tuned blocks of the passes; without, those that are known for the device
    /// (fft::table_of_current_device()). With an empty table the cost model chooses every block.
    const fft::TunedTable* table = nullptr;
};

/// Spectral solver with homogeneous boundaries (for others see BoundaryLift) on the device that is
/// current when it is made.
///
///     const poisson::Solver solver{problem};
///     solver.solve(f, u, stream);
///
/// Shapes    f and u are arrays in device memory of points(problem) values, [z][y][x] of the
///           unknowns; they may be the same. Both are aligned to 16 bytes, as cudaMalloc's are.
/// Order     solve() enqueues on `stream`: it neither allocates nor synchronises.
/// Method    HostSolver's, specialised by NVRTC; the last axis takes one kernel: recurrences along
///           it, or transform, division by the eigenvalues and transform back (LastAxis).
/// Null      where has_null_space(), u has zero mean over the box.
/// Sharing   one solve at a time: a solver owns counters, the removed mean, a work array where x
/// has
///           an odd number of unknowns, and the pivots where an axis is stretched.
/// Memory    workspace_bytes() beside f and u: little, but for one more array where x has an odd
///           number of unknowns (its rows would not be aligned), and the pivots.
/// Traffic   passes() reads and writes of the array: of three axes three where x and y of a plane
///           are merged, else five.
/// Twin      HostSolver.
class Solver {
public:
    struct Needs {
        std::size_t workspace_bytes{};
        int passes{};
    };

    /// What a solver will say of itself, of a valid problem and the current device, without being
    /// made. Throws std::invalid_argument: unsupported_reason().
    [[nodiscard]] static Needs needs(const Problem& problem);

    /// What this class cannot solve (a sentence: what, and what to do), of a valid problem and the
    /// current device; nothing if it can.
    [[nodiscard]] static std::optional<std::string> unsupported_reason(const Problem& problem);

    /// Throws std::invalid_argument: what validate() objects to, unsupported_reason(), or a lambda
    /// that hits an eigenvalue (it says which); DeviceError.
    explicit Solver(const Problem& problem, const SolverOptions& options = {});
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;
    ~Solver();

    /// Each throws std::invalid_argument, before any launch, if an array is null, not aligned, not
    /// in the problem's precision, or overlaps the other in part.
    void solve(const double* f, double* u, cudaStream_t stream) const;
    void solve(const float* f, float* u, cudaStream_t stream) const;

    /// Of the last solve on `stream`, for which it waits.
    [[nodiscard]] Solved solved(cudaStream_t stream) const;

    /// Bytes of device memory that the solver owns, beside f and u.
    [[nodiscard]] std::size_t workspace_bytes() const;

    /// Trips of the array through memory, each a read and a write.
    [[nodiscard]] int passes() const;

    /// How the blocks of its passes were chosen: for a tuner.
    [[nodiscard]] std::vector<fft::Chosen> choices() const;

    /// "3 passes: 256=16x16 ... merged, lag 5; 512=..., there and back; ..."
    [[nodiscard]] std::string describe() const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

}  // namespace tobiuo::poisson
