// The GPU's part of a poisson case; free of CUDA headers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <tobiuo/communicator.hpp>
#include <tobiuo/poisson/distributed_solver.hpp>

#include "app/run/poisson/poisson_engine.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {

/// Why the GPU's solver does not support the problem on `device`, as a sentence; nothing if it
/// does. Throws device::DeviceError.
[[nodiscard]] std::optional<std::string> poisson_unsupported_reason(const poisson::Problem& problem,
                                                                    int device);

/// What a solve takes on a GPU.
struct PoissonDeviceNeeds {
    std::int64_t bytes{};  ///< f, u and what the solver owns
    int memory_passes{};   ///< passes over the array in memory
    /// Bytes that a solve copies to the GPU and as many from it; 0 if the arrays stay there.
    std::int64_t link_bytes = 0;
};

/// Bytes of f and u alone, the least that a solve needs.
[[nodiscard]] inline std::int64_t poisson_device_array_bytes(const poisson::Problem& problem)
{
    return 2 * poisson::points(problem) * bytes_per_value(problem.precision);
}

/// The same of one of several ranks.
[[nodiscard]] inline std::int64_t poisson_device_array_bytes(const poisson::Problem& problem,
                                                             const Communicator& rank)
{
    const std::int64_t planes = poisson::planes_of_rank(problem, rank.rank(), rank.size()).count;
    return poisson_device_array_bytes(problem) / poisson::unknowns(problem, 2).count * planes;
}

/// Plans the solver with lambda 0 to learn its needs; the compiled kernels are kept for the run.
/// Throws std::invalid_argument if the solver does not support the problem, and
/// device::DeviceError.
[[nodiscard]] PoissonDeviceNeeds poisson_device_needs(const poisson::Problem& problem, int device);

/// The same of one of several ranks; a PlannedRank, so that no rank waits for others.
[[nodiscard]] PoissonDeviceNeeds poisson_rank_device_needs(poisson::Problem problem, int device,
                                                           const Communicator& rank);

/// A solve whose arrays stay in host memory: why there is none, or what it takes.
struct PoissonOutOfCard {
    std::optional<std::string> unsupported_reason;
    PoissonDeviceNeeds needs;
    memory::LinkRates link;  ///< measured
};

/// Divides the problem into chunks for `limit` bytes of the device, and measures its link. Throws
/// device::DeviceError.
[[nodiscard]] PoissonOutOfCard poisson_out_of_card(const poisson::Problem& problem, int device,
                                                   std::int64_t limit);

/// Makes an engine for a GPU; see make_poisson_engine().
template <typename Real>
[[nodiscard]] std::unique_ptr<PoissonEngine<Real>> make_device_engine(
    const poisson::Problem& problem, const PoissonPlace& place);

}  // namespace tobiuo
