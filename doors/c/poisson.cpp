// SPDX-License-Identifier: BSD-3-Clause
// The Poisson solver of the C interface.
#include <tobiuo/poisson.hpp>

#include <array>
#include <atomic>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "doors/c/boundary.hpp"
#include "doors/c/communicator.hpp"
#include "doors/c/level_set.hpp"
#include "doors/c/poisson_problem.hpp"

namespace tobiuo::c_door {
namespace {

using poisson::Condition;

Condition condition_of(int number)
{
    return chosen(number,
                  std::array{Condition::periodic, Condition::dirichlet, Condition::neumann,
                             Condition::open, Condition::robin},
                  "condition");
}

template <typename Real>
poisson::Wall<Real> wall_of(const tobiuo_wall& asked, std::int64_t needed)
{
    if (asked.values != nullptr) {
        require_size(asked.count, needed, "walls", "values");
    }
    return {static_cast<Real>(asked.constant), static_cast<const Real*>(asked.values)};
}

/// The planes whose values the arrays of a solver hold.
poisson::Planes planes_of(const poisson::Solver& solver)
{
    return {.first = 0, .count = unknowns(solver.problem(), 2).count};
}

poisson::Planes planes_of(const poisson::BodySolver& solver)
{
    return {.first = 0, .count = unknowns(solver.problem(), 2).count};
}

poisson::Planes planes_of(const poisson::CoefficientSolver& solver)
{
    return {.first = 0, .count = unknowns(solver.problem(), 2).count};
}

poisson::Planes planes_of(const poisson::MixedSolver& solver)
{
    return {.first = 0, .count = unknowns(solver.problem(), 2).count};
}

poisson::Planes planes_of(const poisson::DistributedSolver& solver)
{
    return solver.planes();
}

/// The problems that a solver solves at a time.
std::int64_t problems_of(const poisson::Solver& solver)
{
    return solver.batch();
}
template <typename Solver>
std::int64_t problems_of(const Solver& /*of one problem*/)
{
    return 1;
}

/// What a solve removed from the right-hand side of each problem.
std::vector<poisson::Solved> reports_of(const poisson::Solver& solver, Stream stream)
{
    return solver.solved_each(stream);
}
template <typename Solver>
std::vector<poisson::Solved> reports_of(const Solver& solver, Stream stream)
{
    return {solver.solved(stream)};
}

std::vector<poisson::Body> bodies_of(const tobiuo_body* bodies, std::int64_t count,
                                     const poisson::Problem& problem)
{
    std::vector<poisson::Body> all;
    for (std::int64_t number = 0; number < count; ++number) {
        const tobiuo_body& asked = bodies[number];
        require_reserved(asked.reserved);
        poisson::Body& body = all.emplace_back(inside_of(asked.levels, asked.count, problem));
        if (chosen(asked.conducts, std::array{false, true}, "conducts")) {
            body.value = asked.value;
        }
    }
    return all;
}

poisson::CoefficientSolver with_coefficient(const poisson::Problem& problem,
                                            const tobiuo_coefficient& asked,
                                            const poisson::SolverOptions& options)
{
    using poisson::CoefficientScaling;
    using poisson::FaceMean;
    const poisson::CoefficientOptions given{
        .solver = options,
        .face_mean = chosen(
            asked.face_mean,
            std::array{FaceMean::harmonic, FaceMean::arithmetic, FaceMean::geometric}, "face_mean"),
        .scaling = chosen(asked.scaling,
                          std::array{CoefficientScaling::automatic, CoefficientScaling::mean,
                                     CoefficientScaling::root},
                          "scaling"),
        .tolerance = asked.tolerance,
        .iterations = asked.iterations};
    require_list(asked.values, asked.count, "values");
    const auto count = static_cast<std::size_t>(asked.count);
    if (problem.precision == Precision::fp32) {
        return {problem, std::span{static_cast<const float*>(asked.values), count}, given};
    }
    return {problem, std::span{static_cast<const double*>(asked.values), count}, given};
}

std::vector<poisson::MixedWall> mixed_walls_of(const tobiuo_mixed_wall* walls, std::int64_t count)
{
    std::vector<poisson::MixedWall> all;
    for (std::int64_t number = 0; number < count; ++number) {
        const tobiuo_mixed_wall& asked = walls[number];
        require_list(asked.is_dirichlet, asked.count, "is_dirichlet");
        poisson::MixedWall& wall = all.emplace_back();
        wall.axis = asked.axis;
        wall.end = asked.end;
        for (std::int64_t point = 0; point < asked.count; ++point) {
            wall.points.push_back(asked.is_dirichlet[point] != 0);
        }
    }
    return all;
}

/// What a solve by several of the box took.
struct SolveUse {
    std::int64_t steps = 0;
    double residual = 0.0;
};

/// Solves, and returns what bodies or a coefficient took.
template <typename... Arguments>
SolveUse solved_by(const poisson::BodySolver& solver, const Arguments&... arguments)
{
    const poisson::BodyUse use = solver.solve_and_wait(arguments...);
    return {.steps = use.solves, .residual = use.residual};
}
template <typename... Arguments>
SolveUse solved_by(const poisson::CoefficientSolver& solver, const Arguments&... arguments)
{
    const poisson::CoefficientUse use = solver.solve_and_wait(arguments...);
    return {.steps = use.iterations, .residual = use.residual};
}
template <typename... Arguments>
SolveUse solved_by(const poisson::MixedSolver& solver, const Arguments&... arguments)
{
    const poisson::MixedUse use = solver.solve_and_wait(arguments...);
    return {.steps = use.solves, .residual = use.residual};
}
template <typename Solver, typename... Arguments>
SolveUse solved_by(const Solver& solver, const Arguments&... arguments)
{
    solver.solve(arguments...);
    return {};
}

template <typename Real, typename Solver>
SolveUse solve(const Solver& solver, const void* f, void* u, const tobiuo_wall* walls,
               Stream stream)
{
    const auto* const from = static_cast<const Real*>(f);
    auto* const to = static_cast<Real*>(u);
    if (walls == nullptr) {
        return solved_by(solver, from, to, stream);
    }
    const std::int64_t nx = unknowns(solver.problem(), 0).count;
    const std::int64_t ny = unknowns(solver.problem(), 1).count;
    const std::int64_t nz = planes_of(solver).count;
    const std::int64_t problems = problems_of(solver);
    poisson::Walls<Real> given;
    for (std::size_t side = 0; side < 2; ++side) {
        given.x[side] = wall_of<Real>(walls[side], problems * ny * nz);
        given.y[side] = wall_of<Real>(walls[2 + side], problems * nx * nz);
        given.z[side] = wall_of<Real>(walls[4 + side], problems * nx * ny);
    }
    return solved_by(solver, from, given, to, stream);
}

}  // namespace

poisson::Problem problem_of(const tobiuo_poisson_problem& asked)
{
    using poisson::Operator;
    require_reserved(asked.reserved);
    poisson::Problem problem{
        .grid = {},
        .op = chosen(asked.op,
                     std::array{Operator::second_order, Operator::fourth_order, Operator::spectral},
                     "op"),
        .lambda = asked.lambda,
        .precision = precision_of(asked.precision)};
    problem.grid.location =
        chosen(asked.location, std::array{Location::cell, Location::node}, "location");
    for (std::size_t axis = 0; axis < 3; ++axis) {
        problem.grid.axes[axis] = axis_of(asked.axes[axis]);
        const auto& [lower, upper] = asked.robin[axis];
        problem.sides[axis] = {condition_of(asked.axes[axis].lower_condition),
                               condition_of(asked.axes[axis].upper_condition),
                               {{{lower[0], lower[1]}, {upper[0], upper[1]}}}};
    }
    require_reserved(asked.padding);
    if (asked.rho != nullptr) {
        const int axis = chosen(asked.rho_axis, std::array{0, 1, 2}, "rho_axis");
        const std::int64_t halves = 2 * problem.grid.axes[static_cast<std::size_t>(axis)].cells + 1;
        require_size(asked.rho_count, halves, "rho", "values");
        problem.rho = poisson::AxisCoefficient{.axis = asked.rho_axis,
                                               .values = {asked.rho, asked.rho + asked.rho_count}};
    } else if (asked.rho_count != 0) {
        throw std::invalid_argument{"rho is null, but rho_count is " +
                                    std::to_string(asked.rho_count) +
                                    ": pass its values, or the count 0"};
    }
    return problem;
}

}  // namespace tobiuo::c_door

