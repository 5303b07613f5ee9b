// SPDX-License-Identifier: BSD-3-Clause
// One rank's part of a solve on several, by either method.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <tobiuo/communicator.hpp>
#include <tobiuo/poisson/distributed_solver.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/walls/wall_box.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/ranks/exchange.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/program/ready_step.hpp"
#include "solvers/poisson/ranks/rank_rows.hpp"

namespace tobiuo::poisson {

/// A rank, which may have no planes, by one of two methods, slabs or transposition, on any machine.
/// Arrays hold its planes.
template <typename T>
class RankSolver {
public:
    RankSolver() = default;
    RankSolver(const RankSolver&) = delete;
    RankSolver& operator=(const RankSolver&) = delete;
    virtual ~RankSolver() = default;

    /// Collective. `given` is nothing if the walls of all ranks are at zero. Throws
    /// std::invalid_argument, on all ranks, if walls are given that the solver cannot have.
    virtual void solve(const T* f, const std::optional<walls::GivenFaces<T>>& given, T* u,
                       ranks::Exchange& exchange, Stream stream) const = 0;

    /// Whether solves take f from the function that the solver was made with: then solve_loaded() is
    /// called in place of solve().
    [[nodiscard]] virtual bool takes_load() const { return false; }
    /// Collective. Solves with walls at zero for the f that the function gives with `data`, which is
    /// in device memory; f is only read before the exchange.
    virtual void solve_loaded(const void* /*data*/, T* /*u*/, ranks::Exchange& /*exchange*/,
                              Stream /*stream*/) const
    {
    }

    /// Collective. The exchanges of a solve with walls at zero, without its work; leaves any values
    /// in u.
    virtual void exchange_alone(T* u, ranks::Exchange& exchange, Stream stream) const = 0;

    /// The mean that the last solve has removed; 0 without a null space.
    [[nodiscard]] virtual double removed_mean(Stream stream) const = 0;

    [[nodiscard]] virtual std::size_t workspace_bytes() const = 0;
    /// Bytes that a solve copies to a device, and as many from it.
    [[nodiscard]] virtual std::int64_t copied_bytes() const { return 0; }
    [[nodiscard]] virtual std::string describe() const = 0;
};

/// What the solver of a rank is made of. All of it must outlive the solver but problem, options and
/// load.
struct RankRequest {
    const Problem& problem;
    const Communicator& ranks;
    const RankRows& rows;
    const runtime::Machine& machine;  ///< that has the arrays
    DistributedOptions options = {};  ///< host_arrays: whether they visit a GPU
    bool takes_rows = false;          ///< whether the exchange does
    /// A function that may give f: it is used where planes in device memory are transformed first.
    fft::PlaceFunction load = {};
};

/// Collective. Makes the solver by the method of the problem. Throws as the functions below.
template <typename T>
[[nodiscard]] std::unique_ptr<const RankSolver<T>> make_rank_solver(const RankRequest& wanted);

/// Whether ranks solve the systems along z slab by slab; otherwise they transpose.
[[nodiscard]] bool solves_by_slabs(const Problem& problem);

/// Bytes of a number that so many ranks tell each other in a solve by slabs: devices tell them in the
/// precision of the solve, unless unequal rows do not fit tiles, all others in double.
[[nodiscard]] std::int64_t told_bytes(const Problem& problem, Backend backend, int size);

/// Makes the solver of slabs of z, see RankSteps; with the option host_arrays the machine is the
/// host, and arrays visit the CUDA device.
template <typename T>
[[nodiscard]] std::unique_ptr<const RankSolver<T>> make_slab_solver(const RankRequest& wanted);

/// Collective. Makes the solver that transposes, with machine and options as above; `takes_rows`:
/// whether its exchange does, so that blocks need not be packed. Communicator and machine must
/// outlive it. Throws std::invalid_argument, on all ranks, if lambda is an eigenvalue or a device
/// cannot do the passes.
template <typename T>
[[nodiscard]] std::unique_ptr<const RankSolver<T>> make_transposed_solver(
    const Problem& problem, const Communicator& ranks, const runtime::Machine& machine,
    const DistributedOptions& options, bool takes_rows);

extern template std::unique_ptr<const RankSolver<float>> make_rank_solver(const RankRequest&);
extern template std::unique_ptr<const RankSolver<double>> make_rank_solver(const RankRequest&);
extern template std::unique_ptr<const RankSolver<float>> make_slab_solver(const RankRequest&);
extern template std::unique_ptr<const RankSolver<double>> make_slab_solver(const RankRequest&);
extern template std::unique_ptr<const RankSolver<float>> make_transposed_solver(
    const Problem&, const Communicator&, const runtime::Machine&, const DistributedOptions&, bool);
extern template std::unique_ptr<const RankSolver<double>> make_transposed_solver(
    const Problem&, const Communicator&, const runtime::Machine&, const DistributedOptions&, bool);

}  // namespace tobiuo::poisson
