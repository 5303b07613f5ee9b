// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/ranks/plane_passes.hpp"

#include <utility>

#include "solvers/poisson/ranks/rank_rows.hpp"

namespace tobiuo::poisson {
namespace {

SolveProgram program_of(Precision precision, std::int64_t points, SolveStep step)
{
    return {.precision = precision,
            .points = points,
            .arrays = {},
            .steps = {std::move(step)},
            .choices = {},
            .description = {}};
}

}  // namespace

PlanePrograms plane_programs(const Problem& problem, std::int64_t planes,
                             const SolveSchedule& schedule)
{
    const std::int64_t plane = points(problem) / unknowns(problem, 2).count;
    const auto program = [&](const fft::Schedule& passes) {
        return program_of(problem.precision, planes * plane,
                          passes.steps.empty() ? SolveStep{CopyOfF{}} : SolveStep{passes});
    };
    return {.forward = program(schedule.forward), .inverse = program(schedule.inverse)};
}

template <typename T>
PlanePrograms plane_programs(std::shared_ptr<const OuterTransforms<T>> transforms)
{
    const auto program = [&](bool inverse) {
        return program_of(precision_of<T>, 0,
                          HostPlanes<T>{.transforms = transforms, .inverse = inverse});
    };
    return {.forward = program(false), .inverse = program(true)};
}

template <typename T>
std::shared_ptr<const OuterTransforms<T>> plane_transforms(const Problem& problem,
                                                           std::int64_t planes, int threads)
{
    return std::make_shared<const OuterTransforms<T>>(
        slice_problem(problem, {.first = 0, .count = planes}), 2, fft::Effort::estimate, threads);
}

template PlanePrograms plane_programs(std::shared_ptr<const OuterTransforms<float>>);
template PlanePrograms plane_programs(std::shared_ptr<const OuterTransforms<double>>);
template std::shared_ptr<const OuterTransforms<float>> plane_transforms(const Problem&,
                                                                        std::int64_t, int);
template std::shared_ptr<const OuterTransforms<double>> plane_transforms(const Problem&,
                                                                         std::int64_t, int);

}  // namespace tobiuo::poisson
