// SPDX-License-Identifier: BSD-3-Clause
// The solver of a poisson case: the library's, with f and u where it takes them.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <tobiuo/page_lock.hpp>
#include <tobiuo/poisson/body_solver.hpp>
#include <tobiuo/poisson/coefficient_solver.hpp>
#include <tobiuo/poisson/distributed_solver.hpp>
#include <tobiuo/poisson/mixed_solver.hpp>
#include <tobiuo/poisson/solver.hpp>
#include <tobiuo/watch.hpp>

#include "app/output/report/link_use.hpp"
#include "app/run/place.hpp"
#include "app/run/poisson/poisson_ranks.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/memory/link.hpp"
#include "runtime/seconds_since.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {

/// The locks of f and u, and what they and the copies of a solve cost.
class LockedPages {
public:
    /// Locks the pages of both in place of those before. The arrays must live until the next call, or
    /// as long as this object.
    template <typename Real>
    void lock(std::span<const Real> f, std::span<Real> u)
    {
        f_ = {};
        u_ = {};
        const auto start = std::chrono::steady_clock::now();
        f_ = PageLock{f.data(), f.size_bytes()};
        u_ = PageLock{u.data(), u.size_bytes()};
        seconds_ = seconds_since(start);
    }

    /// `copied_bytes` is each way, `limit` what the link copies.
    [[nodiscard]] LinkUse use(std::int64_t copied_bytes, const memory::LinkRates& limit) const
    {
        return {.bytes_each_way = copied_bytes,
                .limit = limit,
                .lock_seconds = seconds_,
                .not_locked = f_.refusal().empty() ? u_.refusal() : f_.refusal()};
    }

private:
    PageLock f_;
    PageLock u_;
    double seconds_{};
};

/// The options of a solver on one rank. Boundary values are in the right-hand side of cases.
[[nodiscard]] poisson::SolverOptions solver_options(const Place& place);
/// The options of the solver of each of several ranks.
[[nodiscard]] poisson::DistributedOptions rank_options(const Place& place);

/// A coefficient at the unknowns, which is read when a solver is made, and how it is solved with.
template <typename Real>
struct GivenCoefficient {
    std::span<const Real> values = {};  ///< none without a coefficient
    poisson::CoefficientOptions options = {};
};

/// Walls that change their kind, with the values of u at their points, and the tolerance.
template <typename Real>
struct GivenMixedWalls {
    std::vector<poisson::MixedWall> walls = {};  ///< none: no wall does
    std::vector<std::vector<Real>> values = {};  ///< of each
    double tolerance = 0.0;
};

/// A planned solve in the precision Real of its problem. On several ranks arrays hold the planes of
/// this one, and all functions but those that describe the plan are collective.
template <typename Real>
class CaseSolver {
public:
    /// Plans a solve, on one rank perhaps around bodies or with a
    /// coefficient. Throws std::invalid_argument if lambda makes
    /// the problem singular, and device::DeviceError. Collective. Measures the link if it needs it and
    /// the place has none.
    CaseSolver(const poisson::Problem& problem, const Place& place,
               const std::vector<poisson::Body>& bodies = {}, double body_tolerance = 0.0,
               const GivenCoefficient<Real>& coefficient = {},
               const GivenMixedWalls<Real>& mixed = {});
    CaseSolver(const CaseSolver&) = delete;
    CaseSolver& operator=(const CaseSolver&) = delete;
    ~CaseSolver() = default;

    /// Takes the arrays of unknowns on the host before the first solve; they must live until the
    /// last fetch_and_wait(), and as long as this object if it leaves them in host memory. A GPU
    /// that holds the arrays copies f, unless it is empty, and solves once, so that lazy loading is not
    /// timed; fetch_and_wait() leaves its u where it is if there is none on the host.
    void load(std::span<const Real> f, std::span<Real> u);

    /// Has each solve from now on call `watch` as it goes on, if it takes more than a moment by its
    /// nature.
    void watch(const Watch& watch) { watch_ = watch; }

