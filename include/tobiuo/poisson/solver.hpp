// SPDX-License-Identifier: BSD-3-Clause
// Solves a Poisson or Helmholtz problem on a GPU or a CPU: built once, executed many times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/error.hpp>
#include <tobiuo/fft/pass_choice.hpp>
#include <tobiuo/poisson/problem.hpp>
#include <tobiuo/poisson/walls.hpp>
#include <tobiuo/stream.hpp>
#include <tobiuo/watch.hpp>

namespace tobiuo::poisson {

/// Problems of one shape that one call solves, each by itself. Arrays of unknowns then are
/// [problem][z][y][x], and the values of a wall are those of all problems, one after the other.
struct Batch {
    std::int64_t count = 1;  ///< of problems
    /// The lambda of each problem, in place of Problem::lambda; that one is of all if there are none.
    std::vector<double> lambdas = {};
};

struct SolverOptions {
    std::optional<Backend> backend = {};  ///< default_backend() if empty
    int threads = 0;  ///< on the CPU; 0 stands for as many OpenMP threads as the size is worth
    /// Promises that the walls of every solve are at zero. A spectral solver then makes no second
    /// solver for the contribution of the walls, nor a work array for it, and refuses walls that
    /// are not zero. Other solvers ignore the promise.
    bool zero_walls = false;
    /// Says that f, u and the values on the walls are in host memory, whatever the back end. A
    /// solve on a GPU then copies f there and u back: whole where the GPU's memory holds an array,
    /// else in parts, which problems of three axes allow, and those of two with the second-order
    /// operator or a stretched last axis and a lambda that is not positive. Copies are faster to
    /// and from arrays that a PageLock keeps. It changes nothing on a CPU and with OpenCL.
    bool host_arrays = false;
    /// With host_arrays, the most bytes of a GPU's memory that a solver takes; 0 stands for what is
    /// free when it is made, less a tenth.
    std::int64_t device_bytes = 0;
    /// Says that f already holds what the walls contribute, with the corrections of the fourth-order
    /// operator beside walls at zero: a solve then takes f as it is, u solves the discrete equations
    /// for it, and the calls with walls are refused. With a coefficient rho f is also divided by it.
    bool walls_in_f = false;
    /// With Backend::opencl, makes a solver for buffers of its context: solve_buffers() in place of
    /// solve(). It has walls_in_f, and no open ends of several axes.
    bool opencl_buffers = false;
    /// If not null, it is called during each solve that takes more than a moment by its nature, as
    /// one in parts does, and may stop it: then u holds no solution. It must live as long as the
    /// solver.
    const Watch* watch = nullptr;
    /// If given, each solve is one of so many problems. Every problem has the solution, bit by bit, that
    /// a batch of it alone has, unless arrays visit a GPU in parts, whose size its lambdas share. On a
    /// CPU that is also what a solver without a batch finds.
    std::optional<Batch> batch = {};
};

/// What a solver takes, without its arrays.
struct SolverNeeds {
    std::size_t workspace_bytes{};  ///< as Solver::workspace_bytes()
    std::int64_t copied_bytes{};    ///< as Solver::copied_bytes()
    int passes{};                   ///< as Solver::passes()
};

/// What a solve reports.
struct Solved {
    /// For a problem with a null space, the mean over the box of f with the contribution of the
    /// walls. The solve removes this mean, because the Laplacian of every u has mean zero.
    /// With a coefficient rho it is that of f / rho with rho as weight: f loses rho times it.
    /// Otherwise 0.
    double removed_mean{};
};

/// Solves laplacian(u) + lambda u = f directly, by transforms and recurrences.
///
///     const poisson::Problem problem{.grid = box({256, 256, 256}, {1.0, 1.0, 1.0})};
///     const poisson::Solver solver{problem};
///     solver.solve(f, u, stream);
///
/// Arrays    f and u hold points(problem) values each, [z][y][x], as many of each problem of a batch, in host memory or in memory that
///           the device can reach, as solver.backend() says. They may be the same, but do not
///           overlap in part. With Backend::cuda they are aligned to 16 bytes, as those of
///           cudaMalloc are, unless SolverOptions::host_arrays says that they are in host memory.
///           With Backend::opencl they are there: each solve copies f to the device and u back.
/// Batch     on a CPU small problems are solved side by side, one to a thread. With Backend::cuda
///           those that the shared memory of a block of threads holds are solved by one block each,
///           in one kernel for all, that reads f once and writes u once; others follow each other
///           on the stream. A batch with several lambdas of such others takes a solver for each
///           lambda that differs.
/// Order     with Backend::cuda and arrays on the device, solve() enqueues on `stream`, and neither
///           allocates nor synchronises; otherwise it returns when u is complete.
/// Accuracy  second_order and fourth_order have the orders 2 and 4 with any walls. Spectral
///           solutions with zero walls converge faster than any power of the spacing if the odd
///           (Dirichlet) or even (Neumann) continuation of f beyond the walls is smooth, else with
///           order 2; the contribution of other walls is solved by the fourth-order operator.
/// Constant  if has_null_space(), u has zero mean over the box, weighted by the cells' volumes.
/// Threads   solvers may be made, used and destroyed by any threads at the same time. A solver on a
///           GPU serves one solve at a time; make one solver for each stream. A solver on a CPU
///           serves any number of solves at a time.
/// Device    the device that is current when the solver is made must be current when it solves. The
///           solver must live until the solves that it enqueued are done.
/// Open      ends of several axes take two solves, with the charges that the first one leaves on open
///           faces and their potential in between, and another array on a device, for solves in
///           place.
/// Source    U. Schumann and R. A. Sweet, J. Comput. Phys. 75, 123 (1988); for open ends of several
///           axes R. A. James, J. Comput. Phys. 25, 71 (1977).
class Solver {
public:
    /// Throws std::invalid_argument with unsupported_reason(), for negative threads, for a batch of
    /// no problems or with another number of lambdas, or for a lambda that is an eigenvalue (the
    /// text says which); DeviceError if the back end is missing
    /// or the device refuses; std::runtime_error if FFTW makes no plan.
    explicit Solver(const Problem& problem, const SolverOptions& options = {});

