// The Poisson solver of the C interface.
#include <tobiuo/poisson.hpp>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "doors/c/boundary.hpp"
#include "doors/c/communicator.hpp"
#include "doors/c/level_set.hpp"

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
        problem.rho = poisson::AxisCoefficient{.axis = asked.rho_axis,
                                               .values = {asked.rho, asked.rho + asked.rho_count}};
    } else if (asked.rho_count != 0) {
        throw std::invalid_argument{"rho is null, but rho_count is " +
                                    std::to_string(asked.rho_count) +
                                    ": pass its values, or the count 0"};
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

/// The planes whose values the arrays of a solver hold.
poisson::Planes planes_of(const poisson::Solver& solver)
{
    return {.first = 0, .count = unknowns(solver.problem(), 2).count};
}

poisson::Planes planes_of(const poisson::BodySolver& solver)
{
    return {.first = 0, .count = unknowns(solver.problem(), 2).count};
}

poisson::Planes planes_of(const poisson::DistributedSolver& solver)
{
    return solver.planes();
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

/// Solves, and returns what bodies took.
template <typename... Arguments>
poisson::BodyUse solved_by(const poisson::BodySolver& solver, const Arguments&... arguments)
{
    return solver.solve_and_wait(arguments...);
}
template <typename Solver, typename... Arguments>
poisson::BodyUse solved_by(const Solver& solver, const Arguments&... arguments)
{
    solver.solve(arguments...);
    return {};
}

template <typename Real, typename Solver>
poisson::BodyUse solve(const Solver& solver, const void* f, void* u, const tobiuo_wall* walls,
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
    poisson::Walls<Real> given;
    for (std::size_t side = 0; side < 2; ++side) {
        given.x[side] = wall_of<Real>(walls[side], ny * nz);
        given.y[side] = wall_of<Real>(walls[2 + side], nx * nz);
        given.z[side] = wall_of<Real>(walls[4 + side], nx * ny);
    }
    return solved_by(solver, from, given, to, stream);
}

}  // namespace
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

    std::unique_ptr<const tobiuo::Communicator> ranks;  // null for one rank; ends after the solver
    std::variant<tobiuo::poisson::Solver, tobiuo::poisson::DistributedSolver,
                 tobiuo::poisson::BodySolver>
        solver;
    std::string description;
    mutable std::atomic<std::int64_t> solves = 0;  // of the last solve with bodies
    mutable std::atomic<double> residual = 0.0;    // that it left
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
        *solves = solver->solves;
        *residual = solver->residual;
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
        c_door::require_size(count, plane * solver->planes().count, "f or u", "values");
        const tobiuo::poisson::BodyUse use = solver->ask([&](const auto& any) {
            return problem.precision == tobiuo::Precision::fp64
                       ? c_door::solve<double>(any, f, u, walls,
                                               static_cast<tobiuo::Stream>(stream))
                       : c_door::solve<float>(any, f, u, walls,
                                              static_cast<tobiuo::Stream>(stream));
        });
        solver->solves = use.solves;
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
