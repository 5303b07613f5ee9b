// Who solves a poisson case: the CPU or a GPU, behind one interface.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/precision.hpp"
#include "solvers/poisson/host_solver.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {

/// Where a case is solved.
struct PoissonPlace {
    Backend backend = Backend::cpu;
    int device = 0;  ///< of cuda: the index
    /// Of cuda: tuned blocks; without, those that are known for the device.
    std::shared_ptr<const fft::KnownTable> table = {};
};

/// A planned solve in the precision Real of its problem.
template <typename Real>
class PoissonEngine {
public:
    PoissonEngine() = default;
    PoissonEngine(const PoissonEngine&) = delete;
    PoissonEngine& operator=(const PoissonEngine&) = delete;
    virtual ~PoissonEngine() = default;

    /// Before the first solve: the arrays of unknowns on the host, which are there until the last
    /// fetch_and_wait(). A GPU
    /// keeps f, and solves it once, so that what is loaded lazily is not timed.
    virtual void load(std::span<const Real> f, std::span<Real> u) = 0;

    /// Solves from f; seconds, of the solve alone. Waits for its end.
    [[nodiscard]] virtual double time_and_wait() = 0;

    /// Brings the last solution to u, and says what the solve found out.
    [[nodiscard]] virtual poisson::Solved fetch_and_wait() = 0;

    /// One line: the plan.
    [[nodiscard]] virtual std::string describe() const = 0;

    /// Trips of the array through memory, each a read and a write, that bytes per point count.
    [[nodiscard]] virtual int memory_passes() const = 0;

    /// Memory of a GPU that it holds; nothing on the CPU.
    [[nodiscard]] virtual std::optional<std::int64_t> device_bytes() const = 0;
};

/// Throws std::invalid_argument where lambda makes the problem singular, device::DeviceError.
template <typename Real>
[[nodiscard]] std::unique_ptr<PoissonEngine<Real>> make_poisson_engine(
    const poisson::Problem& problem, const PoissonPlace& place);

}  // namespace tobiuo
