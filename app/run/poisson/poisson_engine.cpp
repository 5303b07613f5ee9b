#include "app/run/poisson/poisson_engine.hpp"

#include <cstddef>
#include <utility>

#include "app/output/report/poisson_report.hpp"
#include "app/run/poisson/locked_pages.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/ranks/messages.hpp"
#include "solvers/poisson/planes.hpp"
#include "solvers/poisson/program/machine_solver.hpp"

namespace tobiuo {
namespace {

/// The machine in whose memory the arrays of a case are solved, after its device has been selected.
std::unique_ptr<const runtime::Machine> machine_at(const PoissonPlace& place)
{
    if (place.backend == Backend::cuda) {
        runtime::select_device(place.device);
    }
    return runtime::make_machine(place.device_limit > 0 ? Backend::cpu : place.backend);
}

/// The options of ranks, whose arrays may stay in host memory.
poisson::DistributedOptions options_at(const PoissonPlace& place)
{
    poisson::DistributedOptions options = case_options(place.backend);
    options.host_arrays = place.device_limit > 0;
    options.device_bytes = place.device_limit;
    return options;
}

/// f and u where a machine solves: on the host the arrays of the case, on a device copies of them.
template <typename Real>
class CaseArrays {
public:
    /// Arrays of `count` values each, on a device. The machine must outlive this object.
    CaseArrays(const runtime::Machine& machine, std::int64_t count)
        : machine_{machine},
          stream_{machine.make_stream()},
          own_f_{on_device(count)},
          own_u_{on_device(count)}
    {
    }

    void load(std::span<const Real> f, std::span<Real> u)
    {
        machine_.select();
        f_ = f.data();
        u_ = u.data();
        host_u_ = u;
        if (!machine_.is_host()) {
            f_ = own_f_.as<Real>();
            u_ = own_u_.as<Real>();
            if (!f.empty()) {
                machine_.write_and_wait(own_f_.data(), std::as_bytes(f), stream());
            }
        }
    }

    void fetch_and_wait() const
    {
        machine_.select();
        machine_.wait(stream());
        if (!machine_.is_host() && !host_u_.empty()) {
            machine_.read_and_wait(std::as_writable_bytes(host_u_), own_u_.data(), stream());
        }
    }

    /// The seconds of solve(f, u, stream).
    template <typename Solve>
    [[nodiscard]] double time_and_wait(const Solve& solve) const
    {
        machine_.select();
        return machine_.time_and_wait(stream(), [&] { solve(f_, u_, stream()); });
    }

    [[nodiscard]] Stream stream() const { return stream_.get(); }
    [[nodiscard]] bool are_on_device() const { return !machine_.is_host(); }

    /// Bytes of both and of what a solver takes beside them; nothing on the host.
    [[nodiscard]] std::optional<std::int64_t> device_bytes(std::size_t of_solver) const
    {
        if (machine_.is_host()) {
            return std::nullopt;
        }
        return static_cast<std::int64_t>(own_f_.bytes() + own_u_.bytes() + of_solver);
    }

private:
    [[nodiscard]] runtime::Array on_device(std::int64_t count) const
    {
        return machine_.is_host()
                   ? runtime::Array{}
                   : machine_.allocate(static_cast<std::size_t>(count) * sizeof(Real));
    }

    const runtime::Machine& machine_;
    runtime::OwnStream stream_;
    runtime::Array own_f_;
    runtime::Array own_u_;
    const Real* f_ = nullptr;
    Real* u_ = nullptr;
    std::span<Real> host_u_;
};

/// Solves on one machine.
template <typename Real>
class MachineEngine final : public PoissonEngine<Real> {
public:
    MachineEngine(const poisson::Problem& problem, const PoissonPlace& place)
        : machine_{machine_at(place)},
          solver_{problem, place.backend, {.table = table_of(place)}},
          arrays_{*machine_, poisson::points(problem)}
    {
    }

    void load(std::span<const Real> f, std::span<Real> u) override
    {
        arrays_.load(f, u);
        if (arrays_.are_on_device()) {
            static_cast<void>(time_and_wait());
        }
    }

    double time_and_wait() override
    {
        return arrays_.time_and_wait(
            [&](const Real* f, Real* u, Stream stream) { solve(f, u, stream); });
    }

