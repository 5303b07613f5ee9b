// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/poisson_ranks.hpp"

#include <tobiuo/poisson/distributed_solver.hpp>

#include <algorithm>
#include <vector>

#include "runtime/ranks/messages.hpp"
#include "runtime/ranks/one_rank.hpp"

namespace tobiuo {

PoissonRanks::PoissonRanks(const World* world)
    : world_{world != nullptr && !world->is_alone() ? world : nullptr}
{
}

const Communicator& PoissonRanks::communicator() const
{
    static const ranks::OneRank alone;
    return world_ == nullptr ? alone : world_->ranks();
}

ranks::Slice PoissonRanks::own(const poisson::Problem& problem) const
{
    const Communicator& ranks = communicator();
    const poisson::Planes planes = poisson::planes_of_rank(problem, ranks.rank(), ranks.size());
    return {.first = planes.first, .count = planes.count};
}

void PoissonRanks::together(const std::function<void()>& act) const
{
    if (world_ == nullptr) {
        act();
    } else {
        world_->together(act);
    }
}

bool PoissonRanks::any(bool one) const
{
    return world_ == nullptr ? one : world_->any(one);
}

double PoissonRanks::largest(double value) const
{
    return std::ranges::max(ranks::gathered(communicator(), value));
}

double PoissonRanks::slowest(const std::function<double()>& timed) const
{
    return ranks::slowest(communicator(), timed);
}

std::optional<std::string> ranks_unsupported_reason(const poisson::Problem& problem)
{
    return poisson::distributed_unsupported_reason(problem, Backend::cpu);  // no limits of a device
}

poisson::Problem planned_without_lambda(poisson::Problem problem, bool on_ranks)
{
    const bool exchanges_all = on_ranks && problem.lambda > 0.0;
    problem.lambda = 0.0;
    if (exchanges_all && problem.op == poisson::Operator::second_order) {
        poisson::Problem other = problem;
        other.op = poisson::Operator::fourth_order;
        if (!ranks_unsupported_reason(other)) {
            return other;
        }
    }
    return problem;
}

ranks::Slice grid_planes(const poisson::Problem& problem, const ranks::Slice& unknowns)
{
    const poisson::Unknowns z = poisson::unknowns(problem, 2);
    const std::int64_t all = problem.grid.values(2);
    if (unknowns.count == 0) {  // of the ranks behind the last one with planes
        return {.first = all, .count = 0};
    }
    const std::int64_t first = unknowns.first == 0 ? 0 : z.first + unknowns.first;
    const std::int64_t end = unknowns.end() == z.count ? all : z.first + unknowns.end();
    return {.first = first, .count = end - first};
}

}  // namespace tobiuo