namespace c_door = tobiuo::c_door;

struct tobiuo_poisson_solver {
    /// Returns the result of `call` for the solver.
    template <typename Call>
    auto ask(const Call& call) const
    {
        return std::visit(call, solver);
    }
    [[nodiscard]] const tobiuo::poisson::Problem& problem() const
    {
        return std::visit(
            [](const auto& any) -> const auto& { return any.problem(); }, solver);
    }
    [[nodiscard]] tobiuo::poisson::Planes planes() const
    {
        return ask([](const auto& any) { return c_door::planes_of(any); });
    }

    [[nodiscard]] std::int64_t problems() const
    {
        return ask([](const auto& any) { return c_door::problems_of(any); });
    }

    std::unique_ptr<const tobiuo::Communicator> ranks;  // null for one rank; ends after the solver
    std::variant<tobiuo::poisson::Solver, tobiuo::poisson::DistributedSolver,
                 tobiuo::poisson::BodySolver, tobiuo::poisson::CoefficientSolver,
                 tobiuo::poisson::MixedSolver>
        solver;
    std::string description;
    mutable std::atomic<std::int64_t> steps = 0;  // of the last solve by several of the box
    mutable std::atomic<double> residual = 0.0;   // that it left

    /// Tells what the last solve took, if it was one by a Kind of solver.
    template <typename Kind>
    void tell_use(std::int64_t& steps_of_it, double& residual_of_it) const
    {
        const bool is_one = std::holds_alternative<Kind>(solver);
        steps_of_it = is_one ? steps.load() : 0;
        residual_of_it = is_one ? residual.load() : 0.0;
    }
};

