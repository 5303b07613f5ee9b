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
#include "solvers/poisson/arrays.hpp"
#include "solvers/poisson/engine/in_unit.hpp"
#include "solvers/poisson/engine/walled_solver.hpp"
#include "solvers/poisson/walls/given_walls.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T>
using WalledInUnit = SolverInUnit<T, WalledSolver>;
using AnySolver = std::variant<WalledInUnit<float>, WalledInUnit<double>>;

AnySolver any_solver_of(const Problem& problem, Backend backend, const SolverOptions& options)
{
    const Problem solved = in_unit(problem, unit_of_length(problem));
    const auto make = [&]<typename T>(T /*of the precision*/) {
        auto solver = std::make_unique<const WalledSolver<T>>(solved, backend, options);
        const runtime::Machine& machine = solver->machine();
        return AnySolver{WalledInUnit<T>{.solver = std::move(solver),
                                         .unit = InUnit<T>{problem, machine, !options.walls_in_f}}};
    };
    return problem.precision == Precision::fp32 ? make(float{}) : make(double{});
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
    const Backend backend = options.backend ? *options.backend : default_backend();
    validate(problem, backend);
    validate_threads(options.threads, "a solve");
    validate_device_bytes(options.device_bytes, options.host_arrays);
    if (options.opencl_buffers && (!solve_on(backend).has_buffers() || !options.walls_in_f)) {
        throw std::invalid_argument{
            "a solver for buffers was asked for that does not run on OpenCL, or that adds what the "
            "walls contribute (it does so in host memory): leave out the option opencl_buffers, or "
            "take it with Backend::opencl and the option walls_in_f"};
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
        const auto* solver = std::get_if<WalledInUnit<T>>(&solver_);
        if (solver == nullptr) {
            throw std::invalid_argument{
                "the arrays are not in the problem's precision: make them fit"};
        }
        constexpr std::size_t device_alignment = 16;
        const bool on_host = solver->solver->machine().is_host();
        validate_arrays(f, u, points(problem_), on_host ? alignof(T) : device_alignment);
        const walls::GivenFaces<T> given =
            walls == nullptr ? walls::GivenFaces<T>{} : given_walls(problem_, *walls);
        validate_walls(problem_, given, u);
        const T* rhs = solver->unit.right_hand_side(f, u, points(problem_), stream);
        solver->solver->solve(rhs, solver->unit.walls(given), u, stream);
    }

    void solve_buffers(const void* f, void* u, Stream queue) const
    {
        require_not_lost_by_fork(backend_);
        if (!takes_buffers_) {
            throw std::logic_error{
                "buffers are given to a solver for arrays: make it with the option opencl_buffers"};
        }
        std::visit([&](const auto& one) { one.solver->solve_on_machine(f, u, queue); }, solver_);
    }

    [[nodiscard]] Solved solved(Stream stream) const
    {
        return std::visit(
            [&](const auto& solver) -> Solved {
                const double removed = solver.solver->solved(stream).removed_mean;
                return {.removed_mean = solver.unit.mean_of_f(removed)};
            },
            solver_);
    }

    /// Returns the result of `call` for the solver with walls.
    template <typename Call>
    [[nodiscard]] auto ask(const Call& call) const
    {
        return std::visit([&](const auto& solver) { return call(*solver.solver); }, solver_);
    }

    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] Backend backend() const { return backend_; }

private:
    Problem problem_;
    Backend backend_;
    bool walls_in_f_;
    bool takes_buffers_;
    AnySolver solver_;
};

std::optional<std::string> unsupported_reason(const Problem& problem, Backend backend)
{
    try {
        validate(problem, backend);
        return MachineSolver::unsupported_reason(problem, backend);
    } catch (const std::invalid_argument& error) {
        return error.what();
    } catch (const DeviceError& error) {
        return error.what();
    }
}

SolverNeeds Solver::needs(const Problem& problem, const SolverOptions& options)
{
    const Backend backend = validated(problem, options);
    return WalledSolver<double>::needs(in_unit(problem, unit_of_length(problem)), backend, options);
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
    require_not_lost_by_fork(backend());
    return implementation_->solved(stream);
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
    return implementation_->ask([](const auto& solver) { return solver.placed().copied_bytes(); });
}

int Solver::passes() const
{
    return implementation_->ask([](const auto& solver) { return solver.placed().passes(); });
}

std::string Solver::describe() const
{
    return implementation_->ask([](const auto& solver) { return solver.describe(); });
}

std::vector<fft::PassChoice> Solver::choices() const
{
    return implementation_->ask(
        [](const auto& solver) { return fft::told_choices(solver.placed().choices()); });
}

}  // namespace tobiuo::poisson
