// SPDX-License-Identifier: BSD-3-Clause
// Solves on the CPU: one step of a HostSolver, or the passes of a rank.
#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <variant>

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

template <typename T>
class ReadyHostPlanes final : public ReadyStep {
public:
    explicit ReadyHostPlanes(HostPlanes<T> step) : step_{std::move(step)} {}

    void enqueue(const SolveArrays& arrays, Stream /*stream*/) const override
    {
        T* const u = static_cast<T*>(arrays.u);
        if (step_.inverse) {
            step_.transforms->inverse(u);
        } else {
            step_.transforms->forward(static_cast<const T*>(arrays.f), u);
        }
    }

    [[nodiscard]] std::size_t bytes_of_call() const override
    {
        return static_cast<std::size_t>(step_.transforms->workspace_bytes());
    }

private:
    HostPlanes<T> step_;
};

template <typename T>
class ReadyHostColumns final : public ReadyStep {
public:
    ReadyHostColumns(const HostColumns& step, const StepContext& context)
        : passes_{step.problem, step.part, fft::Effort::estimate, step.threads},
          applies_{step.applies},
          removed_{static_cast<double*>(context.constant())}
    {
    }

    void enqueue(const SolveArrays& arrays, Stream /*stream*/) const override
    {
        const T* const f = static_cast<const T*>(arrays.f);
        T* const u = static_cast<T*>(arrays.u);
        if (applies_) {
            passes_.apply(f, u);
            return;
        }
        const double removed = passes_.solve(f, u);
        if (removed_ != nullptr) {
            *removed_ = removed;
        }
    }

    [[nodiscard]] std::size_t bytes_of_call() const override
    {
        return static_cast<std::size_t>(passes_.workspace_bytes());
    }

private:
    HostPasses<T> passes_;
    bool applies_;
    double* removed_;
};

/// The class of a step on the host.
struct Prepare {
    using Made = std::unique_ptr<const ReadyStep>;

    Made operator()(const HostTiles& step) const { return std::make_unique<ReadyHostTiles>(step); }
    template <typename T>
    Made operator()(const HostPlanes<T>& step) const
    {
        return std::make_unique<ReadyHostPlanes<T>>(step);
    }
    Made operator()(const HostColumns& step) const
    {
        if (step.problem.precision == Precision::fp32) {
            return std::make_unique<ReadyHostColumns<float>>(step, context);
        }
        return std::make_unique<ReadyHostColumns<double>>(step, context);
    }
    template <typename Other>
    Made operator()(const Other& /*step*/) const
    {
        throw std::logic_error{"a step of a device is in a program for the host"};
    }

    const StepContext& context;
};

std::unique_ptr<const ReadyStep> prepare(const SolveStep& step, const StepContext& context)
{
    return std::visit(Prepare{context}, step);
}

}  // namespace
}  // namespace on_host

const SolveBackEnd& solve_on_host()
{
    static constexpr SolveBackEnd back_end{.plan = on_host::plan,
                                           .prepare = on_host::prepare,
                                           .alignment = 1,
                                           .host_arrays = HostArrays::as_they_are,
                                           .prepares_side_by_side = false};
    return back_end;
}

}  // namespace tobiuo::poisson
