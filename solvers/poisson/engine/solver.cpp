// The public solver: checks its arguments and calls the engine of its back end.
#include <tobiuo/poisson/solver.hpp>

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <variant>

#include "kernels/device/backend.hpp"
#include "kernels/forks.hpp"
#include "kernels/threads.hpp"
#include "solvers/poisson/arrays.hpp"
#include "solvers/poisson/engine/engine.hpp"
#include "solvers/poisson/engine/in_unit.hpp"
#include "solvers/poisson/walls/given_walls.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T>
using EngineInUnit = SolverInUnit<T, Engine>;
using AnyEngine = std::variant<EngineInUnit<float>, EngineInUnit<double>>;

template <typename T>
std::unique_ptr<const Engine<T>> engine_of(const Problem& problem, Backend backend,
                                           const SolverOptions& options)
{
    switch (backend) {
        case Backend::cuda:
            return make_device_engine<T>(problem, options);
        case Backend::opencl:
            return make_opencl_engine<T>(problem, options);
        case Backend::cpu:
            break;
    }
    return make_host_engine<T>(problem, options);
}

AnyEngine any_engine_of(const Problem& problem, Backend backend, const SolverOptions& options)
{
    const Problem solved = in_unit(problem, unit_of_length(problem));
    const auto make = [&]<typename T>(T /*of the precision*/) {
        return AnyEngine{EngineInUnit<T>{.solver = engine_of<T>(solved, backend, options),
                                         .unit = InUnit<T>{problem, backend}}};
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
    return backend;
}

}  // namespace

class Solver::Implementation {
public:
    Implementation(const Problem& problem, const SolverOptions& options)
        : problem_{problem},
          backend_{validated(problem, options)},
          engine_{any_engine_of(problem, backend_, options)}
    {
    }

    template <typename T>
    void solve(const T* f, const Walls<T>& walls, T* u, Stream stream) const
    {
        require_not_lost_by_fork(backend_);
        const auto* solver = std::get_if<EngineInUnit<T>>(&engine_);
        if (solver == nullptr) {
            throw std::invalid_argument{
                "the arrays are not in the problem's precision: make them fit"};
        }
        constexpr std::size_t device_alignment = 16;
        validate_arrays(f, u, points(problem_),
                        backend_ == Backend::cuda ? device_alignment : alignof(T));
        const walls::GivenFaces<T> given = given_walls(problem_, walls);
        validate_walls(problem_, given, u);
        const T* rhs = solver->unit.right_hand_side(f, u, points(problem_), stream);
        solver->solver->solve(rhs, solver->unit.walls(given), u, stream);
    }

    [[nodiscard]] Solved solved(Stream stream) const
    {
        return std::visit(
            [&](const auto& solver) -> Solved {
                const double removed = solver.solver->solved(stream).removed_mean;
                return {.removed_mean = solver.unit.mean_of_f(removed)};
            },
            engine_);
    }

    /// Returns the result of `call` for the engine.
    template <typename Call>
    [[nodiscard]] auto ask(const Call& call) const
    {
        return std::visit([&](const auto& solver) { return call(*solver.solver); }, engine_);
    }

    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] Backend backend() const { return backend_; }

private:
    Problem problem_;
    Backend backend_;
    AnyEngine engine_;
};

std::optional<std::string> unsupported_reason(const Problem& problem, Backend backend)
{
    try {
        validate(problem, backend);
        return backend == Backend::cuda     ? device_unsupported_reason(problem)
               : backend == Backend::opencl ? opencl_unsupported_reason(problem)
                                            : std::nullopt;
    } catch (const std::invalid_argument& error) {
        return error.what();
    } catch (const DeviceError& error) {
        return error.what();
    }
}

Solver::Solver(const Problem& problem, const SolverOptions& options)
    : implementation_{std::make_unique<Implementation>(problem, options)}
{
}
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() = default;

void Solver::solve(const double* f, double* u, Stream stream) const
{
    implementation_->solve(f, Walls<double>{}, u, stream);
}

void Solver::solve(const float* f, float* u, Stream stream) const
{
    implementation_->solve(f, Walls<float>{}, u, stream);
}

void Solver::solve(const double* f, const Walls<double>& walls, double* u, Stream stream) const
{
    implementation_->solve(f, walls, u, stream);
}

void Solver::solve(const float* f, const Walls<float>& walls, float* u, Stream stream) const
{
    implementation_->solve(f, walls, u, stream);
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
    return implementation_->ask([](const auto& engine) { return engine.workspace_bytes(); });
}

std::string Solver::describe() const
{
    return implementation_->ask([](const auto& engine) { return engine.describe(); });
}

}  // namespace tobiuo::poisson
