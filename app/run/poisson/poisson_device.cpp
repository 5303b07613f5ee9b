#include "app/run/poisson/poisson_device.hpp"

#include <chrono>
#include <cstddef>
#include <span>
#include <stdexcept>

#include <tobiuo/page_lock.hpp>
#include <tobiuo/poisson/distributed_solver.hpp>

#include "app/output/report/poisson_report.hpp"
#include "kernels/device/buffer.hpp"
#include "kernels/device/check.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/memory/event_timer.hpp"
#include "kernels/memory/link.hpp"
#include "kernels/ranks/messages.hpp"
#include "kernels/seconds_since.hpp"
#include "solvers/poisson/device/device_solver.hpp"
#include "solvers/poisson/out_of_card/out_of_card_solver.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {
namespace {

template <typename Real>
class DeviceEngine final : public PoissonEngine<Real> {
public:
    DeviceEngine(const poisson::Problem& problem, const PoissonPlace& place)
        : device_{device::select(place.device)},
          solver_{problem, {.table = table_of(place)}},
          f_{static_cast<std::size_t>(poisson::points(problem))},
          u_{f_.size()}
    {
    }

    void load(std::span<const Real> f, std::span<Real> u) override
    {
        device::select(device_);
        host_u_ = u;
        device::copy_to_device(f_.data(), f, stream_.get());
        static_cast<void>(time_and_wait());
    }

    double time_and_wait() override
    {
        device::select(device_);
        return timer_.time_and_wait(stream_.get(),
                                    [&] { solver_.solve(f_.data(), u_.data(), stream_.get()); });
    }

    poisson::Solved fetch_and_wait() override
    {
        device::select(device_);
        const Real* from = u_.data();
        device::copy_to_host(host_u_, from, stream_.get());
        const poisson::Solved solved = solver_.solved(stream_.get());
        device::synchronize(stream_.get());
        return solved;
    }

    [[nodiscard]] std::string describe() const override { return solver_.describe(); }
    [[nodiscard]] std::vector<fft::Chosen> choices() const override { return solver_.choices(); }
    [[nodiscard]] int memory_passes() const override { return solver_.passes(); }
    [[nodiscard]] std::optional<std::int64_t> device_bytes() const override
    {
        return static_cast<std::int64_t>(2 * f_.size() * sizeof(Real) + solver_.workspace_bytes());
    }

private:
    int device_;
    device::Stream stream_ = device::make_stream();
    memory::EventTimer timer_;
    poisson::DeviceSolver solver_;
    device::DeviceBuffer<Real> f_;
    device::DeviceBuffer<Real> u_;
    std::span<Real> host_u_;
};

/// Solves together with other ranks, each of which has its planes on its device.
template <typename Real>
class RankDeviceEngine final : public PoissonEngine<Real> {
public:
    RankDeviceEngine(const poisson::Problem& problem, const PoissonPlace& place)
        : device_{device::select(place.device)},
          ranks_{place.ranks},
          solver_{problem, ranks_.communicator(), case_options(Backend::cuda)},
          f_{array_of(problem)},
          u_{array_of(problem)}
    {
    }

    void load(std::span<const Real> f, std::span<Real> u) override
    {
        device::select(device_);
        host_u_ = u;
        if (!f.empty()) {
            device::copy_to_device(f_.data(), f, stream_.get());
        }
        static_cast<void>(time_and_wait());
    }

    double time_and_wait() override
    {
        device::select(device_);
        return ranks_.slowest([&] {
            return timer_.time_and_wait(
                stream_.get(), [&] { solver_.solve(f_.data(), u_.data(), stream_.get()); });
        });
    }

    poisson::Solved fetch_and_wait() override
    {
        device::select(device_);
        if (!host_u_.empty()) {
            const Real* from = u_.data();
            device::copy_to_host(host_u_, from, stream_.get());
        }
        device::synchronize(stream_.get());  // so that solved() knows of messages that failed
        const poisson::Solved solved = solver_.solved(stream_.get());
        return ranks::from_first(ranks_.communicator(), solved);
    }

    [[nodiscard]] ExchangeUse take_exchange_use_and_wait() const override
    {
        device::select(device_);
        return solver_.take_exchange_use_and_wait();
    }

