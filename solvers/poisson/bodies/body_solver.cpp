// SPDX-License-Identifier: BSD-3-Clause
// The public solver with bodies: the public one of the box, and conjugate gradients around it.
#include <tobiuo/poisson/body_solver.hpp>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <variant>

#include "runtime/device/backend.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/box_volume.hpp"
#include "solvers/in_precision.hpp"
#include "solvers/poisson/bodies/find_bodies.hpp"
#include "solvers/poisson/planes.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/ranks/near_solver.hpp"
#include "solvers/poisson/unit_of_length.hpp"
#include "solvers/poisson/walls/around_box.hpp"
#include "solvers/poisson/walls/closed_cells.hpp"

namespace tobiuo::poisson {

std::optional<std::string> unsupported_reason(const Problem& problem,
                                              const std::vector<Body>& bodies,
                                              const BodyOptions& options)
{
    const AroundBox around{.given = "bodies are",
                           .with_rho = "the equation beside them has none): leave it out",
                           .takes_units = true};
    if (auto reason = unsupported_around_box(problem, options.solver, around)) {
        return reason;
    }
    if (auto fault = tolerance_fault(options.tolerance, "bodies", "what they keep")) {
        return fault;
    }
    for (std::size_t number = 0; number < bodies.size(); ++number) {
        const Body& body = bodies[number];
        const std::string name = "body " + std::to_string(number + 1);
        if (!body.inside) {
            return name + " has no shape (nothing says what is inside): give one";
        }
        if (body.value && !std::isfinite(*body.value)) {
            return "the value of " + name + " is not finite: give a number";
        }
        if (!body.value && problem.grid.location != Location::cell) {
            return name +
                   " is closed, and the unknowns are on nodes (no faces lie between them): use "
                   "cells, or give the body a value";
        }
    }
    return std::nullopt;
}

class BodySolver::Implementation {
public:
    Implementation(const Problem& problem, const std::vector<Body>& bodies,
                   const BodyOptions& options)
        : tolerance_{options.tolerance},
          machine_{runtime::make_machine(chosen_backend(options.solver.backend),
                                         options.solver.threads)},
          solver_{problem, options_of_box(options.solver)}
    {
        const FoundBodies found = find_bodies(problem, bodies);
        surface_points_ = std::ssize(found.surface);
        body_points_ = std::ssize(found.inside);
        conductors_hold_constant_ = has_null_space(problem) && touches_conductor(found.surface);
        held_ = machine_->copied_and_wait(std::as_bytes(std::span{found.inside}));
        if (problem.precision == Precision::fp32) {
            parts_.emplace<Parts<float>>(made<float>(found.surface, options.solver.threads));
        } else {
            parts_.emplace<Parts<double>>(made<double>(found.surface, options.solver.threads));
        }
        runtime::wait_for_kernels();
    }

    template <typename T>
    BodyUse solve_and_wait(const T* f, const Walls<T>* walls, T* u, Stream stream) const
    {
        const Problem& problem = solver_.problem();
        const auto& parts = in_precision<Parts<T>>(parts_);
        static_cast<void>(checked_walls(problem, solver_.backend(), f,
                                        walls == nullptr ? Walls<T>{} : *walls, u));
        const std::lock_guard lock{solving_};
        const std::size_t bytes = static_cast<std::size_t>(points(problem)) * sizeof(T);
        bool starts = false;
        const auto load = [&](T* array) {
            starts = true;
            machine_->copy(array, f, bytes, stream);
        };
        const auto solve = [&](T* array) {
            if (std::exchange(starts, false) && walls != nullptr) {
                solver_.solve(array, *walls, array, stream);
            } else {
                solver_.solve(array, array, stream);
            }
        };
        const auto solve_near = [&](T* array) {
            parts.near ? parts.near->solve(array, stream) : solver_.solve(array, array, stream);
        };
        const auto clear = [&](T* array) {
            parts.near ? parts.near->clear(array, stream) : machine_->clear(array, bytes, stream);
        };
        typename ClosedCells<T>::Box box{
            .load = load, .solve = solve, .solve_near = solve_near, .clear = clear};
        if (conductors_hold_constant_) {
            box.removed_and_wait = [&] {
                return volume_of(problem.grid) * solver_.solved(stream).removed_mean;
            };
            box.add = [&](T* array, double constant) {
                parts.add({.values = array, .constant = constant}, points(problem), stream);
            };
        }
        const ClosedUse use = parts.cells.solve_and_wait(box, u, 0.0, tolerance_, stream);
        parts.fill({.values = u, .cells = held_.as<const walls::HeldCell>()}, body_points_, stream);
        machine_->wait(stream);
        return {.solves = use.solves,
                .whole_solves = static_cast<double>(use.solves - use.near) +
                                static_cast<double>(use.near) * parts.part_of_near,
                .residual = use.residual};
    }

