// SPDX-License-Identifier: BSD-3-Clause
// The public solver with a variable coefficient: the public one of the box, and conjugate gradients
// around it.
#include <tobiuo/poisson/coefficient_solver.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <numbers>
#include <type_traits>
#include <utility>
#include <variant>

#include "kernels/walls/closed_cells.hpp"
#include "runtime/device/backend.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/in_precision.hpp"
#include "solvers/poisson/coefficient/coefficient_operator.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/walls/around_box.hpp"
#include "solvers/poisson/walls/given_walls.hpp"
#include "solvers/problem_words.hpp"

namespace tobiuo::poisson {
namespace {

/// What the box is solved with, and whether for w = a^1/2 u.
struct Preconditioner {
    bool scaled = false;
    double lambda = 0.0;
};

/// A mean that is not above 0, so that the preconditioner is definite; where a constant solves the
/// problem, w = a^1/2 would be the one without an image, and lambda is a part of the least eigenvalue.
double lambda_for_root(const Problem& problem, const CoefficientFacts& facts)
{
    const double lambda = problem.lambda * facts.mean_inverse - facts.curvature;
    if (!has_null_space(problem)) {
        return lambda;
    }
    constexpr double part = 0.01;
    double longest = 0.0;
    for (const Axis& axis : problem.grid.axes) {
        longest = std::max(longest, axis.upper - axis.lower);
    }
    return std::min(lambda, -part * std::pow(std::numbers::pi / longest, 2));
}

/// Whether a goes from its least to its greatest value over several unknowns. Where it jumps, q is large
/// on both sides of the jump, of both signs, and the finer the grid the larger.
bool is_smooth(const CoefficientFacts& facts)
{
    constexpr double part = 0.4;  // of the contrast; docs/poisson.md has the iterations of both
    return std::log(facts.steepest) < part * std::log(facts.contrast);
}

Preconditioner preconditioner_for(const Problem& problem, const CoefficientFacts& facts,
                                  CoefficientScaling scaling)
{
    const bool takes_root = scaling == CoefficientScaling::root ||
                            (scaling == CoefficientScaling::automatic && is_smooth(facts));
    if (takes_root && facts.contrast > 1.0) {
        return {.scaled = true, .lambda = lambda_for_root(problem, facts)};
    }
    return {.scaled = false, .lambda = problem.lambda / facts.mean};
}

}  // namespace

std::optional<std::string> unsupported_reason(const Problem& problem,
                                              const CoefficientOptions& options)
{
    const AroundBox around{.given = "a coefficient is",
                           .with_rho =
                               "both stand before the gradient): multiply the coefficient "
                               "by rho, and leave rho out",
                           .takes_robin = false};
    if (auto reason = unsupported_around_box(problem, options.solver, around)) {
        return reason;
    }
    if (auto fault = tolerance_fault(options.tolerance, "a solve with a coefficient", "f")) {
        return fault;
    }
    if (options.iterations < 1) {
        return "a solve with a coefficient may take " + std::to_string(options.iterations) +
               " iterations (it takes some): give at least 1";
    }
    return std::nullopt;
}

class CoefficientSolver::Implementation {
public:
    template <typename T>
    Implementation(const Problem& problem, std::span<const T> a, const CoefficientOptions& options)
        : problem_{checked(problem, a, options)},
          options_{options},
          machine_{
              runtime::make_machine(chosen_backend(options.solver.backend), options.solver.threads)}
    {
        CoefficientOperator<T> operator_of_a{problem, options.face_mean, a.data(), *machine_};
        facts_ = operator_of_a.facts();
        const Preconditioner chosen = preconditioner_for(problem, facts_, options.scaling);
        scaled_ = chosen.scaled;
        operator_of_a.scale(scaled_);
        Problem box = problem;
        box.lambda = chosen.lambda;
        SolverOptions of_box = options_of_box(options.solver);
        of_box.zero_walls = true;
        solver_.emplace(box, of_box);
        const std::size_t bytes = static_cast<std::size_t>(points(problem)) * sizeof(T);
        for (runtime::Array& vector : vectors_) {
            vector = machine_->allocate(bytes);
        }
        add_.template emplace<runtime::ForEach<walls::AddConstant<T>>>(*machine_);
        operator_.template emplace<CoefficientOperator<T>>(std::move(operator_of_a));
        runtime::wait_for_kernels();
    }

