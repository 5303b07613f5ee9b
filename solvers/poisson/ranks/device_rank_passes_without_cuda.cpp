// The passes of a rank on a GPU in a build without a CUDA toolkit: none.
#include <stdexcept>

#include "solvers/poisson/ranks/rank_passes.hpp"

namespace tobiuo::poisson {

ModeRows device_mode_rows(const Problem& /*problem*/)
{
    throw std::logic_error{"a build without CUDA has no device that solves"};
}

template <typename T>
std::unique_ptr<const RankPasses<T>> make_device_passes(const Problem& /*problem*/,
                                                        const RankPart& /*part*/)
{
    throw std::logic_error{"a build without CUDA has no device that solves"};
}

std::optional<std::string> device_passes_unsupported_reason(const Problem& /*problem*/)
{
    return "this program was built without CUDA: use the cpu";
}

template <typename T>
std::unique_ptr<const RankPasses<T>> make_round_passes(const Problem& /*problem*/,
                                                       const RankPart& /*part*/,
                                                       std::int64_t /*device_bytes*/)
{
    throw std::logic_error{"a build without CUDA has no device that solves"};
}

template std::unique_ptr<const RankPasses<float>> make_round_passes(const Problem&, const RankPart&,
                                                                    std::int64_t);
template std::unique_ptr<const RankPasses<double>> make_round_passes(const Problem&,
                                                                     const RankPart&, std::int64_t);
template std::unique_ptr<const RankPasses<float>> make_device_passes(const Problem&,
                                                                     const RankPart&);
template std::unique_ptr<const RankPasses<double>> make_device_passes(const Problem&,
                                                                      const RankPart&);

}  // namespace tobiuo::poisson
