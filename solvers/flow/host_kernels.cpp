// SPDX-License-Identifier: BSD-3-Clause
// The kernels of a flow on the CPU.
#include <cstdint>
#include <memory>
#include <utility>

#include "kernels/flow/elimination/host_elimination.hpp"
#include "kernels/flow/host/host_implicit.hpp"
#include "kernels/flow/host/host_scalar.hpp"
#include "kernels/flow/host/host_stage.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/thread_choice.hpp"
#include "runtime/threads.hpp"
#include "solvers/flow/flow_machine.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {
namespace {

constexpr double stage_nanoseconds = 30.0;      // of one thread at one point
constexpr double projection_nanoseconds = 3.0;  // of the divergence or of the velocity
constexpr double sweep_nanoseconds = 20.0;      // of implicit diffusion

int flow_threads(std::int64_t points, int threads)
{
    return threads > 0 ? threads : threads_for(points, stage_nanoseconds);
}

/// What the kernels of a flow have in common. `asked`: threads that the caller wants, or 0.
struct HostFlow {
    HostFlow(std::int64_t points, int asked)
        : threads{flow_threads(points, asked)},
          stages{choice(points, asked, stage_nanoseconds)},
          projections{choice(points, asked, projection_nanoseconds)},
          sweeps{choice(points, asked, sweep_nanoseconds)}
    {
    }

    /// The threads for work at all points, unless the caller says how many.
    [[nodiscard]] ThreadChoice choice(std::int64_t points, int asked, double nanoseconds) const
    {
        return {threads, ThreadChoice::alone_unless_asked(asked, points, nanoseconds)};
    }

    int threads;
    ThreadChoice stages;
    ThreadChoice projections;
    ThreadChoice sweeps;
    Measures measures = {};
};

template <typename T>
FlowKernels<T> host_kernels(const runtime::Machine& memory, std::int64_t points, int asked)
{
    const auto flow = std::make_shared<HostFlow>(points, asked);
    FlowKernels<T> kernels;
    kernels.description = threads_text(flow->threads);
    kernels.advance = [flow](const auto& box, const auto& arrays, const Stage& stage,
                             double time_step, bool observes, Stream /*stream*/) {
        const Measures found = flow->stages.run([&](int threads) {
            return advance_on_host(box, arrays, stage, time_step, observes, threads);
        });
        if (observes) {
            flow->measures = found;
        }
    };
    kernels.advance_scalar = [flow](const auto& box, const auto& arrays, const Stage& stage,
                                    double time_step, Stream /*stream*/) {
        advance_scalar_on_host(box, arrays, stage, time_step, flow->threads);
    };
    kernels.find_viscosity = [find = runtime::ForEach<FindViscosity<T>>{memory}](
                                 const FindViscosity<T>& item, Stream stream) {
        find(item, item.box.points(), stream);
    };
    kernels.measures_and_wait = [flow] { return flow->measures; };
    kernels.project = [flow](const auto& box, const auto& velocity, const T* impulse,
                             const auto& out, Stream /*stream*/) {
        flow->projections.run(
            [&](int threads) { project_on_host(box, velocity, impulse, out, threads); });
    };
    kernels.find_divergence = [flow](const auto& box, const auto& velocity, T* divergence,
                                     Stream /*stream*/) {
        flow->projections.run(
            [&](int threads) { find_divergence_on_host(box, velocity, divergence, threads); });
    };
    kernels.eliminate = [](const auto& all, Stream /*stream*/) { eliminate_on_host(all); };
    kernels.solve_implicit = [flow](const auto& stage, Stream /*stream*/) {
        flow->sweeps.run([&](int threads) { solve_implicit_on_host(stage, threads); });
    };
    kernels.raise_pressure = [flow](const auto& rise, Stream /*stream*/) {
        flow->projections.run([&](int threads) { raise_pressure_on_host(rise, threads); });
    };
    return kernels;
}

}  // namespace

template <typename T>
FlowMachine<T> make_host_machine(const Problem& problem, const Placement& placement, int threads)
{
    const std::int64_t own = points(problem, placement.slab);
    auto memory = runtime::make_host_machine(flow_threads(own, threads));
    FlowKernels<T> kernels = host_kernels<T>(*memory, own, threads);
    if (placement.ranks != nullptr) {
        return {problem, std::move(memory), std::move(kernels), placement,
                poisson::DistributedOptions{.threads = threads}};
    }
    return {problem, std::move(memory), std::move(kernels), {.threads = threads}};
}

template FlowMachine<float> make_host_machine(const Problem&, const Placement&, int);
template FlowMachine<double> make_host_machine(const Problem&, const Placement&, int);

}  // namespace tobiuo::flow