    template <typename T>
    CoefficientUse solve_and_wait(const T* f, const Walls<T>& walls, T* u, Stream stream) const
    {
        const auto& of_a = in_precision<CoefficientOperator<T>>(operator_);
        const walls::GivenFaces<T> given = checked_walls(problem_, backend(), f, walls, u);
        const std::lock_guard lock{solving_};
        return solve_by<T>(of_a, f, given, u, stream);
    }

    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] const Solver& solver() const { return *solver_; }
    [[nodiscard]] Backend backend() const { return solver_->backend(); }
    [[nodiscard]] bool scaled() const { return scaled_; }
    [[nodiscard]] const CoefficientFacts& facts() const { return facts_; }
    [[nodiscard]] Solved solved() const
    {
        const std::lock_guard lock{solving_};
        return solved_;
    }
    [[nodiscard]] std::size_t workspace_bytes() const
    {
        std::size_t bytes = solver_->workspace_bytes();
        for (const runtime::Array& vector : vectors_) {
            bytes += vector.bytes();
        }
        return bytes + std::visit(
                           [](const auto& any) -> std::size_t {
                               if constexpr (requires { any.bytes(); }) {
                                   return any.bytes();
                               } else {
                                   return 0;
                               }
                           },
                           operator_);
    }

private:
    template <typename T>
    static const Problem& checked(const Problem& problem, std::span<const T> a,
                                  const CoefficientOptions& options)
    {
        if (const auto reason = unsupported_reason(problem, options)) {
            throw std::invalid_argument{*reason};
        }
        if (std::is_same_v<T, float> != (problem.precision == Precision::fp32)) {
            throw std::invalid_argument{
                "the coefficient is not in the problem's precision: make it fit"};
        }
        if (static_cast<std::int64_t>(a.size()) != points(problem)) {
            throw std::invalid_argument{
                "the coefficient has " + std::to_string(a.size()) + " values (the problem has " +
                std::to_string(points(problem)) + " unknowns, each with one): give as many"};
        }
        return problem;
    }

    /// The mean square of what a solve leaves, and of what it begins with.
    struct Search {
        double rest = 0.0;
        double goal = 0.0;
        double whole = 0.0;
        std::int64_t iterations = 0;
    };

    template <typename T>
    [[nodiscard]] CoefficientUse solve_by(const CoefficientOperator<T>& of_a, const T* f,
                                          const walls::GivenFaces<T>& given, T* u,
                                          Stream stream) const
    {
        constexpr int most_searches = 4;
        constexpr double enough = 0.25;  // of a square: what rounding leaves does not fall
        const double tolerance = attained_tolerance(options_, problem_.precision);
        const std::size_t bytes = static_cast<std::size_t>(points(problem_)) * sizeof(T);
        auto* const r = vectors_[0].as<T>();
        const auto load = [&] {
            machine_->copy(r, f, bytes, stream);
            of_a.subtract_walls(given, r, stream);
        };
        load();
        solved_ = {};
        if (has_null_space(problem_)) {
            solved_.removed_mean = of_a.mean_and_wait(r, false, stream).values;
        }
        Search search;
        search.whole = of_a.residual_and_wait(nullptr, solved_.removed_mean, r, stream);
        search.rest = search.whole;
        search.goal = tolerance * tolerance * search.whole;
        machine_->clear(u, bytes, stream);
        bool converges = true;
        for (int number = 0; number < most_searches && search.rest > search.goal; ++number) {
            const double before = search.rest;
            converges = search_and_wait(of_a, u, search, stream);
            load();
            search.rest = of_a.residual_and_wait(u, solved_.removed_mean, r, stream);
            if (!converges || std::is_same_v<T, float> || search.rest > enough * before) {
                break;
            }
        }
        const double mean = scaled_ || has_null_space(problem_)
                                ? of_a.mean_and_wait(u, scaled_, stream).values
                                : 0.0;
        if (has_null_space(problem_)) {
            std::get<runtime::ForEach<walls::AddConstant<T>>>(add_)(
                {.values = u, .constant = -mean}, points(problem_), stream);
            machine_->wait(stream);
        }
        machine_->wait(stream);
        const CoefficientUse use{
            .iterations = search.iterations,
            .residual = search.whole > 0.0 ? std::sqrt(search.rest / search.whole) : search.whole};
        if (!converges) {
            throw NotConverged{
                "after " + std::to_string(use.iterations) + " iterations " +
                six_digits(use.residual) + " of the right-hand side is left (the tolerance is " +
                six_digits(tolerance) + ", and the contrast of the coefficient " +
                six_digits(facts_.contrast) + "): allow more iterations, or try the scaling " +
                (scaled_ ? "mean" : "root")};
        }
        return use;
    }