    [[nodiscard]] std::string describe() const override { return solver_.describe(); }
    [[nodiscard]] std::vector<fft::Chosen> choices() const override { return {}; }
    [[nodiscard]] int memory_passes() const override { return nominal_memory_passes; }
    [[nodiscard]] std::optional<std::int64_t> device_bytes() const override
    {
        return static_cast<std::int64_t>(2 * f_.size() * sizeof(Real) + solver_.workspace_bytes());
    }

private:
    /// The planes of this rank; nothing if it has none.
    [[nodiscard]] device::DeviceBuffer<Real> array_of(const poisson::Problem& problem) const
    {
        const std::int64_t count = poisson::blocks_of(problem).values * solver_.planes().count;
        return count == 0 ? device::DeviceBuffer<Real>{}
                          : device::DeviceBuffer<Real>{static_cast<std::size_t>(count)};
    }

    int device_;
    PoissonRanks ranks_;
    device::Stream stream_ = device::make_stream();
    memory::EventTimer timer_;
    poisson::DistributedSolver solver_;
    device::DeviceBuffer<Real> f_;
    device::DeviceBuffer<Real> u_;
    std::span<Real> host_u_;
};

/// Solves with the arrays of the host.
template <typename Real>
class OutOfCardEngine final : public PoissonEngine<Real> {
public:
    OutOfCardEngine(const poisson::Problem& problem, const PoissonPlace& place)
        : device_{device::select(place.device)},
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
        device::select(device_);
        f_ = f;
        u_ = u;
        f_lock_ = {};
        u_lock_ = {};
        const auto start = std::chrono::steady_clock::now();
        f_lock_ = PageLock{f.data(), f.size_bytes()};
        u_lock_ = PageLock{u.data(), u.size_bytes()};
        lock_seconds_ = seconds_since(start);
    }

    double time_and_wait() override
    {
        device::select(device_);
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
        return LinkUse{
            .bytes_each_way = solver_.copied_bytes(),
            .limit = limit_,
            .lock_seconds = lock_seconds_,
            .not_locked = f_lock_.refusal().empty() ? u_lock_.refusal() : f_lock_.refusal()};
    }

private:
    int device_;
    memory::LinkRates limit_;
    Watch watch_;
    poisson::OutOfCardSolver solver_;
    std::span<const Real> f_;
    std::span<Real> u_;
    PageLock f_lock_;
    PageLock u_lock_;
    double lock_seconds_{};
    poisson::Solved solved_;
};

}  // namespace

std::optional<std::string> poisson_unsupported_reason(const poisson::Problem& problem, int device)
{
    device::select(device);
    return poisson::DeviceSolver::unsupported_reason(problem);
}

PoissonDeviceNeeds poisson_device_needs(const poisson::Problem& problem, int device)
{
    device::select(device);
    const poisson::DeviceSolver::Needs needs = poisson::DeviceSolver::needs(problem);
    return {.bytes = poisson_device_array_bytes(problem) +
                     static_cast<std::int64_t>(needs.workspace_bytes),
            .memory_passes = needs.passes};
}

PoissonDeviceNeeds poisson_rank_device_needs(poisson::Problem problem, int device,
                                             const Communicator& rank)
{
    device::select(device);
    problem = planned_without_lambda(problem);
    poisson::DistributedOptions options = case_options(Backend::cuda);
    options.through_host_memory = true;
    const poisson::DistributedSolver solver{problem, rank, options};
    return {.bytes = poisson_device_array_bytes(problem, rank) +
                     static_cast<std::int64_t>(solver.workspace_bytes()),
            .memory_passes = nominal_memory_passes};
}

PoissonOutOfCard poisson_out_of_card(const poisson::Problem& problem, int device,
                                     std::int64_t limit)
{
    device::select(device);
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
std::unique_ptr<PoissonEngine<Real>> make_device_engine(const poisson::Problem& problem,
                                                        const PoissonPlace& place)
{
    if (place.ranks.are_several()) {
        return std::make_unique<RankDeviceEngine<Real>>(problem, place);
    }
    if (place.device_limit > 0) {
        return std::make_unique<OutOfCardEngine<Real>>(problem, place);
    }
    return std::make_unique<DeviceEngine<Real>>(problem, place);
}

template std::unique_ptr<PoissonEngine<float>> make_device_engine(const poisson::Problem&,
                                                                  const PoissonPlace&);
template std::unique_ptr<PoissonEngine<double>> make_device_engine(const poisson::Problem&,
                                                                   const PoissonPlace&);

}  // namespace tobiuo
