// SPDX-License-Identifier: BSD-3-Clause
// Poisson solves on one rank and on several.
#include <tobiuo/poisson/distributed_solver.hpp>
#include <tobiuo/poisson/solver.hpp>

#include <algorithm>
#include <utility>

#include "app/bench/scaling/jobs.hpp"
#include "app/bench/scaling/known_answers.hpp"
#include "app/wording.hpp"
#include "runtime/ranks/slice.hpp"

namespace tobiuo::scaling_bench {
namespace {

/// The field with each factor divided or rounded as T.
template <typename T>
SeparableField<T> as(const SeparableField<double>& field, double divisor)
{
    SeparableField<T> made;
    made.x.assign(field.x.begin(), field.x.end());
    made.y.assign(field.y.begin(), field.y.end());
    for (const double value : field.z) {
        made.z.push_back(static_cast<T>(value / divisor));
    }
    return made;
}

/// SolverOf: poisson::Solver or poisson::DistributedSolver.
template <typename T, typename SolverOf>
class PoissonTrial final : public RankTrial {
public:
    PoissonTrial(const KnownSolution& known, ranks::Slice planes, const runtime::Machine& machine,
                 std::unique_ptr<const SolverOf> solver)
        : known_{known},
          machine_{machine},
          array_{machine.zeros_and_wait(static_cast<std::size_t>(planes.count) *
                                        known.f.plane_values() * sizeof(T))},
          own_{.first = planes.first, .count = planes.count, .data = array_.as<std::byte>()},
          solver_{std::move(solver)}
    {
    }

    void execute_and_wait(std::int64_t executions) override
    {
        T* const u = array_.as<T>();
        for (std::int64_t n = 0; n < executions; ++n) {
            solver_->solve(u, u, stream_.get());
        }
        machine_.wait(stream_.get());
    }

    void exchange_and_wait(std::int64_t executions) override
    {
        if constexpr (std::is_same_v<SolverOf, poisson::DistributedSolver>) {
            for (std::int64_t n = 0; n < executions; ++n) {
                solver_->exchange_alone(array_.as<T>(), stream_.get());
            }
            machine_.wait(stream_.get());
        }
    }

    [[nodiscard]] ExchangeUse take_exchange_use_and_wait() override
    {
        if constexpr (std::is_same_v<SolverOf, poisson::DistributedSolver>) {
            return solver_->take_exchange_use_and_wait();
        }
        return {};
    }

    std::optional<double> error_and_wait() override
    {
        write_planes_and_wait(as<T>(known_.f, 1.0), own_, machine_);
        execute_and_wait(1);
        const double difference =
            difference_and_wait(as<T>(known_.f, known_.eigenvalue), own_, machine_);
        return difference * std::abs(known_.eigenvalue);
    }

    [[nodiscard]] Json keys() const override
    {
        return {{"workspace_bytes", solver_->workspace_bytes()}, {"plan", solver_->describe()}};
    }

private:
    const KnownSolution& known_;
    const runtime::Machine& machine_;
    runtime::OwnStream stream_ = machine_.make_stream();
    runtime::Array array_;
    OwnPlanes own_;
    std::unique_ptr<const SolverOf> solver_;
};

class PoissonJob final : public ScalingJob {
public:
    explicit PoissonJob(PoissonSpec spec) : spec_{std::move(spec)} {}

    [[nodiscard]] std::string text(int size) const override
    {
        return "poisson " + bench::size_text(lengths(size)) + " " +
               std::string{spec_.boundary.name} + ", " + std::string{word_of(spec_.precision)};
    }
    [[nodiscard]] Json keys(int size) const override
    {
        return {{"job", "poisson"},
                {"scaling", spec_.weak ? "weak" : "strong"},
                {"shape", bench::size_text(lengths(size))},
                {"precision", word_of(spec_.precision)},
                {"backend", word_of(spec_.backend)},
                {"variant", spec_.boundary.name}};
    }
    [[nodiscard]] std::optional<double> flops(int /*size*/) const override { return std::nullopt; }
    [[nodiscard]] bool is_weak() const override { return spec_.weak; }
    [[nodiscard]] double bytes_of_rank(int size) const override
    {
        constexpr double room = 1.15;  // edges of slabs, planes of all ranks, small arrays
        const std::vector<std::int64_t> all = lengths(size);
        const auto planes = static_cast<double>(ranks::slices_of(all[0], size).front().count);
        return room * planes * static_cast<double>(all[1] * all[2]) *
               static_cast<double>(bytes_per_value(spec_.precision));
    }
    [[nodiscard]] double tolerance(int size) const override
    {
        return solution_tolerance(lengths(size), spec_.precision);
    }

