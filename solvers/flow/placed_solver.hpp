// SPDX-License-Identifier: BSD-3-Clause
// A Poisson problem of a flow, solved where the flow is.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <tobiuo/communicator.hpp>
#include <tobiuo/poisson/distributed_solver.hpp>
#include <tobiuo/stream.hpp>

#include "runtime/ranks/exchange.hpp"
#include "solvers/poisson/program/machine_solver.hpp"
#include "solvers/poisson/ranks/rank_rows.hpp"
#include "solvers/poisson/ranks/rank_solver.hpp"

namespace tobiuo::flow {

/// Solves a problem alone or with the other ranks, each of which has the planes of the flow. Calls
/// are collective on several ranks, and so are constructor and destructor. `load` of its choices is
/// that of SolveChoices.
template <typename T>
class PlacedSolver {
public:
    /// Alone. Throws as poisson::MachineSolver does.
    PlacedSolver(const poisson::Problem& problem, Backend backend,
                 const poisson::SolveChoices& choices)
        : solver_{std::in_place_type<poisson::MachineSolver>, problem, backend, choices}
    {
    }

    /// One of several ranks. Machine and communicator must outlive it. Throws as
    /// poisson::DistributedSolver does.
    PlacedSolver(const poisson::Problem& problem, const runtime::Machine& machine,
                 const Communicator& ranks, std::shared_ptr<ranks::Exchange> exchange,
                 const poisson::DistributedOptions& options, const fft::PlaceFunction& load = {})
        : solver_{std::in_place_type<OfRank>}
    {
        OfRank& own = std::get<OfRank>(solver_);
        own.rows = std::make_unique<const poisson::RankRows>(problem, ranks.rank(), ranks.size());
        own.exchange = std::move(exchange);
        own.solver = poisson::make_rank_solver<T>({.problem = problem,
                                                   .ranks = ranks,
                                                   .rows = *own.rows,
                                                   .machine = machine,
                                                   .options = options,
                                                   .takes_rows = own.exchange->takes_rows(),
                                                   .load = load});
    }

    /// Whether the function that the solver was made with gives f: then solve_loaded() is for it.
    [[nodiscard]] bool takes_load() const
    {
        const auto* const own = std::get_if<OfRank>(&solver_);
        return own != nullptr ? own->solver->takes_load() : alone().takes_load();
    }
    void solve_loaded(const void* data, T* u, Stream stream) const
    {
        if (const auto* const own = std::get_if<OfRank>(&solver_)) {
            own->solver->solve_loaded(data, u, *own->exchange, stream);
        } else {
            alone().solve_loaded(data, u, stream);
        }
    }
    /// In place.
    void solve(T* values, Stream stream) const
    {
        if (const auto* const own = std::get_if<OfRank>(&solver_)) {
            own->solver->solve(values, std::nullopt, values, *own->exchange, stream);
        } else {
            alone().solve(values, values, stream);
        }
    }
    /// The messages of a solve alone; leaves any values. Nothing without other ranks.
    void exchange_alone(T* values, Stream stream) const
    {
        if (const auto* const own = std::get_if<OfRank>(&solver_)) {
            own->solver->exchange_alone(values, *own->exchange, stream);
        }
    }

    [[nodiscard]] std::size_t workspace_bytes() const
    {
        const auto* const own = std::get_if<OfRank>(&solver_);
        return own != nullptr ? own->solver->workspace_bytes() : alone().workspace_bytes();
    }
    [[nodiscard]] std::string describe() const
    {
        const auto* const own = std::get_if<OfRank>(&solver_);
        return own == nullptr
                   ? alone().describe()
                   : own->solver->describe() + "; " + std::to_string(own->rows->planes.count) +
                         " of " + std::to_string(own->rows->all_rows()) + " planes, joined by " +
                         own->exchange->describe();
    }

private:
    struct OfRank {
        std::unique_ptr<const poisson::RankRows> rows;
        std::unique_ptr<const poisson::RankSolver<T>> solver;
        std::shared_ptr<ranks::Exchange> exchange;  ///< goes first: its destructor is collective
    };

    [[nodiscard]] const poisson::MachineSolver& alone() const
    {
        return std::get<poisson::MachineSolver>(solver_);
    }

    std::variant<OfRank, poisson::MachineSolver> solver_;
};

}  // namespace tobiuo::flow
