// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/ranks/rank_steps.hpp"

#include <algorithm>
#include <vector>

#include "runtime/threads.hpp"
#include "solvers/poisson/planes.hpp"
#include "solvers/poisson/ranks/device_ranks.hpp"
#include "solvers/poisson/ranks/host_slab_work.hpp"
#include "solvers/poisson/ranks/rank_slab.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T, typename Slab>
RankSteps<T> steps_of(std::shared_ptr<const OuterTransforms<T>> transforms,
                      const SlabRequest& wanted)
{
    RankSteps<T> steps = resident_steps<T>(wanted.machine, plane_programs(std::move(transforms)), 0,
                                           wanted.round_trip, std::make_shared<const Slab>(wanted));
    steps.description = "transforms along x and y, " + std::string{Slab::name} + ", " +
                        threads_text(wanted.threads);
    return steps;
}

template <typename T>
RankSteps<T> host_steps(const Problem& problem, const RankRows& rows,
                        const runtime::Machine& machine, int threads)
{
    const auto transforms = plane_transforms<T>(problem, rows.planes.count, threads);
    SlabRequest wanted{.problem = problem,
                       .rows = rows,
                       .machine = machine,
                       .inner = transforms->eigenvalues(0),
                       .outer = transforms->eigenvalues(1),
                       .round_trip = transforms->round_trip(),
                       .threads = threads};
    std::ranges::for_each(wanted.outer, [&](double& value) { value += problem.lambda; });
    return problem.grid.axes[2].stretched()
               ? steps_of<T, UnequalSlab<T, UnequalOnHost<T>>>(transforms, wanted)
               : steps_of<T, EqualSlab<T, EqualOnHost<T>>>(transforms, wanted);
}

}  // namespace

template <typename T>
RankSteps<T> steps_in_place(const Problem& problem, const RankRows& rows,
                            const runtime::Machine& machine, int threads,
                            const fft::PlaceFunction& load)
{
    if (!machine.is_host()) {
        return device_ranks<T>().steps(problem, rows, machine, load);
    }
    constexpr double nanoseconds = 3.0;  // time of a pass for one point
    const std::int64_t values = rows.planes.count * blocks_of(problem).values;
    return host_steps<T>(problem, rows, machine,
                         threads > 0 ? threads : threads_for(values, nanoseconds));
}

template RankSteps<float> steps_in_place(const Problem&, const RankRows&, const runtime::Machine&,
                                         int, const fft::PlaceFunction&);
template RankSteps<double> steps_in_place(const Problem&, const RankRows&, const runtime::Machine&,
                                          int, const fft::PlaceFunction&);

}  // namespace tobiuo::poisson
