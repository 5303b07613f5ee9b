// SPDX-License-Identifier: BSD-3-Clause
// Solves a Poisson or Helmholtz problem on several ranks, each of which has neighbouring planes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <tobiuo/communicator.hpp>
#include <tobiuo/error.hpp>
#include <tobiuo/poisson/problem.hpp>
#include <tobiuo/poisson/solver.hpp>
#include <tobiuo/poisson/walls.hpp>
#include <tobiuo/stream.hpp>

namespace tobiuo::poisson {

/// The options of each rank; all ranks give the same.
struct DistributedOptions {
    std::optional<Backend> backend = {};  ///< default_backend() if empty
    int threads = 0;  ///< on the CPU; 0 stands for as many OpenMP threads as the size is worth
    /// Lets messages between devices take the way through host memory. Otherwise devices of one
    /// machine copy to each other, those of several use NCCL, and only where neither can they go
    /// through host memory. Each solve then waits for the stream.
    bool through_host_memory = false;
    /// Parts in which planes are transformed and sent, where ranks transpose: on GPUs a part is on
    /// its way while the next one is transformed. 0 stands for a number that suits the size.
    int chunks = 0;
    bool zero_walls = false;  ///< as SolverOptions::zero_walls
    /// Says that f already holds what the walls contribute, with the corrections of the fourth-order
    /// operator beside walls at zero: a solve then takes f as it is, u solves the discrete equations
    /// for it, and the calls with walls are refused.
    bool walls_in_f = false;
    /// Says that f, u and the values on the walls are in host memory, whatever the back end. The
    /// planes of a rank then visit its GPU in parts, as many of them as it holds: twice where ranks
    /// solve slab by slab, which copies only once what the GPU holds from one time to the next, and
    /// otherwise before, between and after the exchanges, which host memory makes; such a problem has
    /// three axes, of which y is not stretched. Copies are faster to and from arrays that a PageLock
    /// keeps. It changes nothing on a CPU.
    bool host_arrays = false;
    /// With host_arrays, the most bytes that this rank takes of its GPU's memory; 0 stands for what is
    /// free when the solver is made, less a tenth. Ranks that share a GPU give each its part.
    std::int64_t device_bytes = 0;
};

/// The planes of z that a rank has: unknowns of all x and y.
struct Planes {
    std::int64_t first{};
    std::int64_t count{};  ///< 0 if there are more ranks than planes and this is one of the last

