// SPDX-License-Identifier: BSD-3-Clause
// Solves a Poisson problem with open ends by convolution with a Green's function of the continuous
// equation, with the gradient of the solution and the curl of a vector potential.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include <tobiuo/backend.hpp>
#include <tobiuo/poisson/problem.hpp>
#include <tobiuo/stream.hpp>

namespace tobiuo::poisson {

/// The Green's function that a FreeSpaceSolver takes.
enum class FreeSpaceKernel {
    /// The one of the continuous equation, cut off where no source is as far: the error falls faster
    /// than any power of the spacing for a smooth source that is zero at open ends.
    truncated,
    /// Its averages over cells: order 2 for any source.
    hockney
};

struct FreeSpaceOptions {
    std::optional<Backend> backend = {};  ///< cpu or cuda; default_backend() if empty
    int threads = 0;  ///< on the CPU; 0 stands for as many OpenMP threads as the size is worth
    FreeSpaceKernel kernel = FreeSpaceKernel::truncated;
    /// Makes what gradient() and curl() need: for each axis another kernel, and a second padded array.
    bool derivatives = false;
};

/// The reason why a FreeSpaceSolver cannot be made, as one sentence with the cure: no axis with an open
/// end, a stretched axis, a lambda above 0, a fault of the problem's grid, OpenCL, or a hockney kernel
/// beside closed axes, a lambda or derivatives. Nothing if it can.
[[nodiscard]] std::optional<std::string> unsupported_reason(const Problem& problem,
                                                            const FreeSpaceOptions& options);

/// Solves laplacian(u) + lambda u = f with open ends along one axis or more; the others are periodic or
/// have walls at zero, and Problem::op is not looked at: the operator is that of the continuous equation,
/// along closed axes -k^2.
///
///     const poisson::Sides open{poisson::Condition::open, poisson::Condition::open};
///     const poisson::FreeSpaceSolver solver{{.grid = box({128, 128, 128}, {1.0, 1.0, 1.0}),
///                                            .sides = {open, open, open}}};
///     solver.solve(f, u, stream);
///
/// Solution  u = -(G * f), with the Green's function G of -laplacian - lambda: exp(-mu r) / (4 pi r)
///           with mu^2 = -lambda where all three axes are open. With two open axes the part that is
///           constant along the third one has -log(r) / (2 pi), r in units of length, with one -|x| / 2:
///           if lambda is 0 these grow where the charges have a sum. No mean is removed.
/// Arrays    as those of Solver; the source at an open end is zero or small.
/// Order     with Backend::cuda calls enqueue on `stream`, and neither allocate nor synchronise;
///           otherwise they return when the result is complete.
/// Method    f is padded with zeros to twice the cells along open axes (with images to twice or four
///           times along axes with walls), transformed, multiplied, and transformed back.
/// Memory    a padded array, about 8 times f with three open axes, and the kernel, once f; with
///           derivatives two and four of them. The constructor takes on the host 16 times f in doubles
///           for a moment, and transforms that take as long as some solves.
/// Threads   as Solver on a GPU: one call at a time; calls of several threads take turns on the CPU.
/// Source    R. W. Hockney, Methods Comput. Phys. 9, 135 (1970); F. Vico, L. Greengard and M. Ferrando,
///           J. Comput. Phys. 323, 191 (2016).
class FreeSpaceSolver {
public:
    /// Throws std::invalid_argument with unsupported_reason(), DeviceError, std::runtime_error if FFTW
    /// makes no plan.
    explicit FreeSpaceSolver(const Problem& problem, const FreeSpaceOptions& options = {});
    FreeSpaceSolver(const FreeSpaceSolver&) = delete;
    FreeSpaceSolver& operator=(const FreeSpaceSolver&) = delete;
    FreeSpaceSolver(FreeSpaceSolver&&) noexcept;
    FreeSpaceSolver& operator=(FreeSpaceSolver&&) noexcept;
    ~FreeSpaceSolver();

    /// Each throws std::invalid_argument before anything is computed if an array is null, not aligned,
    /// not in the problem's precision, or overlaps another in part; DeviceError.
    void solve(const double* f, double* u, Stream stream = nullptr) const;
    void solve(const float* f, float* u, Stream stream = nullptr) const;

    /// The derivatives of u along x, y and z, without u: spectral products of one transform of f, and a
    /// transform back for each. Along absent axes nothing is written. They also throw if the solver was
    /// made without FreeSpaceOptions::derivatives.
    void gradient(const double* f, const std::array<double*, 3>& derivatives,
                  Stream stream = nullptr) const;
    void gradient(const float* f, const std::array<float*, 3>& derivatives,
                  Stream stream = nullptr) const;

    /// The curl of the vector potential whose components solve the problem for those of f: with f = minus
    /// the vorticity it is the velocity (Biot and Savart). All components have the problem's walls, if
    /// it has any. The arrays of f and of the curl do not overlap. Throws as gradient() does.
    void curl(const std::array<const double*, 3>& f, const std::array<double*, 3>& curl,
              Stream stream = nullptr) const;
    void curl(const std::array<const float*, 3>& f, const std::array<float*, 3>& curl,
              Stream stream = nullptr) const;

    [[nodiscard]] const Problem& problem() const;
    [[nodiscard]] Backend backend() const;
    /// Bytes of memory besides f and u, which the solver owns.
    [[nodiscard]] std::size_t workspace_bytes() const;
    /// One line for a log: the kernel, the padded array and its transforms.
    [[nodiscard]] std::string describe() const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

}  // namespace tobiuo::poisson
