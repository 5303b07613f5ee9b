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
#include "solvers/poisson/walls/given_walls.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T>
using EnginePointer = std::unique_ptr<const Engine<T>>;
using AnyEngine = std::variant<EnginePointer<float>, EnginePointer<double>>;

template <typename T>
EnginePointer<T> engine_of(const Problem& problem, Backend backend, const SolverOptions& options)
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
    return problem.precision == Precision::fp32
               ? AnyEngine{engine_of<float>(problem, backend, options)}
               : AnyEngine{engine_of<double>(problem, backend, options)};
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
        const auto* engine = std::get_if<EnginePointer<T>>(&engine_);
        if (engine == nullptr) {
            throw std::invalid_argument{
                "the arrays are not in the problem's precision: make them fit"};
        }
        constexpr std::size_t device_alignment = 16;
        validate_arrays(f, u, points(problem_),
                        backend_ == Backend::cuda ? device_alignment : alignof(T));
        const walls::GivenFaces<T> given = given_walls(problem_, walls);
        validate_walls(problem_, given, u);
        (*engine)->solve(f, given, u, stream);
    }

    /// Returns the result of `call` for the engine.
    template <typename Call>
    [[nodiscard]] auto ask(const Call& call) const
    {
        return std::visit([&](const auto& engine) { return call(*engine); }, engine_);
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
    return implementation_->ask([&](const auto& engine) { return engine.solved(stream); });
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
