// SPDX-License-Identifier: BSD-3-Clause
// The flow solver of the C interface.
#include <tobiuo/flow.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "doors/c/boundary.hpp"
#include "doors/c/communicator.hpp"
#include "doors/c/flow_problem.hpp"

struct tobiuo_flow_solver {
    std::unique_ptr<const tobiuo::Communicator> ranks;  // null for one rank; ends after the solver
    tobiuo::flow::Solver solver;
    std::string description;
    bool has_begun = false;
};

namespace tobiuo::c_door {
namespace {

const flow::Solver& begun(const tobiuo_flow_solver* solver)
{
    require(solver, "solver");
    if (!solver->has_begun) {
        throw std::logic_error{
            "the flow has no velocity yet: call tobiuo_flow_start or tobiuo_flow_resume first"};
    }
    return solver->solver;
}

/// The cells of the planes that arrays hold.
std::int64_t cells_of(const flow::Solver& solver)
{
    const std::array<Axis, 3>& axes = solver.problem().grid.axes;
    return axes[0].cells * axes[1].cells * solver.planes().count;
}

void require_cells(const tobiuo_flow_solver* solver, std::int64_t count)
{
    require(solver, "solver");
    require_size(count, cells_of(solver->solver), "an array of the flow", "values");
}

void require_state(const tobiuo_flow_solver* solver, std::int64_t count)
{
    require(solver, "solver");
    require_size(count, solver->solver.state_values(), "state", "values");
}

const flow::Solver& with_scalar(const tobiuo_flow_solver* solver)
{
    if (!solver->solver.problem().scalar) {
        throw std::invalid_argument{
            "the flow carries no scalar: fill in scalar of its tobiuo_flow_problem"};
    }
    return solver->solver;
}

void require_scalar(const tobiuo_flow_solver* solver, int number)
{
    const auto count = static_cast<int>(solver->solver.problem().further_scalars.size()) + 1;
    if (number < 0 || number >= count) {
        throw std::invalid_argument{"number is " + std::to_string(number) +
                                    ", but the flow carries " + std::to_string(count) +
                                    " scalars: count them from 0"};
    }
}

/// Calls `call` with a null pointer of the type of the solver's values.
template <typename Call>
void in_precision(const tobiuo_flow_solver* solver, const Call& call)
{
    if (solver->solver.problem().precision == Precision::fp64) {
        call(static_cast<double*>(nullptr));
    } else {
        call(static_cast<float*>(nullptr));
    }
}

}  // namespace
}  // namespace tobiuo::c_door

namespace c_door = tobiuo::c_door;
using tobiuo::Stream;

namespace {

/// Creates a solver of the problem on the ranks of `ranks`, or alone if that is null.
void create(const tobiuo::flow::Problem& asked, std::unique_ptr<const tobiuo::Communicator> ranks,
            const tobiuo::flow::SolverOptions& options, tobiuo_flow_solver** solver)
{
    tobiuo::flow::Solver made =
        ranks ? tobiuo::flow::Solver{asked, *ranks, options} : tobiuo::flow::Solver{asked, options};
    std::string description = made.describe();
    *solver = new tobiuo_flow_solver{std::move(ranks), std::move(made), std::move(description)};
}

}  // namespace

int tobiuo_flow_create(const tobiuo_flow_problem* problem, const tobiuo_options* options,
                       tobiuo_flow_solver** solver)
{
    return tobiuo_flow_create_with_rates(problem, nullptr, options, solver);
}

int tobiuo_flow_create_with_rates(const tobiuo_flow_problem* problem, const double* rates,
                                  const tobiuo_options* options, tobiuo_flow_solver** solver)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        *solver = nullptr;
        c_door::require(problem, "problem");
        create(c_door::flow_problem_of(*problem, rates), nullptr,
               c_door::options_of<tobiuo::flow::SolverOptions>(options), solver);
    });
}

int tobiuo_flow_create_on_ranks(const tobiuo_flow_problem* problem, const double* rates,
                                const tobiuo_communicator* communicator,
                                const tobiuo_options* options, tobiuo_flow_solver** solver)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        *solver = nullptr;
        auto ranks = c_door::ranks_of(communicator);
        auto given = c_door::options_of<tobiuo::flow::SolverOptions>(options);
        given.through_host_memory = communicator->through_host_memory == 1;
        c_door::require(problem, "problem");
        create(c_door::flow_problem_of(*problem, rates), std::move(ranks), given, solver);
    });
}