    /// Solves from f, waits for the end and returns the seconds of the solve alone, on several
    /// ranks those of the slowest.
    [[nodiscard]] double time_and_wait();

    /// Copies the last solution to u, and returns what the solve found out.
    [[nodiscard]] poisson::Solved fetch_and_wait();

    /// Waits for the last solve, and returns what it found out.
    [[nodiscard]] poisson::Solved solved_and_wait();

    /// f and the last solution in the memory of the device; null where they are in the host's. Work on
    /// them goes to the stream.
    [[nodiscard]] Real* own_f() const { return own_f_.as<Real>(); }
    [[nodiscard]] Real* own_u() const { return own_u_.as<Real>(); }
    [[nodiscard]] Stream stream() const { return stream_.get(); }
    /// Copies one of these to the host.
    void read_and_wait(const Real* own, std::span<Real> to) const;

    /// What the last solve around bodies took; nothing without bodies.
    [[nodiscard]] const std::optional<poisson::BodyUse>& body_use() const { return body_use_; }

    /// What the last solve with a coefficient took; nothing without one.
    [[nodiscard]] const std::optional<poisson::CoefficientUse>& coefficient_use() const
    {
        return coefficient_use_;
    }
    /// How its coefficient was scaled; nothing without one.
    [[nodiscard]] std::optional<poisson::CoefficientScaling> coefficient_scaling() const;

    /// What the last solve with mixed walls took; nothing without such.
    [[nodiscard]] const std::optional<poisson::MixedUse>& mixed_use() const { return mixed_use_; }

    /// What the exchanges of this rank have taken since the last call; nothing on one rank.
    [[nodiscard]] ExchangeUse take_exchange_use_and_wait() const;

    /// The plan in one line.
    [[nodiscard]] std::string describe() const;
    /// How the configurations of its kernels were chosen; nothing on the CPU and on several ranks.
    [[nodiscard]] std::vector<fft::PassChoice> choices() const;
    /// The number of passes over the array in memory, each a read and a write, for the count of
    /// bytes per point.
    [[nodiscard]] int memory_passes() const;
    /// Bytes of GPU memory that the arrays and the solver hold; nothing on the CPU.
    [[nodiscard]] std::optional<std::int64_t> device_bytes() const;
    /// What a solve copies between host and device; nothing if the arrays stay in one memory.
    [[nodiscard]] std::optional<LinkUse> link() const;

private:
    using AnySolver = std::variant<poisson::Solver, poisson::DistributedSolver, poisson::BodySolver,
                                   poisson::CoefficientSolver, poisson::MixedSolver>;

    [[nodiscard]] AnySolver make_solver(const poisson::Problem& problem,
                                        const std::vector<poisson::Body>& bodies,
                                        double body_tolerance,
                                        const GivenCoefficient<Real>& coefficient,
                                        const GivenMixedWalls<Real>& mixed) const;
    [[nodiscard]] bool are_on_device() const { return !memory_->is_host(); }

    Place place_;
    PoissonRanks ranks_;
    Watch watch_;
    Watch asked_ = [this](double part) { return !watch_ || watch_(part); };
    std::unique_ptr<const runtime::Machine> memory_;  ///< of the arrays that are solved
    AnySolver solver_;
    runtime::OwnStream stream_;
    runtime::Array own_f_;
    runtime::Array own_u_;
    const Real* f_ = nullptr;
    Real* u_ = nullptr;
    std::span<Real> host_u_;
    LockedPages pages_;
    std::optional<poisson::BodyUse> body_use_;
    std::optional<poisson::CoefficientUse> coefficient_use_;
    std::optional<poisson::MixedUse> mixed_use_;
    std::vector<runtime::Array> mixed_values_;
    poisson::Walls<Real> mixed_walls_;
};

extern template class CaseSolver<float>;
extern template class CaseSolver<double>;

}  // namespace tobiuo
