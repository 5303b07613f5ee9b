// The engine that solves a poisson case: on one machine, on several ranks, or from host memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/poisson/distributed_solver.hpp>
#include <tobiuo/watch.hpp>

#include "app/output/report/link_use.hpp"
#include "app/run/poisson/poisson_ranks.hpp"
#include "kernels/fft/choose/pass_blocks.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/memory/link.hpp"
#include "kernels/precision.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {

/// Where a case is solved.
struct PoissonPlace {
    Backend backend = Backend::cpu;
    int device = 0;  ///< the index of a CUDA device
    /// If not 0, the arrays stay in host memory, and the solver takes at most so many bytes of the
    /// device, see poisson::OutOfCardSolver.
    std::int64_t device_limit = 0;
    memory::LinkRates link = {};  ///< measured already; else the engine measures it, if it needs it
    /// Tuned configurations for a device; if null, those that are known for it.
    std::shared_ptr<const fft::KnownTable> table = {};
    PoissonRanks ranks = {};  ///< which solve it together
};

/// The tuned configurations of a place as solvers take them; null: what is known for the device.
[[nodiscard]] inline const fft::TunedTable* table_of(const PoissonPlace& place)
{
    return place.table ? &place.table->table : nullptr;
}

/// The options of a poisson::DistributedSolver of cases: boundary values are in the right-hand
/// side.
[[nodiscard]] inline poisson::DistributedOptions case_options(Backend backend)
{
    return {.backend = backend, .walls_in_f = true};
}

/// A planned solve in the precision Real of its problem. On several ranks arrays hold the planes of
/// this one, and all functions but those that describe the plan are collective.
template <typename Real>
class PoissonEngine {
public:
    PoissonEngine() = default;
    PoissonEngine(const PoissonEngine&) = delete;
    PoissonEngine& operator=(const PoissonEngine&) = delete;
    virtual ~PoissonEngine() = default;

    /// Takes the arrays of unknowns on the host before the first solve; they must live until the
    /// last fetch_and_wait(), and as long as the engine if it leaves them in host memory. A GPU
    /// that holds the arrays copies f and solves once, so that lazy loading is not timed.
    virtual void load(std::span<const Real> f, std::span<Real> u) = 0;

    /// Has each solve from now on call `watch` as it goes on, if it takes more than a moment by its
    /// nature.
    virtual void watch(const Watch& /*watch*/) {}

    /// Solves from f, waits for the end and returns the seconds of the solve alone, on several
    /// ranks those of the slowest.
    [[nodiscard]] virtual double time_and_wait() = 0;

    /// Copies the last solution to u, and returns what the solve found out.
    [[nodiscard]] virtual poisson::Solved fetch_and_wait() = 0;

    /// What the exchanges of this rank have taken since the last call; nothing on one rank.
    [[nodiscard]] virtual ExchangeUse take_exchange_use_and_wait() const { return {}; }

    /// The plan in one line.
    [[nodiscard]] virtual std::string describe() const = 0;

    /// How the configurations of its kernels were chosen; nothing on the CPU.
    [[nodiscard]] virtual std::vector<fft::Chosen> choices() const = 0;

    /// The number of passes over the array in memory, each a read and a write, for the count of
    /// bytes per point.
    [[nodiscard]] virtual int memory_passes() const = 0;

    /// Bytes of GPU memory that the engine holds; nothing on the CPU.
    [[nodiscard]] virtual std::optional<std::int64_t> device_bytes() const = 0;

    /// What a solve copies between host and device; nothing if the arrays stay in one memory.
    [[nodiscard]] virtual std::optional<LinkUse> link() const { return std::nullopt; }
};

/// Plans a solve. Throws std::invalid_argument if lambda makes the problem singular, and
/// device::DeviceError. Collective.
template <typename Real>
[[nodiscard]] std::unique_ptr<PoissonEngine<Real>> make_poisson_engine(
    const poisson::Problem& problem, const PoissonPlace& place);

/// Plans a solve on a CUDA device with the arrays of the host, for PoissonPlace::device_limit.
/// Throws as make_poisson_engine() does.
template <typename Real>
[[nodiscard]] std::unique_ptr<PoissonEngine<Real>> make_out_of_card_engine(
    const poisson::Problem& problem, const PoissonPlace& place);

}  // namespace tobiuo