int tobiuo_flow_create_with_obstacles(const tobiuo_flow_problem* problem, const double* rates,
                                      const tobiuo_obstacle* obstacles, int64_t count,
                                      double closed_tolerance,
                                      const tobiuo_communicator* communicator,
                                      const tobiuo_options* options, tobiuo_flow_solver** solver)
{
    const tobiuo_flow_sources none{};
    return tobiuo_flow_create_with_sources(problem, rates, &none, obstacles, count,
                                           closed_tolerance, communicator, options, solver);
}

int tobiuo_flow_create_with_sources(const tobiuo_flow_problem* problem, const double* rates,
                                    const tobiuo_flow_sources* sources,
                                    const tobiuo_obstacle* obstacles, int64_t count,
                                    double closed_tolerance,
                                    const tobiuo_communicator* communicator,
                                    const tobiuo_options* options, tobiuo_flow_solver** solver)
{
    if (sources == nullptr) {
        return c_door::guarded([&] { c_door::require(sources, "sources"); });
    }
    tobiuo_flow_parts parts{};
    parts.sources = sources;
    return tobiuo_flow_create_with_parts(problem, rates, &parts, obstacles, count, closed_tolerance,
                                         communicator, options, solver);
}

int tobiuo_flow_create_with_parts(const tobiuo_flow_problem* problem, const double* rates,
                                  const tobiuo_flow_parts* parts, const tobiuo_obstacle* obstacles,
                                  int64_t count, double closed_tolerance,
                                  const tobiuo_communicator* communicator,
                                  const tobiuo_options* options, tobiuo_flow_solver** solver)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        *solver = nullptr;
        c_door::require(problem, "problem");
        c_door::require(parts, "parts");
        c_door::require_list(obstacles, count, "obstacles");
        auto given = c_door::options_of<tobiuo::flow::SolverOptions>(options);
        std::unique_ptr<const tobiuo::Communicator> ranks;
        if (communicator != nullptr) {
            ranks = c_door::ranks_of(communicator);
            given.through_host_memory = communicator->through_host_memory == 1;
        }
        tobiuo::flow::Problem asked = c_door::flow_problem_of(*problem, rates);
        c_door::add_parts(*parts, count, asked);
        // The places of cells, which level sets need, are those of a sound problem.
        if (const auto reason =
                unsupported_reason(asked, given.backend.value_or(tobiuo::default_backend()))) {
            throw std::invalid_argument{*reason};
        }
        asked.obstacles = c_door::obstacles_of(obstacles, count, asked);
        if (closed_tolerance != 0.0) {
            asked.closed_tolerance = closed_tolerance;
        }
        create(asked, std::move(ranks), given, solver);
    });
}

int tobiuo_flow_set_time(tobiuo_flow_solver* solver, double time)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        solver->solver.set_time(time);
    });
}

int tobiuo_flow_set_obstacles(tobiuo_flow_solver* solver, const tobiuo_obstacle* obstacles,
                              int64_t count, void* stream)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require_list(obstacles, count, "obstacles");
        solver->solver.set_obstacles(
            c_door::obstacles_of(obstacles, count, solver->solver.problem()),
            static_cast<Stream>(stream));
    });
}

int tobiuo_flow_obstacle_forces_and_wait(const tobiuo_flow_solver* solver,
                                         tobiuo_obstacle_force* forces, int64_t count, void* stream)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require_list(forces, count, "forces");
        const auto needed = std::ssize(solver->solver.problem().obstacles);
        c_door::require_size(count, needed, "forces", "obstacles");
        const auto found = solver->solver.obstacle_forces_and_wait(static_cast<Stream>(stream));
        for (std::size_t number = 0; number < found.size(); ++number) {
            const tobiuo::flow::ObstacleForce& from = found[number];
            tobiuo_obstacle_force& to = forces[number];
            std::ranges::copy(from.force, to.force);
            std::ranges::copy(from.torque, to.torque);
            std::ranges::copy(from.pressure, to.pressure);
            to.scalar = from.scalar;
        }
    });
}

