// SPDX-License-Identifier: BSD-3-Clause
// The public solver: checks its arguments, and solves in a unit of length.
#include <tobiuo/poisson/solver.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "runtime/device/backend.hpp"
#include "runtime/forks.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/threads.hpp"
#include "solvers/in_precision.hpp"
#include "solvers/poisson/arrays.hpp"
#include "solvers/poisson/engine/batch_solver.hpp"
#include "solvers/poisson/open/open_faces.hpp"
#include "solvers/poisson/unit_of_length.hpp"
#include "solvers/poisson/walls/given_walls.hpp"

namespace tobiuo::poisson {
namespace {

using AnySolver = std::variant<BatchSolver<float>, BatchSolver<double>>;

AnySolver any_solver_of(const Problem& problem, Backend backend, const SolverOptions& options)
{
    if (problem.precision == Precision::fp32) {
        return AnySolver{std::in_place_type<BatchSolver<float>>, problem, backend, options};
    }
    return AnySolver{std::in_place_type<BatchSolver<double>>, problem, backend, options};
}

/// Throws if the problem has a fault, or this machine lacks the back end.
void validate(const Problem& problem, Backend backend)
{
    validate(problem);
    require(backend, "solve");
}

/// The back end of the options, or the default one. Throws if the problem, the back end or the
/// options are refused.
Backend validated(const Problem& problem, const SolverOptions& options)
{
    const Backend backend = chosen_backend(options.backend);
    validate(problem, backend);
    validate_batch(problem, options);
    validate_threads(options.threads, "a solve");
    validate_device_bytes(options.device_bytes, options.host_arrays);
    if (options.opencl_buffers && (!solve_on(backend).has_buffers() || !options.walls_in_f)) {
        throw std::invalid_argument{
            "a solver for buffers was asked for that does not run on OpenCL, or that adds what the "
            "walls contribute (it does so in host memory): leave out the option opencl_buffers, or "
            "take it with Backend::opencl and the option walls_in_f"};
    }
    if (options.opencl_buffers && has_open_axes(problem)) {
        throw std::invalid_argument{
            "several axes have open ends, whose values between two solves are found in host "
            "memory: "
            "leave out the option opencl_buffers, or use another back end"};
    }
    if (options.opencl_buffers && !unit_of_length(problem).is_one()) {
        throw std::invalid_argument{
            "a box of this size is solved in another unit of length, for which host memory scales "
            "arrays: leave out the option opencl_buffers, or give lengths near 1"};
    }
    return backend;
}

}  // namespace

class Solver::Implementation {
public:
    Implementation(const Problem& problem, const SolverOptions& options)
        : problem_{problem},
          backend_{validated(problem, options)},
          walls_in_f_{options.walls_in_f},
          takes_buffers_{options.opencl_buffers},
          problems_{problems_of(options)},
          solver_{any_solver_of(problem, backend_, options)}
    {
    }

    /// `walls` is null for walls at zero.
    template <typename T>
    void solve(const T* f, const Walls<T>* walls, T* u, Stream stream) const
    {
        require_not_lost_by_fork(backend_);
        if (walls != nullptr && walls_in_f_) {
            throw std::invalid_argument{walls_in_f_refusal};
        }
        if (takes_buffers_) {
            throw std::logic_error{
                "arrays are given to a solver for buffers (option opencl_buffers): call "
                "solve_buffers()"};
        }
        const auto& solver = in_precision<BatchSolver<T>>(solver_);
        constexpr std::size_t device_alignment = 16;
        const bool on_host = solver.machine().is_host();
        validate_arrays(f, u, points(problem_) * problems_,
                        on_host ? alignof(T) : device_alignment);
        const walls::GivenFaces<T> given =
            walls == nullptr ? walls::GivenFaces<T>{} : given_walls(problem_, *walls);
        validate_walls(problem_, given, u, problems_);
        solver.solve(f, given, u, stream);
    }

    void solve_buffers(const void* f, void* u, Stream queue) const
    {
        require_not_lost_by_fork(backend_);
        if (!takes_buffers_) {
            throw std::logic_error{
                "buffers are given to a solver for arrays: make it with the option opencl_buffers"};
        }
        std::visit([&](const auto& one) { one.solve_on_machine(f, u, queue); }, solver_);
    }

    /// Returns the result of `call` for the solver of all problems.
    template <typename Call>
    [[nodiscard]] auto ask(const Call& call) const
    {
        return std::visit(call, solver_);
    }

    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] std::int64_t problems() const { return problems_; }
    [[nodiscard]] Backend backend() const { return backend_; }

private:
    Problem problem_;
    Backend backend_;
    bool walls_in_f_;
    bool takes_buffers_;
    std::int64_t problems_;
    AnySolver solver_;
};

std::optional<std::string> unsupported_reason(const Problem& problem, Backend backend)
{
    try {
        validate(problem, backend);
        return MachineSolver::unsupported_reason(
            has_open_axes(problem) ? with_closed_ends(problem) : problem, backend);
    } catch (const std::invalid_argument& error) {
        return error.what();
    } catch (const DeviceError& error) {
        return error.what();
    }
}

SolverNeeds Solver::needs(const Problem& problem, const SolverOptions& options)
{
    const Backend backend = validated(problem, options);
    return problem.precision == Precision::fp32
               ? BatchSolver<float>::needs(problem, backend, options)
               : BatchSolver<double>::needs(problem, backend, options);
}

Solver::Solver(const Problem& problem, const SolverOptions& options)
    : implementation_{std::make_unique<Implementation>(problem, options)}
{
    runtime::wait_for_kernels();
}
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() = default;

void Solver::solve(const double* f, double* u, Stream stream) const
{
    implementation_->solve<double>(f, nullptr, u, stream);
}

void Solver::solve(const float* f, float* u, Stream stream) const
{
    implementation_->solve<float>(f, nullptr, u, stream);
}

void Solver::solve_buffers(const void* f, void* u, Stream queue) const
{
    implementation_->solve_buffers(f, u, queue);
}

void Solver::solve(const double* f, const Walls<double>& walls, double* u, Stream stream) const
{
    implementation_->solve(f, &walls, u, stream);
}

void Solver::solve(const float* f, const Walls<float>& walls, float* u, Stream stream) const
{
    implementation_->solve(f, &walls, u, stream);
}

Solved Solver::solved(Stream stream) const
{
    return solved_each(stream).front();
}

std::vector<Solved> Solver::solved_each(Stream stream) const
{
    require_not_lost_by_fork(backend());
    return implementation_->ask([&](const auto& solver) { return solver.solved(stream); });
}

std::int64_t Solver::batch() const
{
    return implementation_->problems();
}

const Problem& Solver::problem() const
{
    return implementation_->problem();
}

Backend Solver::backend() const
{
    return implementation_->backend();
}

std::size_t Solver::workspace_bytes() const
{
    return implementation_->ask([](const auto& solver) { return solver.workspace_bytes(); });
}

std::int64_t Solver::copied_bytes() const
{
    return implementation_->ask([](const auto& solver) { return solver.copied_bytes(); });
}

int Solver::passes() const
{
    return implementation_->ask([](const auto& solver) { return solver.passes(); });
}

std::string Solver::describe() const
{
    return implementation_->ask([](const auto& solver) { return solver.describe(); });
}

std::vector<fft::PassChoice> Solver::choices() const
{
    return implementation_->ask([](const auto& solver) { return solver.choices(); });
}

}  // namespace tobiuo::poisson
