// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/program/machine_solver.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <utility>
#include <variant>

#include "solvers/poisson/arrays.hpp"
#include "solvers/poisson/axis/singular.hpp"

namespace tobiuo::poisson {
namespace {

SolveProgram planned(const Problem& problem, Backend backend, const runtime::Machine& machine,
                     const SolveChoices& choices)
{
    validate(problem);
    if (has_open_axes(problem)) {
        throw std::logic_error{
            "several axes have open ends (one solve has one of them): solve with_closed_ends()"};
    }
    if (!machine.is_host()) {  // the host's solver looks at them by itself
        const std::vector<double> own{problem.lambda};
        Problem one = problem;
        std::set<double> seen;
        for (const double lambda : choices.lambdas.empty() ? own : choices.lambdas) {
            one.lambda = lambda;
            if (seen.insert(lambda).second) {
                validate_modes(one);
            }
        }
    }
    return solve_on(backend).plan(problem, choices);
}

bool begins_with_passes(const SolveProgram& program)
{
    return std::holds_alternative<fft::Schedule>(program.steps.front());
}

}  // namespace

MachineSolver::Needs MachineSolver::needs(const Problem& problem, Backend backend,
                                          const SolveChoices& choices)
{
    SolveChoices on_paper = choices;
    on_paper.on_paper = true;
    const SolveProgram program = solve_on(backend).plan(problem, on_paper);
    return {.workspace_bytes = program.bytes(), .passes = program.passes};
}

bool MachineSolver::fuses(const Problem& problem, Backend backend)
{
    const SolveBackEnd& back_end = solve_on(backend);
    return back_end.fuses != nullptr && !open_axis(problem) && back_end.fuses(problem);
}

std::optional<std::string> MachineSolver::unsupported_reason(const Problem& problem,
                                                             Backend backend)
{
    try {
        static_cast<void>(solve_on(backend).plan(problem, {.on_paper = true}));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return std::nullopt;
}

MachineSolver::MachineSolver(const Problem& problem, Backend backend, const SolveChoices& choices)
    : machine_{runtime::make_machine(backend, choices.threads)},
      back_end_{solve_on(backend)},
      program_{planned(problem, backend, *machine_, choices)},
      takes_load_{choices.load.wanted() && begins_with_passes(program_)},
      executor_{*machine_, back_end_, program_, takes_load_ ? choices.load : fft::PlaceFunction{}}
{
    if (machine_->is_host()) {
        solved_ = std::make_unique<ByThread<Solved>>();
    }
    for (ProgramArray& array : program_.arrays) {
        array.values = {};
    }
}

void MachineSolver::solve(const void* f, void* u, Stream stream) const
{
    if (takes_load_) {
        throw std::logic_error{
            "a solve of an array was asked of a solver that takes f from a function: make another "
            "solver for it, without the function"};
    }
    if (back_end_.has_buffers()) {
        validate_array(f, 1, "a buffer of a solve");
        validate_array(u, 1, "a buffer of a solve");
    } else {
        const std::int64_t value = bytes_per_value(program_.precision);
        validate_arrays(static_cast<const std::byte*>(f), static_cast<const std::byte*>(u),
                        program_.points * value,
                        std::max(back_end_.alignment, static_cast<std::size_t>(value)));
    }
    double removed = 0.0;
    executor_.enqueue({.f = f, .u = u, .removed = &removed}, stream);
    if (solved_ != nullptr && program_.has_null_space) {
        solved_->remember({.removed_mean = removed});
    }
}

void MachineSolver::solve_loaded(const void* data, void* u, Stream stream) const
{
    if (!takes_load_) {
        throw std::logic_error{
            "a solve with a function was asked of a solver that takes none: ask takes_load() "
            "first"};
    }
    validate_array(u, back_end_.alignment, "the array of a solve");
    executor_.enqueue({.f = u, .u = u, .data = data}, stream);
}

Solved MachineSolver::solved(Stream stream) const
{
    return solved_ != nullptr ? solved_->last()
                              : Solved{.removed_mean = executor_.removed_mean_and_wait(stream)};
}

void MachineSolver::require_precision(Precision precision) const
{
    if (precision != program_.precision) {
        throw std::invalid_argument{"the arrays are not in the problem's precision: make them fit"};
    }
}

}  // namespace tobiuo::poisson