int tobiuo_flow_closing_use(const tobiuo_flow_solver* solver, int64_t* projections,
                            double* residual)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(projections, "projections");
        c_door::require(residual, "residual");
        const tobiuo::flow::ClosingUse use = solver->solver.closing_use();
        *projections = use.projections;
        *residual = use.residual;
    });
}

int tobiuo_flow_planes(const tobiuo_flow_solver* solver, int64_t* first, int64_t* count)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(first, "first");
        c_door::require(count, "count");
        const tobiuo::poisson::Planes planes = solver->solver.planes();
        *first = planes.first;
        *count = planes.count;
    });
}

int tobiuo_flow_values(const tobiuo_flow_solver* solver, int64_t* cells, int64_t* state_values)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(cells, "cells");
        c_door::require(state_values, "state_values");
        *cells = c_door::cells_of(solver->solver);
        *state_values = solver->solver.state_values();
    });
}

int tobiuo_flow_position(const tobiuo_flow_solver* solver, int component, int axis, int64_t index,
                         double* position)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(position, "position");
        component = c_door::chosen(component, std::array{0, 1, 2, 3}, "component");
        axis = c_door::chosen(axis, std::array{0, 1, 2}, "axis");
        const tobiuo::flow::Problem& problem = solver->solver.problem();
        const tobiuo::Axis& along = problem.grid.axes[static_cast<std::size_t>(axis)];
        if (index < 0 || index >= along.cells) {
            throw std::invalid_argument{"index is " + std::to_string(index) + ", but axis " +
                                        std::to_string(axis) + " has " +
                                        std::to_string(along.cells) + " cells: count them from 0"};
        }
        *position = component == 3
                        ? along.centre(index)
                        : tobiuo::flow::velocity_position(problem, component, axis, index);
    });
}

int tobiuo_flow_start(tobiuo_flow_solver* solver, const void* u, const void* v, const void* w,
                      int64_t count, void* stream)
{
    return c_door::guarded([&] {
        c_door::require_cells(solver, count);
        c_door::in_precision(solver, [&]<typename Real>(Real*) {
            solver->solver.start(static_cast<const Real*>(u), static_cast<const Real*>(v),
                                 static_cast<const Real*>(w), static_cast<Stream>(stream));
        });
        solver->has_begun = true;
    });
}

int tobiuo_flow_resume(tobiuo_flow_solver* solver, const void* state, int64_t count, void* stream)
{
    return c_door::guarded([&] {
        c_door::require_state(solver, count);
        c_door::in_precision(solver, [&]<typename Real>(Real*) {
            solver->solver.resume(static_cast<const Real*>(state), static_cast<Stream>(stream));
        });
        solver->has_begun = true;
    });
}

int tobiuo_flow_set_scalar(tobiuo_flow_solver* solver, const void* values, int64_t count,
                           void* stream)
{
    return tobiuo_flow_set_scalar_of(solver, 0, values, count, stream);
}

int tobiuo_flow_set_scalar_of(tobiuo_flow_solver* solver, int number, const void* values,
                              int64_t count, void* stream)
{
    return c_door::guarded([&] {
        c_door::require_cells(solver, count);
        static_cast<void>(c_door::with_scalar(solver));
        c_door::require_scalar(solver, number);
        c_door::in_precision(solver, [&]<typename Real>(Real*) {
            solver->solver.set_scalar(static_cast<const Real*>(values), static_cast<Stream>(stream),
                                      number);
        });
    });
}

int tobiuo_flow_set_force(tobiuo_flow_solver* solver, const double force[3])
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(force, "force");
        solver->solver.set_force({force[0], force[1], force[2]});
    });
}

int tobiuo_flow_step(tobiuo_flow_solver* solver, double time_step, int64_t steps, void* stream)
{
    return c_door::guarded([&] {
        static_cast<void>(c_door::begun(solver));
        if (steps < 0) {
            throw std::invalid_argument{"steps is " + std::to_string(steps) +
                                        " (time goes forward): ask for 0 or more"};
        }
        for (int64_t step = 0; step < steps; ++step) {
            solver->solver.step(time_step, static_cast<Stream>(stream));
        }
    });
}

