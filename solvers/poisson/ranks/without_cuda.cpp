// Builds without a CUDA toolkit have no device that arrays of ranks could visit.
#include <stdexcept>

#include "solvers/poisson/ranks/rank_passes.hpp"
#include "solvers/poisson/ranks/rank_steps.hpp"

namespace tobiuo::poisson {
namespace {

[[noreturn]] void refuse()
{
    throw std::logic_error{"a build without CUDA has no device that solves"};
}

}  // namespace

template <typename T>
RankPasses<T> passes_in_rounds(const Problem& /*problem*/, const RankPart& /*part*/,
                               std::int64_t /*device_bytes*/)
{
    refuse();
}

template RankPasses<float> passes_in_rounds(const Problem&, const RankPart&, std::int64_t);
template RankPasses<double> passes_in_rounds(const Problem&, const RankPart&, std::int64_t);

}  // namespace tobiuo::poisson
