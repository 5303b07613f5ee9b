// Solves on the CPU: one step of a HostSolver.
#include <cstddef>
#include <span>
#include <stdexcept>

#include "solvers/poisson/host/host_solver.hpp"
#include "solvers/poisson/program/ready_step.hpp"

namespace tobiuo::poisson {
namespace on_host {
namespace {

SolveProgram plan(const Problem& problem, const SolveChoices& choices)
{
    return {.precision = problem.precision,
            .points = points(problem),
            .has_null_space = has_null_space(problem),
            .arrays = {},
            .steps = {HostTiles{
                .problem = problem, .effort = choices.effort, .threads = choices.threads}},
            .passes = HostSolver::passes(problem),
            .choices = {},
            .description = HostSolver::description(problem, choices.effort, choices.threads)};
}

class ReadyHostTiles final : public ReadyStep {
public:
    explicit ReadyHostTiles(const HostTiles& step)
        : solver_{step.problem, step.effort, step.threads},
          precision_{step.problem.precision},
          count_{static_cast<std::size_t>(points(step.problem))}
    {
    }

    void enqueue(const SolveArrays& arrays, Stream /*stream*/) const override
    {
        if (precision_ == Precision::fp32) {
            solve<float>(arrays);
        } else {
            solve<double>(arrays);
        }
    }

    [[nodiscard]] std::size_t bytes_of_call() const override
    {
        return static_cast<std::size_t>(solver_.workspace_bytes());
    }

private:
    template <typename T>
    void solve(const SolveArrays& arrays) const
    {
        const Solved solved = solver_.solve(std::span{static_cast<const T*>(arrays.f), count_},
                                            std::span{static_cast<T*>(arrays.u), count_});
        if (arrays.removed != nullptr) {
            *arrays.removed += solved.removed_mean;
        }
    }

    HostSolver solver_;
    Precision precision_;
    std::size_t count_;
};

std::unique_ptr<const ReadyStep> prepare(const SolveStep& step, const StepContext& /*context*/)
{
    if (const auto* tiles = std::get_if<HostTiles>(&step)) {
        return std::make_unique<ReadyHostTiles>(*tiles);
    }
    throw std::logic_error{"a step of a device is in a program for the host"};
}

}  // namespace
}  // namespace on_host

const SolveBackEnd& solve_on_host()
{
    static constexpr SolveBackEnd back_end{.plan = on_host::plan,
                                           .prepare = on_host::prepare,
                                           .alignment = 1,
                                           .prepares_side_by_side = false};
    return back_end;
}

}  // namespace tobiuo::poisson