namespace {

/// Makes a solver; `make` makes it of the problem, and `ranks` are those that it is on, if any.
template <typename Make>
void create(const tobiuo_poisson_problem* problem, tobiuo_poisson_solver** solver,
            std::unique_ptr<const tobiuo::Communicator> ranks, const Make& make)
{
    c_door::require(problem, "problem");
    const tobiuo::poisson::Problem asked = c_door::problem_of(*problem);
    auto made = make(asked);
    std::string description = describe(asked) + " by " + made.describe();
    *solver = new tobiuo_poisson_solver{std::move(ranks), std::move(made), std::move(description)};
}

/// Creates a solver with options that are the caller's and what `change` adds to them.
template <typename Change>
int created(const tobiuo_poisson_problem* problem, const tobiuo_options* options,
            tobiuo_poisson_solver** solver, const Change& change)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        *solver = nullptr;
        create(problem, solver, nullptr, [&](const auto& asked) {
            auto given = c_door::options_of<tobiuo::poisson::SolverOptions>(options);
            change(given);
            return tobiuo::poisson::Solver{asked, given};
        });
    });
}

/// Creates a solver on the ranks of a communicator, likewise.
template <typename Change>
int created_on_ranks(const tobiuo_poisson_problem* problem, const tobiuo_communicator* communicator,
                     const tobiuo_options* options, tobiuo_poisson_solver** solver,
                     const Change& change)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        *solver = nullptr;
        auto ranks = c_door::ranks_of(communicator);
        const tobiuo::Communicator& known = *ranks;
        create(problem, solver, std::move(ranks), [&](const auto& asked) {
            auto given = c_door::options_of<tobiuo::poisson::DistributedOptions>(options);
            given.through_host_memory = communicator->through_host_memory == 1;
            change(given);
            return tobiuo::poisson::DistributedSolver{asked, known, given};
        });
    });
}

/// Options of a solver of several problems at a time.
struct OfBatch {
    void operator()(auto& given) const
    {
        given.batch.emplace();
        given.batch->count = count;
        if (lambdas != nullptr && count > 0) {
            given.batch->lambdas.assign(lambdas, lambdas + count);
        }
    }

    std::int64_t count;
    const double* lambdas;
};

/// Options of a solver whose arrays are in host memory on any back end.
struct OfHostArrays {
    void operator()(auto& given) const
    {
        given.host_arrays = true;
        given.device_bytes = device_bytes;
    }

    std::int64_t device_bytes;
};

}  // namespace