    [[nodiscard]] std::vector<std::string> methods() const override
    {
        return {"slabs", "all-to-all"};
    }
    [[nodiscard]] scaling::Prediction predicted(const std::string& method, int size,
                                                double one_rank_seconds,
                                                const scaling::Link& link) const override
    {
        const std::vector<std::int64_t> all = lengths(size);
        const double seconds = one_rank_seconds * (spec_.weak ? size : 1.0);
        const std::int64_t value_bytes = bytes_per_value(spec_.precision);
        const poisson::RankMethod of_ranks = poisson::method_of_ranks(
            known_problem(all, spec_.boundary, spec_.precision), spec_.backend, size);
        if (method == "slabs") {
            return scaling::predicted(
                scaling::SlabSolve{.planes = all[0],
                                   .modes = all[1] * all[2],
                                   .value_bytes = static_cast<double>(value_bytes),
                                   .told_bytes = static_cast<double>(of_ranks.told_bytes),
                                   .squeezed = scaling::squeezed(
                                       known_problem(all, spec_.boundary, spec_.precision).grid),
                                   .one_rank_seconds = seconds},
                size, link);
        }
        return scaling::predicted(scaling::AllToAll{.planes = all[0],
                                                    .plane_values = all[1] * all[2],
                                                    .value_bytes = static_cast<double>(value_bytes),
                                                    .there_and_back = true,
                                                    .solves = true,
                                                    .chunks = of_ranks.chunks,
                                                    .one_rank_seconds = seconds},
                                  size, link);
    }

    std::unique_ptr<RankTrial> alone(const runtime::Machine& machine) override
    {
        known_ = known_solution(lengths(1), spec_.boundary, spec_.precision);
        auto solver = std::make_unique<const poisson::Solver>(
            known_.problem, poisson::SolverOptions{.backend = spec_.backend});
        return trial({.first = 0, .count = lengths(1)[0]}, machine, std::move(solver));
    }

    std::unique_ptr<RankTrial> on_ranks(const Communicator& ranks,
                                        const runtime::Machine& machine) override
    {
        known_ = known_solution(lengths(ranks.size()), spec_.boundary, spec_.precision);
        auto solver = std::make_unique<const poisson::DistributedSolver>(
            known_.problem, ranks, poisson::DistributedOptions{.backend = spec_.backend});
        const poisson::Planes planes = solver->planes();
        return trial({.first = planes.first, .count = planes.count}, machine, std::move(solver));
    }

private:
    [[nodiscard]] std::vector<std::int64_t> lengths(int size) const
    {
        std::vector<std::int64_t> lengths = spec_.lengths;
        lengths[0] *= spec_.weak ? size : 1;
        return lengths;
    }

    template <typename SolverOf>
    std::unique_ptr<RankTrial> trial(ranks::Slice planes, const runtime::Machine& machine,
                                     std::unique_ptr<const SolverOf> solver)
    {
        if (spec_.precision == Precision::fp32) {
            return std::make_unique<PoissonTrial<float, SolverOf>>(known_, planes, machine,
                                                                   std::move(solver));
        }
        return std::make_unique<PoissonTrial<double, SolverOf>>(known_, planes, machine,
                                                                std::move(solver));
    }

    PoissonSpec spec_;
    KnownSolution known_;
};

}  // namespace

std::unique_ptr<ScalingJob> make_poisson_job(PoissonSpec spec)
{
    return std::make_unique<PoissonJob>(std::move(spec));
}

}  // namespace tobiuo::scaling_bench
