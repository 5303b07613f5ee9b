// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/device/fused_schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <variant>

#include "kernels/fft/choose/fused_choice.hpp"

namespace tobiuo::poisson {
namespace {

/// Whether transforms along all axes, one of which divides between two, are all that a schedule does.
bool transforms_all(const SolveSchedule& solve)
{
    const auto divides = [](const fft::Step& step) {
        const auto* const pass = std::get_if<fft::PassStep>(&step);
        return pass != nullptr && pass->form.pairs.solves();
    };
    return !solve.by_systems() && solve.inverse.steps.empty() &&
           std::ranges::count_if(solve.forward.steps, divides) == 1 &&
           std::ranges::all_of(solve.forward.steps, [](const fft::Step& step) {
               return std::holds_alternative<fft::PassStep>(step);
           });
}

/// The schedule whose passes are fused; nothing if an axis is not transformed, or has no transform.
std::optional<SolveSchedule> transforms_of(const Problem& problem, const fft::DeviceLimits& limits)
{
    try {
        SolveSchedule solve = make_solve_schedule(problem, limits, {.merging = fft::Merging::never},
                                                  LastAxis::transforms);
        return transforms_all(solve) ? std::optional{std::move(solve)} : std::nullopt;
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

/// Passes read eigenvalues in double precision whatever lambda is, and shared memory as it is.
std::vector<fft::FusedPass> passes_of(const SolveSchedule& solve)
{
    std::vector<fft::FusedPass> passes;
    for (const fft::Step& step : solve.forward.steps) {
        fft::FusedPass pass{.form = std::get<fft::PassStep>(step).form};
        pass.order = pass.form.block.load_contiguous ? fft::Order::contiguous : fft::Order::strided;
        pass.form.pairs.wide_symbol = pass.form.pairs.solves();
        pass.form.load = pass.form.store = fft::Access::normal;
        passes.push_back(pass);
    }
    return passes;
}

}  // namespace

std::optional<FusedSchedule> make_fused_schedule(Problem problem, std::span<const double> lambdas,
                                                 const fft::DeviceLimits& limits)
{
    problem.lambda = 0.0;
    std::optional<SolveSchedule> solve = transforms_of(problem, limits);
    if (!solve) {
        return std::nullopt;
    }
    const std::vector<fft::FusedPass> passes = passes_of(*solve);
    const long long values = points(problem);
    const long long held = passes.size() == 1               ? 0
                           : solve->forward.work_values > 0 ? 2 * solve->forward.work_values
                                                            : values;
    auto form = fft::choose_fused(passes, values, held, problem.precision, limits);
    if (!form) {
        return std::nullopt;
    }
    form->outer_step = static_cast<long long>(solve->outer.size());
    std::vector<double> outer;
    for (const double lambda : lambdas) {
        for (const double eigenvalue : solve->outer) {
            outer.push_back(eigenvalue + solve->round_trip * lambda);
        }
    }
    solve->outer = std::move(outer);
    solve->wide_symbol = true;
    return FusedSchedule{.solve = std::move(*solve), .form = *form};
}

}  // namespace tobiuo::poisson
