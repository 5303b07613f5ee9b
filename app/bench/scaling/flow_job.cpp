// SPDX-License-Identifier: BSD-3-Clause
// Steps of a flow on one rank and on several.
#include <tobiuo/flow/solver.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/bench/flow/flow_example.hpp"
#include "app/bench/scaling/jobs.hpp"
#include "app/scaling/flow_steps.hpp"
#include "app/wording.hpp"
#include "runtime/precision.hpp"
#include "runtime/ranks/slice.hpp"

namespace tobiuo::scaling_bench {
namespace {

template <typename T>
class FlowTrial final : public RankTrial {
public:
    /// `ranks`: null on one rank.
    FlowTrial(const flow_bench::Example& example, const Communicator* ranks,
              const runtime::Machine& machine)
        : machine_{machine},
          solver_{ranks != nullptr
                      ? flow::Solver{example.problem, *ranks, {.backend = machine.backend()}}
                      : flow::Solver{example.problem, {.backend = machine.backend()}}}
    {
        const poisson::Planes planes = solver_.planes();
        const flow_bench::Fields begin =
            flow_bench::initial_velocity(example, planes.first, planes.count);
        std::array<runtime::Array, 3> arrays;
        std::array<T*, 3> velocity{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            arrays.at(axis) = machine.allocate(begin.at(axis).size() * sizeof(T));
            velocity.at(axis) = arrays.at(axis).template as<T>();
        }
        flow_bench::write_and_wait(begin, velocity, machine, stream_.get());
        solver_.start(velocity[0], velocity[1], velocity[2], stream_.get());
        machine.wait(stream_.get());
        rate_ = solver_.observed_and_wait().largest_rate;
    }

    void execute_and_wait(std::int64_t executions) override
    {
        for (std::int64_t step = 0; step < executions; ++step) {
            solver_.step(0.2 / rate_, stream_.get());
        }
        machine_.wait(stream_.get());
    }

    void exchange_and_wait(std::int64_t executions) override
    {
        for (std::int64_t step = 0; step < executions; ++step) {
            solver_.exchange_alone(stream_.get());
        }
        machine_.wait(stream_.get());
    }

    [[nodiscard]] ExchangeUse take_exchange_use_and_wait() override
    {
        return solver_.take_exchange_use_and_wait();
    }

    /// The divergence that two steps leave, by the rate of change that it is the rounding of.
    std::optional<double> error_and_wait() override
    {
        execute_and_wait(2);
        return solver_.observed_and_wait().largest_divergence / rate_;
    }

    [[nodiscard]] Json keys() const override
    {
        return {{"workspace_bytes", solver_.memory_bytes()}, {"plan", solver_.describe()}};
    }

private:
    const runtime::Machine& machine_;
    runtime::OwnStream stream_ = machine_.make_stream();
    flow::Solver solver_;
    double rate_ = 0.0;
};

class FlowJob final : public ScalingJob {
public:
    explicit FlowJob(const FlowSpec& spec)
        : spec_{spec},
          example_{
              flow_bench::make_example(spec.flow, bench::reversed(spec.lengths), spec.precision)}
    {
    }

    [[nodiscard]] std::string text(int /*size*/) const override
    {
        return "flow " + example_.describe();
    }
    [[nodiscard]] Json keys(int /*size*/) const override
    {
        return {{"job", "flow"},
                {"scaling", "strong"},
                {"shape", bench::size_text(spec_.lengths)},
                {"precision", word_of(spec_.precision)},
                {"backend", word_of(spec_.backend)},
                {"variant", spec_.flow}};
    }
    [[nodiscard]] std::optional<double> flops(int /*size*/) const override { return std::nullopt; }
    [[nodiscard]] double bytes_of_rank(int size) const override
    {
        constexpr double room = 1.3;  // planes of neighbours, columns of ranks that transpose
        constexpr double begin = 3;   // arrays
        const auto planes =
            static_cast<double>(ranks::slices_of(spec_.lengths[0], size).front().count);
        return room * planes * plane_bytes() * (scaling::FlowSteps{}.arrays + begin);
    }
    [[nodiscard]] double tolerance(int /*size*/) const override
    {
        constexpr double factor = 64.0;
        return factor * (spec_.precision == Precision::fp32
                             ? double{std::numeric_limits<float>::epsilon()}
                             : std::numeric_limits<double>::epsilon());
    }

    [[nodiscard]] std::vector<std::string> methods() const override
    {
        return flow::method_of_ranks(example_.problem, spec_.backend, 2).by_slabs
                   ? std::vector<std::string>{"slabs", "all-to-all"}
                   : std::vector<std::string>{"all-to-all"};
    }
    [[nodiscard]] scaling::Prediction predicted(const std::string& method, int size,
                                                double one_rank_seconds,
                                                const scaling::Link& link) const override
    {
        scaling::FlowSteps steps =
            scaling::flow_steps(example_.problem, spec_.backend, size, one_rank_seconds);
        steps.by_slabs = method == "slabs";
        return scaling::predicted(steps, size, link);
    }

    std::unique_ptr<RankTrial> alone(const runtime::Machine& machine) override
    {
        return trial(nullptr, machine);
    }
    std::unique_ptr<RankTrial> on_ranks(const Communicator& ranks,
                                        const runtime::Machine& machine) override
    {
        return trial(&ranks, machine);
    }

private:
    [[nodiscard]] double plane_bytes() const
    {
        return static_cast<double>(spec_.lengths[1] * spec_.lengths[2] *
                                   bytes_per_value(spec_.precision));
    }

    std::unique_ptr<RankTrial> trial(const Communicator* ranks, const runtime::Machine& machine)
    {
        if (spec_.precision == Precision::fp32) {
            return std::make_unique<FlowTrial<float>>(example_, ranks, machine);
        }
        return std::make_unique<FlowTrial<double>>(example_, ranks, machine);
    }

    FlowSpec spec_;
    flow_bench::Example example_;
};

}  // namespace

std::unique_ptr<ScalingJob> make_flow_job(const FlowSpec& spec)
{
    return std::make_unique<FlowJob>(spec);
}

}  // namespace tobiuo::scaling_bench
