#include "solvers/poisson/ranks/rank_steps.hpp"

#include <algorithm>
#include <vector>

#include "runtime/threads.hpp"
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

}  // namespace

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

template RankSteps<float> host_steps(const Problem&, const RankRows&, const runtime::Machine&, int);
template RankSteps<double> host_steps(const Problem&, const RankRows&, const runtime::Machine&,
                                      int);

}  // namespace tobiuo::poisson
