// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/host/host_solver.hpp"

#include <stdexcept>
#include <variant>

#include "runtime/thread_choice.hpp"
#include "runtime/threads.hpp"
#include "solvers/in_precision.hpp"
#include "solvers/poisson/arrays.hpp"
#include "solvers/poisson/axis/axis_modes.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/host/host_passes.hpp"

namespace tobiuo::poisson {
namespace {

using Passes = std::variant<HostPasses<float>, HostPasses<double>>;

Passes passes_of(const Problem& problem, fft::Effort effort, int threads)
{
    if (problem.precision == Precision::fp32) {
        return Passes{std::in_place_type<HostPasses<float>>, problem, effort, threads};
    }
    return Passes{std::in_place_type<HostPasses<double>>, problem, effort, threads};
}

const Problem& validated(const Problem& problem)
{
    validate(problem);
    return problem;
}

int validated_threads(int threads, const Problem& problem)
{
    validate_threads(threads, "a solve");
    constexpr double nanoseconds = 2.0;  // time of a pass for one point
    return threads > 0 ? threads : threads_for(points(problem), nanoseconds);
}

/// Between the threads that a problem is worth and one, unless the caller says how many.
ThreadChoice choice_of(const Problem& problem, int threads)
{
    constexpr double nanoseconds = 5.0;  // of one thread for the solve at one point
    return {validated_threads(threads, problem),
            ThreadChoice::alone_unless_asked(threads, points(problem), nanoseconds)};
}

bool goes_by_recurrences(const Problem& problem, int axis)
{
    return !eliminated_axis(problem) && allows_recurrences(problem) &&
           middle_axis_of(problem) == axis;
}

std::string transforms_text(const Problem& problem)
{
    std::string text;
    for (int axis = 0; axis < described_axes(problem); ++axis) {
        text += axis == 0 ? "" : " x ";
        text += eliminated_axis(problem) == axis ? "tridiagonal"
                : is_dense(problem, axis)        ? "dense"
                : goes_by_recurrences(problem, axis)
                    ? "recurrences"
                    : fft::name_of(modes_of(problem, axis).forward);
    }
    return text;
}

template <typename T>
void validate_sizes(std::span<const T> in, std::span<T> out, std::int64_t wanted)
{
    if (std::ssize(in) != wanted || std::ssize(out) != wanted) {
        throw std::invalid_argument{"the arrays have " + std::to_string(in.size()) + " and " +
                                    std::to_string(out.size()) + " values where the problem has " +
                                    std::to_string(wanted) + " unknowns"};
    }
}

}  // namespace

class HostSolver::Implementation {
public:
    Implementation(const Problem& problem, fft::Effort effort, int threads)
        : passes_{passes_of(problem, effort, validated_threads(threads, problem))},
          points_{points(problem)},
          description_{description(problem, effort, threads)},
          choice_{choice_of(problem, threads)}
    {
    }

    template <typename T>
    [[nodiscard]] Solved solve(std::span<const T> f, std::span<T> u) const
    {
        const HostPasses<T>& fitting = passes(f, u);
        return {.removed_mean = choice_.run(
                    [&](int threads) { return fitting.solve(f.data(), u.data(), threads); })};
    }

    /// Throws std::invalid_argument for arrays that do not fit or have the other precision.
    template <typename T>
    [[nodiscard]] const HostPasses<T>& passes(std::span<const T> in, std::span<T> out) const
    {
        validate_sizes(in, out, points_);
        validate_arrays<T>(in.data(), out.data(), points_, alignof(T));
        return in_precision<HostPasses<T>>(passes_);
    }

    [[nodiscard]] std::int64_t workspace_bytes() const
    {
        return std::visit([](const auto& passes) { return passes.workspace_bytes(); }, passes_);
    }

    [[nodiscard]] const std::string& describe() const { return description_; }

private:
    Passes passes_;
    std::int64_t points_;
    std::string description_;
    mutable ThreadChoice choice_;
};

HostSolver::HostSolver(const Problem& problem, fft::Effort effort, int threads)
    : implementation_{std::make_unique<Implementation>(validated(problem), effort, threads)}
{
}

HostSolver::HostSolver(HostSolver&&) noexcept = default;
HostSolver& HostSolver::operator=(HostSolver&&) noexcept = default;
HostSolver::~HostSolver() = default;

Solved HostSolver::solve(std::span<const double> f, std::span<double> u) const
{
    return implementation_->solve(f, u);
}

Solved HostSolver::solve(std::span<const float> f, std::span<float> u) const
{
    return implementation_->solve(f, u);
}

void HostSolver::apply(std::span<const double> u, std::span<double> out) const
{
    implementation_->passes(u, out).apply(u.data(), out.data());
}

void HostSolver::apply(std::span<const float> u, std::span<float> out) const
{
    implementation_->passes(u, out).apply(u.data(), out.data());
}

std::int64_t HostSolver::workspace_bytes() const
{
    return implementation_->workspace_bytes();
}

int HostSolver::passes(const Problem& problem)
{
    return host_memory_passes(problem);
}

std::string HostSolver::description(const Problem& problem, fft::Effort effort, int threads)
{
    return "tiles of lines, " + transforms_text(problem) + ", " +
           threads_text(validated_threads(threads, problem)) + ", " +
           (effort == fft::Effort::measure ? "measure" : "estimate");
}

std::string HostSolver::describe() const
{
    return implementation_->describe();
}

}  // namespace tobiuo::poisson
