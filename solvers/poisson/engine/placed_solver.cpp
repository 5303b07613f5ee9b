#include "solvers/poisson/engine/placed_solver.hpp"

#include <span>
#include <stdexcept>
#include <utility>

#include "kernels/device/survey.hpp"
#include "kernels/precision.hpp"

namespace tobiuo::poisson {
namespace {

std::size_t array_bytes(const Problem& problem)
{
    return static_cast<std::size_t>(points(problem) * bytes_per_value(problem.precision));
}

/// The solver of arrays in host memory that do not fit on the CUDA device whole; nothing if they
/// do. Throws std::invalid_argument if no solver can be made.
std::optional<OutOfCardSolver> solver_in_parts(const Problem& problem, const SolverPlace& place)
{
    const std::int64_t most = device::device_bytes_within(place.device_bytes);
    const auto needed = static_cast<std::int64_t>(
        array_bytes(problem) + MachineSolver::needs(problem, place.backend).workspace_bytes);
    if (needed <= most) {
        return std::nullopt;
    }
    try {
        return OutOfCardSolver{problem, {.device_bytes = most}};
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument{"the solve needs " + std::to_string(needed) +
                                    " bytes of the GPU's memory and may take " +
                                    std::to_string(most) + ", and " + error.what()};
    }
}

}  // namespace

PlacedSolver::PlacedSolver(const Problem& problem, const SolverPlace& place, runtime::Array copied)
    : copied_{std::move(copied)}
{
    validate(problem);
    if (place.host_arrays && place.backend == Backend::cuda && copied_.data() == nullptr) {
        in_parts_ = solver_in_parts(problem, place);
    }
    if (in_parts_) {
        return;
    }
    whole_.emplace(problem, place.backend, SolveChoices{.threads = place.threads});
    if (place.host_arrays && !whole_->machine().is_host() && copied_.data() == nullptr) {
        copied_ = whole_->machine().allocate(array_bytes(problem));
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