int tobiuo_flow_step_limit(const tobiuo_flow_solver* solver, double rate, double cfl,
                           double* time_step, int* by_friction)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(time_step, "time_step");
        if (!(rate >= 0.0) || !(cfl > 0.0)) {
            throw std::invalid_argument{"the rate is " + std::to_string(rate) + " and cfl " +
                                        std::to_string(cfl) +
                                        ": give a rate of 0 or more, and a cfl above 0"};
        }
        const tobiuo::flow::Problem& problem = solver->solver.problem();
        const double friction = viscosity_varies(problem)
                                    ? c_door::begun(solver).observed_and_wait().largest_friction
                                    : 0.0;
        const auto limit = tobiuo::flow::step_limit(problem, rate, cfl, friction);
        *time_step = limit.seconds;
        if (by_friction != nullptr) {
            *by_friction = limit.by_friction ? 1 : 0;
        }
    });
}

int tobiuo_flow_observed_and_wait(const tobiuo_flow_solver* solver, tobiuo_flow_observed* observed)
{
    return c_door::guarded([&] {
        c_door::require(observed, "observed");
        const tobiuo::flow::Observed found = c_door::begun(solver).observed_and_wait();
        *observed = {.mean_velocity = {found.mean_velocity[0], found.mean_velocity[1],
                                       found.mean_velocity[2]},
                     .kinetic_energy = found.kinetic_energy,
                     .largest_rate = found.largest_rate,
                     .largest_divergence = found.largest_divergence};
    });
}

int tobiuo_flow_velocity(const tobiuo_flow_solver* solver, void* u, void* v, void* w, int64_t count,
                         void* stream)
{
    return c_door::guarded([&] {
        c_door::require_cells(solver, count);
        c_door::in_precision(solver, [&]<typename Real>(Real*) {
            c_door::begun(solver).velocity(static_cast<Real*>(u), static_cast<Real*>(v),
                                           static_cast<Real*>(w), static_cast<Stream>(stream));
        });
    });
}

int tobiuo_flow_pressure(const tobiuo_flow_solver* solver, void* p, int64_t count, void* stream)
{
    return c_door::guarded([&] {
        c_door::require_cells(solver, count);
        c_door::in_precision(solver, [&]<typename Real>(Real*) {
            c_door::begun(solver).pressure(static_cast<Real*>(p), static_cast<Stream>(stream));
        });
    });
}

int tobiuo_flow_scalar_values(const tobiuo_flow_solver* solver, void* values, int64_t count,
                              void* stream)
{
    return tobiuo_flow_scalar_values_of(solver, 0, values, count, stream);
}

int tobiuo_flow_scalar_values_of(const tobiuo_flow_solver* solver, int number, void* values,
                                 int64_t count, void* stream)
{
    return c_door::guarded([&] {
        c_door::require_cells(solver, count);
        static_cast<void>(c_door::with_scalar(solver));
        c_door::require_scalar(solver, number);
        c_door::in_precision(solver, [&]<typename Real>(Real*) {
            solver->solver.scalar(static_cast<Real*>(values), static_cast<Stream>(stream), number);
        });
    });
}

int tobiuo_flow_state(const tobiuo_flow_solver* solver, void* state, int64_t count, void* stream)
{
    return c_door::guarded([&] {
        c_door::require_state(solver, count);
        c_door::in_precision(solver, [&]<typename Real>(Real*) {
            c_door::begun(solver).state(static_cast<Real*>(state), static_cast<Stream>(stream));
        });
    });
}

int tobiuo_flow_memory_bytes(const tobiuo_flow_solver* solver, int64_t* bytes)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(bytes, "bytes");
        *bytes = static_cast<int64_t>(solver->solver.memory_bytes());
    });
}

int tobiuo_flow_backend(const tobiuo_flow_solver* solver, int* backend)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(backend, "backend");
        *backend = c_door::number_of(solver->solver.backend());
    });
}

int tobiuo_flow_describe(const tobiuo_flow_solver* solver, const char** text)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(text, "text");
        *text = solver->description.c_str();
    });
}

int tobiuo_flow_destroy(tobiuo_flow_solver* solver)
{
    return c_door::guarded([&] { delete solver; });
}