    /// Conjugate gradients from the residual on. False if they took too many iterations.
    template <typename T>
    [[nodiscard]] bool search_and_wait(const CoefficientOperator<T>& of_a, T* x, Search& search,
                                       Stream stream) const
    {
        auto* const r = vectors_[0].as<T>();
        auto* const z = vectors_[1].as<T>();
        auto* direction = vectors_[2].as<T>();
        auto* before = vectors_[3].as<T>();
        double of_residual = 0.0;  // of the step before
        double alpha = 0.0;
        for (bool begins = true; search.rest > search.goal; begins = false) {
            if (search.iterations == options_.iterations) {
                return false;
            }
            ask_watch(search);
            solver_->solve(r, z, stream);
            ++search.iterations;
            const auto products = of_a.products_and_wait(r, z, stream);
            const double beta = begins ? 0.0 : products.with_residual / of_residual;
            const double curvature =
                products.with_image - (begins ? 0.0 : beta * products.with_residual / alpha);
            of_residual = products.with_residual;
            alpha = of_residual / curvature;
            if (!(alpha > 0.0) || !std::isfinite(alpha)) {
                return true;  // rounding is all that is left
            }
            search.rest = of_a.step_and_wait({.z = z,
                                              .before = begins ? nullptr : before,
                                              .beta = beta,
                                              .alpha = alpha,
                                              .direction = direction,
                                              .x = x,
                                              .r = r},
                                             stream);
            std::swap(direction, before);
        }
        return true;
    }

    /// The part is that of the digits.
    void ask_watch(const Search& search) const
    {
        const Watch* const watch = options_.solver.watch;
        if (watch == nullptr || !*watch) {
            return;
        }
        const double part =
            std::log(search.whole / search.rest) / std::log(search.whole / search.goal);
        constexpr double most = 0.999;
        if (!(*watch)(std::clamp(part, 0.0, most))) {
            throw Stopped{"a solve with a coefficient was stopped after " +
                          std::to_string(search.iterations) + " iterations"};
        }
    }

    Problem problem_;
    CoefficientOptions options_;
    mutable std::mutex solving_;  ///< one solve at a time
    std::unique_ptr<const runtime::Machine> machine_;
    CoefficientFacts facts_;
    bool scaled_ = false;
    std::optional<Solver> solver_;
    std::array<runtime::Array, 4> vectors_;  ///< the residual, its solution, two directions
    std::variant<std::monostate, CoefficientOperator<float>, CoefficientOperator<double>> operator_;
    std::variant<std::monostate, runtime::ForEach<walls::AddConstant<float>>,
                 runtime::ForEach<walls::AddConstant<double>>>
        add_;
    mutable Solved solved_;
};

CoefficientSolver::CoefficientSolver(const Problem& problem, std::span<const double> a,
                                     const CoefficientOptions& options)
    : implementation_{std::make_unique<const Implementation>(problem, a, options)}
{
}

CoefficientSolver::CoefficientSolver(const Problem& problem, std::span<const float> a,
                                     const CoefficientOptions& options)
    : implementation_{std::make_unique<const Implementation>(problem, a, options)}
{
}

CoefficientSolver::CoefficientSolver(CoefficientSolver&&) noexcept = default;
CoefficientSolver& CoefficientSolver::operator=(CoefficientSolver&&) noexcept = default;
CoefficientSolver::~CoefficientSolver() = default;

CoefficientUse CoefficientSolver::solve_and_wait(const double* f, double* u, Stream stream) const
{
    return implementation_->solve_and_wait<double>(f, {}, u, stream);
}

CoefficientUse CoefficientSolver::solve_and_wait(const float* f, float* u, Stream stream) const
{
    return implementation_->solve_and_wait<float>(f, {}, u, stream);
}

CoefficientUse CoefficientSolver::solve_and_wait(const double* f, const Walls<double>& walls,
                                                 double* u, Stream stream) const
{
    return implementation_->solve_and_wait(f, walls, u, stream);
}

CoefficientUse CoefficientSolver::solve_and_wait(const float* f, const Walls<float>& walls,
                                                 float* u, Stream stream) const
{
    return implementation_->solve_and_wait(f, walls, u, stream);
}

Solved CoefficientSolver::solved(Stream /*all_waited*/) const
{
    return implementation_->solved();
}

const Problem& CoefficientSolver::problem() const
{
    return implementation_->problem();
}

Backend CoefficientSolver::backend() const
{
    return implementation_->backend();
}

CoefficientScaling CoefficientSolver::scaling() const
{
    return implementation_->scaled() ? CoefficientScaling::root : CoefficientScaling::mean;
}

double CoefficientSolver::contrast() const
{
    return implementation_->facts().contrast;
}

std::string CoefficientSolver::describe() const
{
    return implementation_->solver().describe() +
           ", in conjugate gradients with a coefficient of contrast " + six_digits(contrast()) +
           ", scaled by its " + (implementation_->scaled() ? "root" : "mean");
}

int CoefficientSolver::passes() const
{
    return implementation_->solver().passes();
}

std::size_t CoefficientSolver::workspace_bytes() const
{
    return implementation_->workspace_bytes();
}

}  // namespace tobiuo::poisson
