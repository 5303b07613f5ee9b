// SPDX-License-Identifier: BSD-3-Clause
// Solves a Poisson or Helmholtz problem on a machine: built once, executed many times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/poisson/solver.hpp>

#include "runtime/machine/machine.hpp"
#include "runtime/precision.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/program/by_thread.hpp"
#include "solvers/poisson/program/executor.hpp"

namespace tobiuo::poisson {

/// A solver with homogeneous boundaries (for others see WalledSolver and BoundaryLift) on the CPU,
/// on the CUDA device that is current when it is made, or on the OpenCL device of this process.
///
///     const poisson::MachineSolver solver{problem, backend};
///     solver.solve(f, u, stream);
///
/// Shapes    f and u are arrays in the machine's memory of points(problem) values, [z][y][x] of the
///           unknowns; they may be the same. On a CUDA device both are aligned to 16 bytes, as those
///           of cudaMalloc are; with OpenCL they are buffers (cl_mem), and a stream is a queue, null
///           that of the context.
/// Order     on a device solve() enqueues on `stream`: it neither allocates nor synchronises.
/// Kernels   compile side by side and may still when the constructor returns: the first solve waits
///           for them, or who calls runtime::wait_for_kernels().
/// Method    on the CPU that of HostSolver. A device transforms all axes but the last one, which one
///           kernel solves: by recurrences, or by a forward transform, a division by the eigenvalues
///           and an inverse transform (LastAxis). Systems along a stretched axis are eliminated.
/// Null      where has_null_space(), u has zero mean over the box.
/// Sharing   on a device one solve at a time, because a solver owns counters, the removed mean, a
///           work array if x has an odd number of unknowns, and the losses of lines that are solved
///           whole; on the CPU any number.
/// Traffic   passes() reads and writes of the array: on a CUDA device three for three axes if x and
///           y of a plane are merged, otherwise five.
/// Twin      HostSolver.
class MachineSolver {
public:
    struct Needs {
        std::size_t workspace_bytes{};
        int passes{};
    };

    /// What a solver of a valid problem takes on a device, without making it. Throws
    /// std::invalid_argument with unsupported_reason(); DeviceError.
    [[nodiscard]] static Needs needs(const Problem& problem, Backend backend,
                                     const SolveChoices& choices = {});

    /// Whether a solver of the back end solves a batch of a valid problem, see
    /// SolveChoices::lambdas. Throws DeviceError if there is no device.
    [[nodiscard]] static bool fuses(const Problem& problem, Backend backend);

    /// The reason why the back end cannot solve a valid problem, as one sentence with the cure;
    /// nothing if it can. Throws DeviceError if there is no device.
    [[nodiscard]] static std::optional<std::string> unsupported_reason(const Problem& problem,
                                                                       Backend backend);

    /// Throws std::invalid_argument for a problem that validate() refuses, with
    /// unsupported_reason(), or for a lambda that hits an eigenvalue (the text says which);
    /// DeviceError; std::runtime_error if FFTW makes no plan.
    MachineSolver(const Problem& problem, Backend backend, const SolveChoices& choices = {});

    /// Each throws std::invalid_argument before any launch if an array is null, not aligned, not in
    /// the problem's precision, or overlaps the other in part; std::logic_error if f comes from a
    /// function.
    template <typename T>
    void solve(const T* f, T* u, Stream stream) const
    {
        require_precision(precision_of<T>);
        solve(static_cast<const void*>(f), static_cast<void*>(u), stream);
    }
    /// Values are in the problem's precision.
    void solve(const void* f, void* u, Stream stream) const;

    /// Whether solve_loaded() may be called: there is a function, and a pass that can call it. A
    /// problem of one axis, or of axes of one cell but the last, has none.
    [[nodiscard]] bool takes_load() const { return takes_load_; }

    /// Solves for the f that SolveChoices::load gives with `data`, which is in device memory; f is
    /// never in memory. u is none of what the function reads. Throws as solve() does.
    template <typename T>
    void solve_loaded(const void* data, T* u, Stream stream) const
    {
        require_precision(precision_of<T>);
        solve_loaded(data, static_cast<void*>(u), stream);
    }
    void solve_loaded(const void* data, void* u, Stream stream) const;

    /// The report of the last solve: on a device of the last one on `stream`, for which it waits;
    /// on the CPU of the last one of the calling thread.
    [[nodiscard]] Solved solved(Stream stream) const;
    /// Those of all problems of a batch, on a device.
    [[nodiscard]] std::vector<double> removed_means(Stream stream) const
    {
        return executor_.removed_means_and_wait(stream);
    }
    /// Enqueues, on a device, a copy of what removed_of() needs of the solve before, a value.
    void keep_removed(void* to, Stream stream) const { executor_.keep_removed(to, stream); }
    /// The means of solves whose values are `from`, for which it waits.
    [[nodiscard]] std::vector<double> removed_of(const void* from, std::int64_t count,
                                                 Stream stream) const
    {
        return executor_.removed_means_and_wait(stream, from, count);
    }

    /// Bytes of the machine's memory that a solve takes besides f and u: on a device those that the
    /// solver owns, on the CPU those that a call takes.
    [[nodiscard]] std::size_t workspace_bytes() const { return executor_.bytes(); }

    /// The number of passes over the array in memory, each a read and a write.
    [[nodiscard]] int passes() const { return program_.passes; }

    /// How the configurations of the passes were chosen, for a tuner; none on the CPU.
    [[nodiscard]] const std::vector<fft::Chosen>& choices() const { return program_.choices; }

    /// The passes in words: "3 passes: 256=16x16 ... merged, pipeline distance 5; 512=... strided,
    /// fused inverse; ...".
    [[nodiscard]] const std::string& describe() const { return program_.description; }

    [[nodiscard]] const runtime::Machine& machine() const { return *machine_; }

private:
    /// Throws std::invalid_argument.
    void require_precision(Precision precision) const;

    std::unique_ptr<const runtime::Machine> machine_;
    const SolveBackEnd& back_end_;
    SolveProgram program_;  ///< without the values of its arrays, which the machine has
    bool takes_load_;
    Executor executor_;
    std::unique_ptr<ByThread<Solved>> solved_;  ///< on the CPU
};

}  // namespace tobiuo::poisson