int tobiuo_poisson_create(const tobiuo_poisson_problem* problem, const tobiuo_options* options,
                          tobiuo_poisson_solver** solver)
{
    return created(problem, options, solver, [](auto& /*unchanged*/) {});
}

int tobiuo_poisson_create_for_host_arrays(const tobiuo_poisson_problem* problem,
                                          int64_t device_bytes, const tobiuo_options* options,
                                          tobiuo_poisson_solver** solver)
{
    return created(problem, options, solver, OfHostArrays{device_bytes});
}

int tobiuo_poisson_create_on_ranks(const tobiuo_poisson_problem* problem,
                                   const tobiuo_communicator* communicator,
                                   const tobiuo_options* options, tobiuo_poisson_solver** solver)
{
    return created_on_ranks(problem, communicator, options, solver, [](auto& /*unchanged*/) {});
}

int tobiuo_poisson_create_on_ranks_for_host_arrays(const tobiuo_poisson_problem* problem,
                                                   const tobiuo_communicator* communicator,
                                                   int64_t device_bytes,
                                                   const tobiuo_options* options,
                                                   tobiuo_poisson_solver** solver)
{
    return created_on_ranks(problem, communicator, options, solver, OfHostArrays{device_bytes});
}

int tobiuo_poisson_create_batch(const tobiuo_poisson_problem* problem, int64_t count,
                                const double* lambdas, const tobiuo_options* options,
                                tobiuo_poisson_solver** solver)
{
    return created(problem, options, solver, OfBatch{count, lambdas});
}

int tobiuo_poisson_create_batch_for_host_arrays(const tobiuo_poisson_problem* problem,
                                                int64_t count, const double* lambdas,
                                                int64_t device_bytes, const tobiuo_options* options,
                                                tobiuo_poisson_solver** solver)
{
    return created(problem, options, solver, [&](auto& given) {
        OfBatch{count, lambdas}(given);
        OfHostArrays{device_bytes}(given);
    });
}

int tobiuo_poisson_create_with_bodies(const tobiuo_poisson_problem* problem,
                                      const tobiuo_body* bodies, int64_t count, double tolerance,
                                      const tobiuo_options* options, tobiuo_poisson_solver** solver)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        *solver = nullptr;
        c_door::require_list(bodies, count, "bodies");
        create(problem, solver, nullptr, [&](const tobiuo::poisson::Problem& asked) {
            // The positions of unknowns, which level sets need, are those of a sound problem.
            const auto given = c_door::options_of<tobiuo::poisson::SolverOptions>(options);
            if (const auto reason =
                    unsupported_reason(asked, given.backend.value_or(tobiuo::default_backend()))) {
                throw std::invalid_argument{*reason};
            }
            return tobiuo::poisson::BodySolver{asked,
                                               c_door::bodies_of(bodies, count, asked),
                                               {.solver = given, .tolerance = tolerance}};
        });
    });
}

int tobiuo_poisson_body_use(const tobiuo_poisson_solver* solver, int64_t* solves, double* residual)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(solves, "solves");
        c_door::require(residual, "residual");
        solver->tell_use<tobiuo::poisson::BodySolver>(*solves, *residual);
    });
}

int tobiuo_poisson_create_with_coefficient(const tobiuo_poisson_problem* problem,
                                           const tobiuo_coefficient* coefficient,
                                           const tobiuo_options* options,
                                           tobiuo_poisson_solver** solver)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        *solver = nullptr;
        c_door::require(coefficient, "coefficient");
        create(problem, solver, nullptr, [&](const tobiuo::poisson::Problem& asked) {
            return c_door::with_coefficient(
                asked, *coefficient, c_door::options_of<tobiuo::poisson::SolverOptions>(options));
        });
    });
}

int tobiuo_poisson_coefficient_use(const tobiuo_poisson_solver* solver, int64_t* iterations,
                                   double* residual)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(iterations, "iterations");
        c_door::require(residual, "residual");
        solver->tell_use<tobiuo::poisson::CoefficientSolver>(*iterations, *residual);
    });
}

