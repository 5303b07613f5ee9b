#include "app/run/poisson/poisson_engine.hpp"

#include <chrono>

#include "app/output/report/poisson_report.hpp"
#include "app/run/poisson/poisson_device.hpp"
#include "app/run/poisson/poisson_opencl.hpp"
#include "kernels/ranks/messages.hpp"
#include "kernels/seconds_since.hpp"

namespace tobiuo {
namespace {

template <typename Real>
class HostEngine final : public PoissonEngine<Real> {
public:
    explicit HostEngine(const poisson::Problem& problem)
        : solver_{problem}, memory_passes_{poisson::HostSolver::passes(problem)}
    {
    }

    void load(std::span<const Real> f, std::span<Real> u) override
    {
        f_ = f;
        u_ = u;
    }

    double time_and_wait() override
    {
        const auto start = std::chrono::steady_clock::now();
        solved_ = solver_.solve(f_, u_);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }

    poisson::Solved fetch_and_wait() override { return solved_; }
    [[nodiscard]] std::string describe() const override { return solver_.describe(); }
    [[nodiscard]] std::vector<fft::Chosen> choices() const override { return {}; }
    [[nodiscard]] int memory_passes() const override { return memory_passes_; }
    [[nodiscard]] std::optional<std::int64_t> device_bytes() const override { return {}; }

private:
    poisson::HostSolver solver_;
    int memory_passes_;
    std::span<const Real> f_;
    std::span<Real> u_;
    poisson::Solved solved_;
};

/// Solves together with other ranks, each of which has its planes in host memory.
template <typename Real>
class RankHostEngine final : public PoissonEngine<Real> {
public:
    RankHostEngine(const poisson::Problem& problem, const PoissonRanks& ranks)
        : ranks_{ranks}, solver_{problem, ranks.communicator(), case_options(Backend::cpu)}
    {
    }

    void load(std::span<const Real> f, std::span<Real> u) override
    {
        f_ = f;
        u_ = u;
    }

    double time_and_wait() override
    {
        return ranks_.slowest([&] {
            const auto start = std::chrono::steady_clock::now();
            solver_.solve(f_.data(), u_.data());
            return seconds_since(start);
        });
    }

    poisson::Solved fetch_and_wait() override
    {
        return ranks::from_first(ranks_.communicator(), solver_.solved());
    }
    [[nodiscard]] ExchangeUse take_exchange_use_and_wait() const override
    {
        return solver_.take_exchange_use_and_wait();
    }
    [[nodiscard]] std::string describe() const override { return solver_.describe(); }
    [[nodiscard]] std::vector<fft::Chosen> choices() const override { return {}; }
    [[nodiscard]] int memory_passes() const override { return nominal_memory_passes; }
    [[nodiscard]] std::optional<std::int64_t> device_bytes() const override { return {}; }

private:
    PoissonRanks ranks_;
    poisson::DistributedSolver solver_;
    std::span<const Real> f_;
    std::span<Real> u_;
};

}  // namespace

template <typename Real>
std::unique_ptr<PoissonEngine<Real>> make_poisson_engine(const poisson::Problem& problem,
                                                         const PoissonPlace& place)
{
    if (place.backend == Backend::cuda) {
        return make_device_engine<Real>(problem, place);
    }
    if (place.backend == Backend::opencl) {
        return make_opencl_engine<Real>(problem, place);
    }
    if (place.ranks.are_several()) {
        return std::make_unique<RankHostEngine<Real>>(problem, place.ranks);
    }
    return std::make_unique<HostEngine<Real>>(problem);
}

template std::unique_ptr<PoissonEngine<float>> make_poisson_engine(const poisson::Problem&,
                                                                   const PoissonPlace&);
template std::unique_ptr<PoissonEngine<double>> make_poisson_engine(const poisson::Problem&,
                                                                    const PoissonPlace&);

}  // namespace tobiuo
