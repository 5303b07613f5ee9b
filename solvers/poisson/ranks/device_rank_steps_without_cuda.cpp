// The steps of a rank on a GPU in a build without a CUDA toolkit: none.
#include <stdexcept>

#include "solvers/poisson/ranks/rank_steps.hpp"

namespace tobiuo::poisson {

template <typename T>
std::unique_ptr<const RankSteps<T>> make_device_steps(const Problem& /*problem*/,
                                                      const RankRows& /*rows*/)
{
    throw std::logic_error{"a build without CUDA has no device that solves"};
}

template <typename T>
std::unique_ptr<const RankSteps<T>> make_trip_steps(const Problem& /*problem*/,
                                                    const RankRows& /*rows*/,
                                                    std::int64_t /*device_bytes*/)
{
    throw std::logic_error{"a build without CUDA has no device that solves"};
}

template std::unique_ptr<const RankSteps<float>> make_trip_steps(const Problem&, const RankRows&,
                                                                 std::int64_t);
template std::unique_ptr<const RankSteps<double>> make_trip_steps(const Problem&, const RankRows&,
                                                                  std::int64_t);
template std::unique_ptr<const RankSteps<float>> make_device_steps(const Problem&, const RankRows&);
template std::unique_ptr<const RankSteps<double>> make_device_steps(const Problem&,
                                                                    const RankRows&);

}  // namespace tobiuo::poisson
