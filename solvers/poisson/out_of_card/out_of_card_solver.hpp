// SPDX-License-Identifier: BSD-3-Clause
// Solves a problem whose arrays are in host memory, on a device that need not hold them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/poisson/solver.hpp>
#include <tobiuo/watch.hpp>

#include "kernels/fft/schedule/schedule.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

struct OutOfCardOptions {
    /// The most device memory that the solver may take, in bytes; 0 stands for what is free less a
    /// tenth.
    std::int64_t device_bytes = 0;
    /// If set, it is called during each solve, which it may stop: then u holds no solution.
    Watch watch = {};
};

/// A solver with walls at zero on the device that is current when it is made.
///
///     const poisson::OutOfCardSolver solver{problem, {.device_bytes = 4LL << 30}};
///     solver.solve_and_wait(f, u);
///
/// Shapes    f and u are arrays in host memory of points(problem) values, [z][y][x] of the
///           unknowns; they may be the same. Page-locked memory (PageLock, cudaHostRegister()) is
///           copied directly; other memory goes through blocks and takes longer.
/// Method    where the operator has three points along z (it is of second order, or z is
///           stretched), and lambda is not positive, planes of z visit the device twice, in chunks:
///           rising, they are transformed along x and y and swept by the first recurrence along z,
///           or eliminated; falling, they are swept by the second one, or substituted, and
///           transformed back (tridiagonal::SlabColumn, UnequalSlabColumn). Chunks that are still
///           on the device when the direction turns are not copied in between.
///           Other problems take three rounds (make_solve_rounds()): the transforms along x and y,
///           plane by plane; all along z, row by row; the inverse transforms.
///           Copies in both directions and the work on chunks go on at the same time.
/// Problems  of three axes; of two axes, if two trips suffice.
/// Sharing   one solve at a time.
/// Source    the recurrences: see tridiagonal::EdgeSeries; transforms of arrays larger than the
///           device: L. Gu, J. Siegel, X. Li, ICS 2011.
class OutOfCardSolver {
public:
    /// The reason why no such solver of a valid problem can be made, as one sentence with the cure;
    /// nothing if it can.
    [[nodiscard]] static std::optional<std::string> unsupported_reason(
        const Problem& problem, const OutOfCardOptions& options = {});

    struct Needs {
        std::int64_t device_bytes{};  ///< of device memory, at most
        std::int64_t copied_bytes{};  ///< to the device and as many from it, in each solve
        int passes{};                 ///< over the array in device memory
    };

    /// What a solver takes, without making it. Throws as the constructor does.
    [[nodiscard]] static Needs needs(const Problem& problem, const OutOfCardOptions& options = {});

    /// Throws std::invalid_argument for a problem that validate() refuses, with
    /// unsupported_reason(), or for a lambda that hits an eigenvalue; DeviceError.
    explicit OutOfCardSolver(const Problem& problem, const OutOfCardOptions& options = {});
    OutOfCardSolver(const OutOfCardSolver&) = delete;
    OutOfCardSolver& operator=(const OutOfCardSolver&) = delete;
    OutOfCardSolver(OutOfCardSolver&&) noexcept;
    OutOfCardSolver& operator=(OutOfCardSolver&&) noexcept;
    ~OutOfCardSolver();

    /// Each returns when u is complete. Throws std::invalid_argument before anything is computed if
    /// an array is null, not aligned, not in the problem's precision, or overlaps the other in
    /// part; DeviceError or Stopped, after which u holds no solution.
    Solved solve_and_wait(const double* f, double* u) const;
    Solved solve_and_wait(const float* f, float* u) const;

    /// Bytes of device memory that the solver owns.
    [[nodiscard]] std::size_t device_bytes() const;

    /// Bytes that a solve copies to the device, and as many from it.
    [[nodiscard]] std::int64_t copied_bytes() const;

    /// The number of passes over the array in device memory.
    [[nodiscard]] int passes() const;

    /// The configurations of the passes in device memory, see fft::choices_in().
    [[nodiscard]] std::vector<fft::Chosen> choices() const;

    /// "two trips of 64 chunks of 16 planes, 28 of them on the device at a time; ..."
    [[nodiscard]] std::string describe() const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

}  // namespace tobiuo::poisson
