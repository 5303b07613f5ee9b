// Solves a Poisson or Helmholtz problem on an OpenCL device: built once, executed many times.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/poisson/solver.hpp>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/pass_blocks.hpp"
#include "kernels/fft/choose/tuned_table.hpp"
#include "kernels/opencl/context.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

struct OpenclSolverOptions {
    /// If not given, those of the context's device: limits_of().
    std::optional<fft::DeviceLimits> limits = {};
    /// Tuned configurations; if null, those that are known for the device.
    const fft::TunedTable* table = nullptr;
};

/// A spectral solver with homogeneous boundaries on the device of a context.
///
///     const poisson::OpenclSolver solver{problem};
///     solver.solve(f, u);
///
/// Shapes    f and u are buffers of points(problem) values, [z][y][x] of the unknowns; they may be
///           the same.
/// Order     solve() enqueues on the queue: it neither allocates nor waits.
/// Method    the passes of DeviceSolver (SolveSchedule) with LastAxis::transforms, none merged: the
///           transforms along each axis for its pair of boundary conditions, along the last one
///           with the division by the eigenvalues between them. Along a stretched axis systems are
///           eliminated, in double precision.
/// Null      where has_null_space(), u has zero mean over the box.
/// Sharing   one solve at a time, because a solver owns the removed mean, a work array if x has an
///           odd number of unknowns, and the pivots of a stretched axis.
/// Traffic   passes() reads and writes of the array: five for three axes.
/// Twin      HostSolver.
class OpenclSolver {
public:
    struct Needs {
        std::size_t workspace_bytes{};
        int passes{};
    };

    /// The properties of a solver for a valid problem on the context's device, known without making
    /// it. Throws std::invalid_argument with unsupported_reason().
    [[nodiscard]] static Needs needs(const Problem& problem,
                                     const opencl::Context& where = opencl::context());

    /// The reason why this class cannot solve a valid problem on the context's device, as one
    /// sentence with the cure; nothing if it can. Throws DeviceError if there is no device.
    [[nodiscard]] static std::optional<std::string> unsupported_reason(
        const Problem& problem, const opencl::Context& where = opencl::context());

    /// Throws std::invalid_argument for a problem that validate() refuses, with
    /// unsupported_reason(), or for a lambda that hits an eigenvalue (the text says which);
    /// DeviceError.
    explicit OpenclSolver(const Problem& problem, const OpenclSolverOptions& options = {},
                          const opencl::Context& where = opencl::context());
    OpenclSolver(const OpenclSolver&) = delete;
    OpenclSolver& operator=(const OpenclSolver&) = delete;
    OpenclSolver(OpenclSolver&&) noexcept;
    OpenclSolver& operator=(OpenclSolver&&) noexcept;
    ~OpenclSolver();

    /// A null queue is that of the context. Throws std::invalid_argument for a null buffer, or
    /// DeviceError.
    void solve(cl_mem f, cl_mem u, cl_command_queue queue = nullptr) const;

    /// The report of the last solve on the queue, for which it waits.
    [[nodiscard]] Solved solved(cl_command_queue queue = nullptr) const;

    /// Bytes of device memory that the solver owns, besides f and u.
    [[nodiscard]] std::size_t workspace_bytes() const;

    /// The number of passes over the array in memory, each a read and a write.
    [[nodiscard]] int passes() const;

    /// What the passes asked for and what was chosen, see fft::choices_in().
    [[nodiscard]] std::vector<fft::Chosen> choices() const;

    /// The passes in words: "5 passes: 256=16x16 ...; 512=... strided, fused inverse; ...".
    [[nodiscard]] std::string describe() const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

}  // namespace tobiuo::poisson
