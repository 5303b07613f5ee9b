// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/engine/placed_solver.hpp"

#include <span>
#include <stdexcept>
#include <utility>

#include "runtime/device/survey.hpp"
#include "runtime/memory/link.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::poisson {
namespace {

std::size_t array_bytes(const Problem& problem)
{
    return static_cast<std::size_t>(points(problem) * bytes_per_value(problem.precision));
}

/// Whether a solve in parts takes less time than that of a whole array that fits: if it copies no
/// more, and chunks fill the link, the device works on some of them while others are on their way.
bool gains_by_parts(const Problem& problem, const OutOfCardOptions& options)
{
    const auto bytes = static_cast<std::int64_t>(array_bytes(problem));
    if (bytes < memory::slots_in_flight * memory::filling_copy_bytes) {
        return false;
    }
    try {
        return OutOfCardSolver::needs(problem, options).copied_bytes <= bytes;
    } catch (const std::invalid_argument&) {
        return false;
    }
}

/// How arrays in host memory go to a CUDA device in parts; nothing if they do not.
std::optional<OutOfCardOptions> parts_of(const Problem& problem, const SolverPlace& place)
{
    if (!place.host_arrays || !place.lambdas.empty() ||
        solve_on(place.backend).host_arrays != HostArrays::visiting) {
        return std::nullopt;
    }
    OutOfCardOptions options{.device_bytes = device::device_bytes_within(place.device_bytes),
                             .watch = place.watch};
    const auto needed = static_cast<std::int64_t>(
        array_bytes(problem) + MachineSolver::needs(problem, place.backend).workspace_bytes);
    if (needed <= options.device_bytes) {
        return gains_by_parts(problem, options) ? std::optional{options} : std::nullopt;
    }
    if (const auto reason = OutOfCardSolver::unsupported_reason(problem, options)) {
        throw std::invalid_argument{"the solve needs " + std::to_string(needed) +
                                    " bytes of the GPU's memory and may take " +
                                    std::to_string(options.device_bytes) + ", and " + *reason};
    }
    return options;
}

}  // namespace

SolverNeeds PlacedSolver::needs(const Problem& problem, const SolverPlace& place)
{
    validate(problem);
    if (const auto options = parts_of(problem, place)) {
        const OutOfCardSolver::Needs needs = OutOfCardSolver::needs(problem, *options);
        return {.workspace_bytes = static_cast<std::size_t>(needs.device_bytes),
                .copied_bytes = needs.copied_bytes,
                .passes = needs.passes};
    }
    const MachineSolver::Needs needs =
        MachineSolver::needs(problem, place.backend, {.lambdas = place.lambdas});
    const bool copies = place.host_arrays && solve_on(place.backend).has_own_memory();
    const std::size_t copied =
        copies ? array_bytes(problem) * static_cast<std::size_t>(place.problems()) : 0;
    return {.workspace_bytes = needs.workspace_bytes + copied,
            .copied_bytes = static_cast<std::int64_t>(copied),
            .passes = needs.passes};
}

PlacedSolver::PlacedSolver(const Problem& problem, const SolverPlace& place, runtime::Array copied)
    : copied_{std::move(copied)}
{
    validate(problem);
    if (copied_.data() == nullptr) {
        if (const auto options = parts_of(problem, place)) {
            in_parts_.emplace(problem, *options);
        }
    }
    if (in_parts_) {
        return;
    }
    whole_.emplace(problem, place.backend,
                   SolveChoices{.lambdas = place.lambdas, .threads = place.threads});
    if (place.host_arrays && !whole_->machine().is_host() && copied_.data() == nullptr) {
        copied_ = whole_->machine().allocate(array_bytes(problem) *
                                             static_cast<std::size_t>(place.problems()));
        owns_copied_ = true;
    }
}

template <typename T>
void PlacedSolver::solve(const T* f, T* u, Stream stream) const
{
    if (in_parts_) {
        solved_ = in_parts_->solve_and_wait(f, u);
        return;
    }
    if (copied_.data() == nullptr) {
        whole_->solve(f, u, stream);
        return;
    }
    const runtime::Machine& machine = whole_->machine();
    const std::size_t count = copied_.bytes() / sizeof(T);
    machine.write_and_wait(copied_.data(), std::as_bytes(std::span{f, count}), stream);
    whole_->solve(static_cast<const void*>(copied_.data()), copied_.data(), stream);
    machine.read_and_wait(std::as_writable_bytes(std::span{u, count}), copied_.data(), stream);
}

std::size_t PlacedSolver::workspace_bytes() const
{
    return in_parts_ ? in_parts_->device_bytes()
                     : whole_->workspace_bytes() + (owns_copied_ ? copied_.bytes() : 0);
}

std::string PlacedSolver::describe() const
{
    return in_parts_ ? in_parts_->describe() : whole_->describe();
}

template void PlacedSolver::solve(const float*, float*, Stream) const;
template void PlacedSolver::solve(const double*, double*, Stream) const;

}  // namespace tobiuo::poisson