    [[nodiscard]] const Solver& solver() const { return solver_; }
    [[nodiscard]] std::int64_t surface_points() const { return surface_points_; }
    [[nodiscard]] std::int64_t body_points() const { return body_points_; }
    [[nodiscard]] std::size_t workspace_bytes() const
    {
        return solver_.workspace_bytes() + held_.bytes() +
               std::visit(
                   [](const auto& parts) -> std::size_t {
                       if constexpr (requires { parts.cells; }) {
                           return parts.cells.bytes() + (parts.near ? parts.near->bytes() : 0);
                       } else {
                           return 0;
                       }
                   },
                   parts_);
    }

private:
    template <typename T>
    struct Parts {
        ClosedCells<T> cells;
        runtime::ForEach<walls::FillCell<T>> fill;
        runtime::ForEach<walls::AddConstant<T>> add;
        std::unique_ptr<const NearSolver<T>> near;
        double part_of_near = 1.0;  ///< of a solve of the box
    };

    template <typename T>
    [[nodiscard]] Parts<T> made(const std::vector<walls::SurfaceCell>& surface, int threads) const
    {
        const Problem& problem = solver_.problem();
        Parts<T> parts{.cells = ClosedCells<T>{surface, *machine_},
                       .fill = runtime::ForEach<walls::FillCell<T>>{*machine_},
                       .add = runtime::ForEach<walls::AddConstant<T>>{*machine_},
                       .near = nullptr};
        if (unit_of_length(problem).is_one()) {  // else its solver has another problem
            const PlaneBlocks all = blocks_of(problem);
            const ranks::Slice planes = planes_of(surface, all.values);
            parts.near = NearSolver<T>::made(problem, solver_.backend(), planes, threads);
            if (parts.near) {
                parts.part_of_near =
                    static_cast<double>(planes.count) / static_cast<double>(all.planes);
            }
        }
        return parts;
    }

    double tolerance_;
    mutable std::mutex solving_;  ///< one solve at a time
    std::unique_ptr<const runtime::Machine> machine_;
    Solver solver_;
    std::int64_t surface_points_ = 0;
    std::int64_t body_points_ = 0;
    bool conductors_hold_constant_ = false;  ///< that the box leaves free
    runtime::Array held_;
    std::variant<std::monostate, Parts<float>, Parts<double>> parts_;
};

BodySolver::BodySolver(const Problem& problem, const std::vector<Body>& bodies,
                       const BodyOptions& options)
{
    if (const auto reason = unsupported_reason(problem, bodies, options)) {
        throw std::invalid_argument{*reason};
    }
    implementation_ = std::make_unique<const Implementation>(problem, bodies, options);
}

BodySolver::BodySolver(BodySolver&&) noexcept = default;
BodySolver& BodySolver::operator=(BodySolver&&) noexcept = default;
BodySolver::~BodySolver() = default;

BodyUse BodySolver::solve_and_wait(const double* f, double* u, Stream stream) const
{
    return implementation_->solve_and_wait<double>(f, nullptr, u, stream);
}

BodyUse BodySolver::solve_and_wait(const float* f, float* u, Stream stream) const
{
    return implementation_->solve_and_wait<float>(f, nullptr, u, stream);
}

BodyUse BodySolver::solve_and_wait(const double* f, const Walls<double>& walls, double* u,
                                   Stream stream) const
{
    return implementation_->solve_and_wait(f, &walls, u, stream);
}

BodyUse BodySolver::solve_and_wait(const float* f, const Walls<float>& walls, float* u,
                                   Stream stream) const
{
    return implementation_->solve_and_wait(f, &walls, u, stream);
}

Solved BodySolver::solved(Stream stream) const
{
    return implementation_->solver().solved(stream);
}

const Problem& BodySolver::problem() const
{
    return implementation_->solver().problem();
}

Backend BodySolver::backend() const
{
    return implementation_->solver().backend();
}

std::string BodySolver::describe() const
{
    return implementation_->solver().describe() + ", around bodies with " +
           std::to_string(surface_points()) + " unknowns beside them";
}

int BodySolver::passes() const
{
    return implementation_->solver().passes();
}

std::int64_t BodySolver::surface_points() const
{
    return implementation_->surface_points();
}

std::int64_t BodySolver::body_points() const
{
    return implementation_->body_points();
}

std::size_t BodySolver::workspace_bytes() const
{
    return implementation_->workspace_bytes();
}

}  // namespace tobiuo::poisson
