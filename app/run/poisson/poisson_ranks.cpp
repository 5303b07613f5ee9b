#include "app/run/poisson/poisson_ranks.hpp"

#include <tobiuo/poisson/distributed_solver.hpp>

#include <algorithm>
#include <vector>

#include "kernels/ranks/messages.hpp"
#include "kernels/ranks/one_rank.hpp"
#include "kernels/walls/wall_box.hpp"

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

poisson::Problem planned_without_lambda(poisson::Problem problem)
{
    const bool exchanges_all = problem.lambda > 0.0;
    problem.lambda = 0.0;
    if (exchanges_all && problem.op == poisson::Operator::second_order) {
        poisson::Problem other = problem;
        other.op = poisson::Operator::fourth_order;
        if (!poisson::distributed_unsupported_reason(other, Backend::cpu)) {
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

ranks::Slice source_planes(const poisson::Problem& problem, const ranks::Slice& own)
{
    const bool extrapolates = problem.op == poisson::Operator::fourth_order;
    const std::int64_t all = poisson::unknowns(problem, 2).count;
    const std::int64_t beside = std::min<std::int64_t>(walls::extrapolation_points, all);
    if (!extrapolates || own.count == 0) {
        return own;
    }
    std::int64_t first = own.first;
    std::int64_t end = own.end();
    if (own.first < beside) {
        first = 0;
        end = std::max(end, beside);
    }
    if (own.end() > all - beside) {
        first = std::min(first, all - beside);
        end = all;
    }
    return {.first = first, .count = end - first};
}

}  // namespace tobiuo