    /// What a solver of a valid problem with walls_in_f takes, without making it; a lambda that is an
    /// eigenvalue is not looked for. Throws as the constructor does.
    [[nodiscard]] static SolverNeeds needs(const Problem& problem, const SolverOptions& options);

    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;
    ~Solver();

    /// Solves with walls at zero. The walls cost time only for the fourth-order operator: a pass
    /// over the unknowns beside them, and a copy of f into u if these are two arrays. Each throws
    /// std::invalid_argument before anything is computed if an array is null, not aligned, not in
    /// the problem's precision, or overlaps the other in part; DeviceError if the device refuses a
    /// launch, or reports the failure of earlier work.
    void solve(const double* f, double* u, Stream stream = nullptr) const;
    void solve(const float* f, float* u, Stream stream = nullptr) const;

    /// Solves with walls at the given values, whose arrays must exist until the solve is done. The
    /// walls cost the pass and the copy named above, or a second solve for the spectral operator.
    /// Also throws std::invalid_argument if a periodic axis has walls that are not zero, a constant
    /// is not finite, an array of values is not aligned or overlaps u, or a spectral solver has no
    /// second solver: because of SolverOptions::zero_walls, because there are too few cells for the
    /// fourth-order operator, or because lambda is one of its eigenvalues.
    void solve(const double* f, const Walls<double>& walls, double* u,
               Stream stream = nullptr) const;
    void solve(const float* f, const Walls<float>& walls, float* u, Stream stream = nullptr) const;

    /// Solves for buffers (cl_mem) of points(problem) values in the problem's precision, see
    /// SolverOptions::opencl_buffers; `queue` (cl_command_queue) is a queue of the context, null its
    /// own. Enqueues the solve. Throws std::logic_error if the solver is not one for buffers.
    void solve_buffers(const void* f, void* u, Stream queue = nullptr) const;

    /// The report of the last solve: on a GPU of the last one on `stream`, for which the call
    /// waits; on a CPU of the last one of the calling thread; with OpenCL, and where a GPU solves
    /// in parts, of the last one of all. Of a batch it is the report of the first problem.
    [[nodiscard]] Solved solved(Stream stream = nullptr) const;

    /// The report of the last solve, likewise, for each problem of its batch; without a batch one.
    [[nodiscard]] std::vector<Solved> solved_each(Stream stream = nullptr) const;

    [[nodiscard]] const Problem& problem() const;
    [[nodiscard]] std::int64_t batch() const;  ///< the number of problems; 1 without a batch
    [[nodiscard]] Backend backend() const;

    /// Bytes of memory that a solve needs besides f and u. A solver on a GPU owns them; on a CPU
    /// each solve takes up to as many. Walls add, with the fourth-order operator, a double for each
    /// of their points and five for each unknown of an axis, which the solver owns; with the
    /// spectral operator they add another array, see SolverOptions::zero_walls.
    [[nodiscard]] std::size_t workspace_bytes() const;

    /// Bytes that a solve copies to a device, and as many from it; 0 if f and u stay where they are.
    [[nodiscard]] std::int64_t copied_bytes() const;

    /// The number of passes over the unknowns in memory, each a read and a write.
    [[nodiscard]] int passes() const;

    /// One line for a log: passes through memory and their configurations.
    [[nodiscard]] std::string describe() const;

    /// The passes of transforms on a GPU and how their configurations were chosen; none on a CPU.
    [[nodiscard]] std::vector<fft::PassChoice> choices() const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

}  // namespace tobiuo::poisson
