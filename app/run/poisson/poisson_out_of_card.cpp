// A poisson case whose arrays stay in host memory.
#include <chrono>
#include <cstddef>
#include <span>
#include <stdexcept>

#include "app/run/poisson/locked_pages.hpp"
#include "app/run/poisson/poisson_engine.hpp"
#include "app/run/poisson/poisson_needs.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/memory/link.hpp"
#include "kernels/seconds_since.hpp"
#include "solvers/poisson/out_of_card/out_of_card_solver.hpp"

namespace tobiuo {
namespace {

/// Makes a device the current one, and returns its index.
int selected(int device)
{
    runtime::select_device(device);
    return device;
}

/// Solves with the arrays of the host.
template <typename Real>
class OutOfCardEngine final : public PoissonEngine<Real> {
public:
    OutOfCardEngine(const poisson::Problem& problem, const PoissonPlace& place)
        : device_{selected(place.device)},
          limit_{place.link.both > 0.0 ? place.link : memory::measure_link(place.device)},
          solver_{problem,
                  {.device_bytes = place.device_limit,
                   .table = table_of(place),
                   .watch = [this](double part) { return !watch_ || watch_(part); }}}
    {
    }

    void watch(const Watch& watch) override { watch_ = watch; }

    void load(std::span<const Real> f, std::span<Real> u) override
    {
        runtime::select_device(device_);
        f_ = f;
        u_ = u;
        pages_.lock(f, u);
    }

    double time_and_wait() override
    {
        runtime::select_device(device_);
        const auto start = std::chrono::steady_clock::now();
        solved_ = solver_.solve_and_wait(f_.data(), u_.data());
        return seconds_since(start);
    }

    poisson::Solved fetch_and_wait() override { return solved_; }

    [[nodiscard]] std::string describe() const override { return solver_.describe(); }
    [[nodiscard]] std::vector<fft::Chosen> choices() const override { return solver_.choices(); }
    [[nodiscard]] int memory_passes() const override { return solver_.passes(); }
    [[nodiscard]] std::optional<std::int64_t> device_bytes() const override
    {
        return static_cast<std::int64_t>(solver_.device_bytes());
    }
    [[nodiscard]] std::optional<LinkUse> link() const override
    {
        return pages_.use(solver_.copied_bytes(), limit_);
    }

private:
    int device_;
    memory::LinkRates limit_;
    Watch watch_;
    poisson::OutOfCardSolver solver_;
    std::span<const Real> f_;
    std::span<Real> u_;
    LockedPages pages_;
    poisson::Solved solved_;
};

}  // namespace

FromHostMemory poisson_out_of_card(const poisson::Problem& problem, int device, std::int64_t limit)
{
    runtime::select_device(device);
    const poisson::OutOfCardOptions options{.device_bytes = limit};
    try {
        const auto needs = poisson::OutOfCardSolver::needs(problem, options);
        return {.unsupported_reason = {},
                .needs = {.bytes = needs.device_bytes,
                          .memory_passes = needs.passes,
                          .link_bytes = needs.copied_bytes},
                .link = memory::measure_link(device)};
    } catch (const std::invalid_argument& error) {
        return {.unsupported_reason = error.what(), .needs = {}, .link = {}};
    }
}

template <typename Real>
std::unique_ptr<PoissonEngine<Real>> make_out_of_card_engine(const poisson::Problem& problem,
                                                             const PoissonPlace& place)
{
    return std::make_unique<OutOfCardEngine<Real>>(problem, place);
}

template std::unique_ptr<PoissonEngine<float>> make_out_of_card_engine(const poisson::Problem&,
                                                                       const PoissonPlace&);
template std::unique_ptr<PoissonEngine<double>> make_out_of_card_engine(const poisson::Problem&,
                                                                        const PoissonPlace&);

}  // namespace tobiuo