    [[nodiscard]] bool operator==(const Planes&) const = default;
};

/// The reason why a DistributedSolver of the problem cannot be made, as one sentence with the cure:
/// unsupported_reason(), open ends of one axis alone, no z axis, or two axes or a line that ranks cannot divide (a line is
/// solved with the second-order operator and a lambda that is not positive; of two axes only z may
/// be stretched). Nothing if it can.
[[nodiscard]] std::optional<std::string> distributed_unsupported_reason(const Problem& problem,
                                                                        Backend backend);

/// The planes of a rank of `size`: those of all ranks cover the unknowns in order and differ by one
/// at most.
[[nodiscard]] Planes planes_of_rank(const Problem& problem, int rank, int size);

/// How ranks exchange what joins their planes in a solve: numbers of modes, or blocks of planes.
struct RankMethod {
    bool by_slabs{};            ///< two numbers for each mode of x and y; otherwise blocks
    std::int64_t told_bytes{};  ///< of such a number
    int chunks{};               ///< of blocks, at most, where DistributedOptions::chunks is 0
};

/// The method of `size` ranks, at least 1, for a problem that a DistributedSolver can be made of;
/// without a communicator, for models of their time.
[[nodiscard]] RankMethod method_of_ranks(const Problem& problem, Backend backend, int size);

/// Solves laplacian(u) + lambda u = f as Solver does, on the ranks of a communicator.
///
///     const MpiCommunicator ranks{MPI_COMM_WORLD};  // <tobiuo/mpi.hpp>
///     const poisson::DistributedSolver solver{problem, ranks};
///     // f and u have solver.planes().count planes
///     solver.solve(f, u, stream);
///
/// Arrays    f and u hold the planes of this rank, [z][y][x]; else as those of Solver. The arrays of
///           walls across x and y hold the values beside these planes, too: such a wall has an array
///           on all ranks with planes, or a constant. Walls across z matter on ranks that have one
///           of the two planes beside them.
/// Calls     constructor, destructor, move assignment and solve() are collective: all ranks call
///           them in the same order, and before MPI_Finalize; all call the same solve(), with walls
///           or without. A solve waits for the calls of the ranks that it exchanges messages with,
///           not for their work. A spectral one with walls asks all ranks whether any wall is not
///           zero, and waits for their answers.
/// Method    with the second-order operator, a lambda that is not positive and equal cells along x
///           and y: x and y are transformed, and the systems along z are solved slab by slab, by
///           recurrences or, where z is stretched, by elimination: a rank tells the others two
///           numbers for each mode of x and y (two planes), however many planes it has; along a z
///           of equal cells only those whom the wave of the mode reaches. No plane is transposed.
///           Along a stretched z each rank eliminates the rows of all once by itself in
///           the constructor, and keeps up to three planes of doubles for each rank, and two for 32
///           of its own.
///           Otherwise by transposition: x and y are transformed, all ranks exchange blocks, so that
///           each has whole lines along z for a part of y (of x where y is stretched or absent),
///           these are solved as Solver solves them, and blocks are exchanged back. A rank then has
///           another array beside f and u, and the blocks of two chunks, unless devices of one
///           machine copy rows to each other and rows of x need no padding.
///           With open ends of several axes ranks tell each other the charges on open faces between
///           two solves, and each finds the potential on all of them.
/// Result    that of Solver up to rounding; the same bits for as many ranks.
/// Order, threads, device and constants are those of Solver.
/// Source    kernels/tridiagonal/slab/slab.hpp, tile/tile_slab.hpp, unequal/joined_unequal.hpp;
///           kernels/fft/ranks/transposition.hpp
class DistributedSolver {
public:
    /// The communicator must live longer. Throws std::invalid_argument with
    /// distributed_unsupported_reason(), or for a lambda that is an eigenvalue; DeviceError.
    DistributedSolver(const Problem& problem, const Communicator& ranks,
                      const DistributedOptions& options = {});
    DistributedSolver(const DistributedSolver&) = delete;
    DistributedSolver& operator=(const DistributedSolver&) = delete;
    DistributedSolver(DistributedSolver&&) noexcept;
    DistributedSolver& operator=(DistributedSolver&&) noexcept;
    ~DistributedSolver();

    [[nodiscard]] Planes planes() const;

    /// Solves with walls at zero. Each throws as Solver::solve() does, std::invalid_argument for walls
    /// that are given beside DistributedOptions::walls_in_f, and std::runtime_error or DeviceError if
    /// messages cannot be sent. On a rank without planes arrays may be null, and walls do not matter.
    void solve(const double* f, double* u, Stream stream = nullptr) const;
    void solve(const float* f, float* u, Stream stream = nullptr) const;
    void solve(const double* f, const Walls<double>& walls, double* u,
               Stream stream = nullptr) const;
    void solve(const float* f, const Walls<float>& walls, float* u, Stream stream = nullptr) const;

    /// The report of the last solve; the same on all ranks with planes. Waits for `stream` on a GPU.
    /// Throws DeviceError if messages have failed, because the network did or a rank on another
    /// machine ended: a wait for the stream then ends early, and u has any values.
    [[nodiscard]] Solved solved(Stream stream = nullptr) const;

    /// Exchanges what a solve to the same array does, without its work and without what walls need:
    /// a measurement so learns what the messages cost. It leaves any values in u, and does nothing for an array that is
    /// not in the problem's precision. Collective; ordered as a solve is.
    void exchange_alone(double* u, Stream stream = nullptr) const;
    void exchange_alone(float* u, Stream stream = nullptr) const;

    /// What the exchanges of this rank have taken since the last call: of solves or those alone. Waits
    /// for them.
    [[nodiscard]] ExchangeUse take_exchange_use_and_wait() const;

    [[nodiscard]] const Problem& problem() const;
    [[nodiscard]] Backend backend() const;

    /// Bytes of memory that this rank's part needs besides f and u; with DistributedOptions::host_arrays
    /// those of its GPU, beside which ranks that transpose have another array and the blocks of two
    /// chunks in host memory.
    [[nodiscard]] std::size_t workspace_bytes() const;

    /// Bytes that a solve copies to this rank's GPU, and as many from it, with
    /// DistributedOptions::host_arrays; else 0.
    [[nodiscard]] std::int64_t copied_bytes() const;

    /// One line for a log: the passes of this rank, and how its messages travel.
    [[nodiscard]] std::string describe() const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

}  // namespace tobiuo::poisson