    poisson::Solved fetch_and_wait() override
    {
        arrays_.fetch_and_wait();
        return solver_.solved(arrays_.stream());
    }

    [[nodiscard]] std::string describe() const override { return solver_.describe(); }
    [[nodiscard]] std::vector<fft::Chosen> choices() const override { return solver_.choices(); }
    [[nodiscard]] int memory_passes() const override { return solver_.passes(); }
    [[nodiscard]] std::optional<std::int64_t> device_bytes() const override
    {
        return arrays_.device_bytes(solver_.workspace_bytes());
    }

private:
    void solve(const void* f, void* u, Stream stream) const { solver_.solve(f, u, stream); }

    std::unique_ptr<const runtime::Machine> machine_;
    poisson::MachineSolver solver_;
    CaseArrays<Real> arrays_;
};

/// Solves together with other ranks, each of which has its planes on its machine, or in host memory
/// for its device.
template <typename Real>
class RankEngine final : public PoissonEngine<Real> {
public:
    RankEngine(const poisson::Problem& problem, const PoissonPlace& place)
        : machine_{machine_at(place)},
          place_{place},
          ranks_{place.ranks},
          solver_{problem, ranks_.communicator(), options_at(place)},
          arrays_{*machine_, poisson::blocks_of(problem).values * solver_.planes().count}
    {
    }

    void load(std::span<const Real> f, std::span<Real> u) override
    {
        arrays_.load(f, u);
        if (arrays_.are_on_device()) {
            static_cast<void>(time_and_wait());
        } else if (place_.device_limit > 0) {
            select();
            if (place_.link.both <= 0.0) {
                place_.link = memory::measure_link(place_.device);
            }
            pages_.lock(f, u);
        }
    }

    double time_and_wait() override
    {
        select();
        return ranks_.slowest([&] {
            return arrays_.time_and_wait(
                [&](const Real* f, Real* u, Stream stream) { solver_.solve(f, u, stream); });
        });
    }

    poisson::Solved fetch_and_wait() override
    {
        select();
        arrays_.fetch_and_wait();  // so that solved() knows of messages that failed
        return ranks::from_first(ranks_.communicator(), solver_.solved(arrays_.stream()));
    }

    [[nodiscard]] ExchangeUse take_exchange_use_and_wait() const override
    {
        select();
        return solver_.take_exchange_use_and_wait();
    }

    [[nodiscard]] std::string describe() const override { return solver_.describe(); }
    [[nodiscard]] std::vector<fft::Chosen> choices() const override { return {}; }
    [[nodiscard]] int memory_passes() const override { return nominal_memory_passes; }
    [[nodiscard]] std::optional<std::int64_t> device_bytes() const override
    {
        return place_.device_limit > 0
                   ? std::optional{static_cast<std::int64_t>(solver_.workspace_bytes())}
                   : arrays_.device_bytes(solver_.workspace_bytes());
    }
    [[nodiscard]] std::optional<LinkUse> link() const override
    {
        return place_.device_limit > 0
                   ? std::optional{pages_.use(solver_.copied_bytes(), place_.link)}
                   : std::nullopt;
    }

private:
    /// Makes the device of this rank the current one of this thread.
    void select() const
    {
        if (place_.backend == Backend::cuda) {
            runtime::select_device(place_.device);
        }
    }

    std::unique_ptr<const runtime::Machine> machine_;
    PoissonPlace place_;
    PoissonRanks ranks_;
    poisson::DistributedSolver solver_;
    CaseArrays<Real> arrays_;
    LockedPages pages_;
};

}  // namespace

template <typename Real>
std::unique_ptr<PoissonEngine<Real>> make_poisson_engine(const poisson::Problem& problem,
                                                         const PoissonPlace& place)
{
    if (place.ranks.are_several()) {
        return std::make_unique<RankEngine<Real>>(problem, place);
    }
    if (place.device_limit > 0) {
        return make_out_of_card_engine<Real>(problem, place);
    }
    return std::make_unique<MachineEngine<Real>>(problem, place);
}

template std::unique_ptr<PoissonEngine<float>> make_poisson_engine(const poisson::Problem&,
                                                                   const PoissonPlace&);
template std::unique_ptr<PoissonEngine<double>> make_poisson_engine(const poisson::Problem&,
                                                                    const PoissonPlace&);

}  // namespace tobiuo
