// The Poisson solver of the C interface.
#include <tobiuo/poisson.hpp>

#include "doors/c/boundary.hpp"

namespace tobiuo::c_door {
namespace {

using poisson::Condition;

Condition condition_of(int number)
{
    return chosen(number, std::array{Condition::periodic, Condition::dirichlet, Condition::neumann},
                  "condition");
}

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
        problem.sides[axis] = {condition_of(asked.axes[axis].lower_condition),
                               condition_of(asked.axes[axis].upper_condition)};
    }
    return problem;
}

template <typename Real>
poisson::Wall<Real> wall_of(const tobiuo_wall& asked, std::int64_t needed)
{
    if (asked.values != nullptr) {
        require_size(asked.count, needed, "walls", "values");
    }
    return {static_cast<Real>(asked.constant), static_cast<const Real*>(asked.values)};
}

template <typename Real>
void solve(const poisson::Solver& solver, const void* f, void* u, const tobiuo_wall* walls,
           Stream stream)
{
    if (walls == nullptr) {
        solver.solve(static_cast<const Real*>(f), static_cast<Real*>(u), stream);
        return;
    }
    const auto count = [&](int axis) { return unknowns(solver.problem(), axis).count; };
    poisson::Walls<Real> given;
    for (std::size_t side = 0; side < 2; ++side) {
        given.x[side] = wall_of<Real>(walls[side], count(1) * count(2));
        given.y[side] = wall_of<Real>(walls[2 + side], count(0) * count(2));
        given.z[side] = wall_of<Real>(walls[4 + side], count(0) * count(1));
    }
    solver.solve(static_cast<const Real*>(f), given, static_cast<Real*>(u), stream);
}

}  // namespace
}  // namespace tobiuo::c_door

namespace c_door = tobiuo::c_door;

struct tobiuo_poisson_solver {
    tobiuo::poisson::Solver solver;
    std::string description;
};

namespace {

/// Makes a solver with options that are the caller's and what `change` adds to them.
template <typename Change>
int created(const tobiuo_poisson_problem* problem, const tobiuo_options* options,
            tobiuo_poisson_solver** solver, const Change& change)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        *solver = nullptr;
        c_door::require(problem, "problem");
        const tobiuo::poisson::Problem asked = c_door::problem_of(*problem);
        auto given = c_door::options_of<tobiuo::poisson::SolverOptions>(options);
        change(given);
        tobiuo::poisson::Solver made{asked, given};
        std::string description = describe(asked) + " by " + made.describe();
        *solver = new tobiuo_poisson_solver{std::move(made), std::move(description)};
    });
}

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
    return created(problem, options, solver, [device_bytes](auto& given) {
        given.host_arrays = true;
        given.device_bytes = device_bytes;
    });
}

int tobiuo_poisson_unknowns(const tobiuo_poisson_solver* solver, int64_t counts[3])
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(counts, "counts");
        for (int axis = 0; axis < 3; ++axis) {
            counts[axis] = unknowns(solver->solver.problem(), axis).count;
        }
    });
}

int tobiuo_poisson_position(const tobiuo_poisson_solver* solver, int axis, int64_t index,
                            double* position)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(position, "position");
        const tobiuo::poisson::Problem& problem = solver->solver.problem();
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
        const tobiuo::poisson::Problem& problem = solver->solver.problem();
        c_door::require_size(count, points(problem), "f or u", "values");
        if (problem.precision == tobiuo::Precision::fp64) {
            c_door::solve<double>(solver->solver, f, u, walls, static_cast<tobiuo::Stream>(stream));
        } else {
            c_door::solve<float>(solver->solver, f, u, walls, static_cast<tobiuo::Stream>(stream));
        }
    });
}

int tobiuo_poisson_removed_mean(const tobiuo_poisson_solver* solver, void* stream, double* mean)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(mean, "mean");
        *mean = solver->solver.solved(static_cast<tobiuo::Stream>(stream)).removed_mean;
    });
}

int tobiuo_poisson_backend(const tobiuo_poisson_solver* solver, int* backend)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(backend, "backend");
        *backend = c_door::number_of(solver->solver.backend());
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