int tobiuo_poisson_create_with_mixed_walls(const tobiuo_poisson_problem* problem,
                                           const tobiuo_mixed_wall* walls, int64_t count,
                                           double tolerance, const tobiuo_options* options,
                                           tobiuo_poisson_solver** solver)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        *solver = nullptr;
        c_door::require_list(walls, count, "walls");
        create(problem, solver, nullptr, [&](const tobiuo::poisson::Problem& asked) {
            return tobiuo::poisson::MixedSolver{
                asked,
                c_door::mixed_walls_of(walls, count),
                {.solver = c_door::options_of<tobiuo::poisson::SolverOptions>(options),
                 .tolerance = tolerance}};
        });
    });
}

int tobiuo_poisson_mixed_use(const tobiuo_poisson_solver* solver, int64_t* solves, double* residual)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(solves, "solves");
        c_door::require(residual, "residual");
        solver->tell_use<tobiuo::poisson::MixedSolver>(*solves, *residual);
    });
}

int tobiuo_poisson_planes(const tobiuo_poisson_solver* solver, int64_t* first, int64_t* count)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(first, "first");
        c_door::require(count, "count");
        const tobiuo::poisson::Planes planes = solver->planes();
        *first = planes.first;
        *count = planes.count;
    });
}

int tobiuo_poisson_unknowns(const tobiuo_poisson_solver* solver, int64_t counts[3])
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(counts, "counts");
        for (int axis = 0; axis < 3; ++axis) {
            counts[axis] = unknowns(solver->problem(), axis).count;
        }
    });
}

int tobiuo_poisson_position(const tobiuo_poisson_solver* solver, int axis, int64_t index,
                            double* position)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(position, "position");
        const tobiuo::poisson::Problem& problem = solver->problem();
        axis = c_door::chosen(axis, std::array{0, 1, 2}, "axis");
        const std::int64_t count = unknowns(problem, axis).count;
        if (index < 0 || index >= count) {
            throw std::invalid_argument{"index is " + std::to_string(index) + ", but axis " +
                                        std::to_string(axis) + " has " + std::to_string(count) +
                                        " unknowns: count them from 0"};
        }
        *position = tobiuo::poisson::position(problem, axis, index);
    });
}

int tobiuo_poisson_solve(const tobiuo_poisson_solver* solver, const void* f, void* u, int64_t count,
                         const tobiuo_wall* walls, void* stream)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        const tobiuo::poisson::Problem& problem = solver->problem();
        const std::int64_t plane = unknowns(problem, 0).count * unknowns(problem, 1).count;
        c_door::require_size(count, plane * solver->planes().count * solver->problems(), "f or u",
                             "values");
        const c_door::SolveUse use = solver->ask([&](const auto& any) {
            return problem.precision == tobiuo::Precision::fp64
                       ? c_door::solve<double>(any, f, u, walls,
                                               static_cast<tobiuo::Stream>(stream))
                       : c_door::solve<float>(any, f, u, walls,
                                              static_cast<tobiuo::Stream>(stream));
        });
        solver->steps = use.steps;
        solver->residual = use.residual;
    });
}

int tobiuo_poisson_removed_mean(const tobiuo_poisson_solver* solver, void* stream, double* mean)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(mean, "mean");
        *mean = solver->ask([&](const auto& any) {
            return any.solved(static_cast<tobiuo::Stream>(stream)).removed_mean;
        });
    });
}

int tobiuo_poisson_removed_means(const tobiuo_poisson_solver* solver, void* stream, double* means,
                                 int64_t count)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(means, "means");
        c_door::require_size(count, solver->problems(), "means", "values");
        for (const tobiuo::poisson::Solved& report : solver->ask([&](const auto& any) {
                 return c_door::reports_of(any, static_cast<tobiuo::Stream>(stream));
             })) {
            *means++ = report.removed_mean;
        }
    });
}

int tobiuo_poisson_backend(const tobiuo_poisson_solver* solver, int* backend)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(backend, "backend");
        *backend = c_door::number_of(solver->ask([](const auto& any) { return any.backend(); }));
    });
}

int tobiuo_poisson_describe(const tobiuo_poisson_solver* solver, const char** text)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(text, "text");
        *text = solver->description.c_str();
    });
}

int tobiuo_poisson_destroy(tobiuo_poisson_solver* solver)
{
    return c_door::guarded([&] { delete solver; });
}
