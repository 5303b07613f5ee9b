// Replaces cuFFT in a build whose toolkit does not have its header.
#include "app/bench/peers/cufft.hpp"

namespace tobiuo::bench {

std::optional<std::string> cufft_unsupported_reason()
{
    return "this program was built without the header of cuFFT";
}

std::unique_ptr<Transform> plan_cufft(const fft::Problem& /*problem*/, int /*device*/,
                                      cudaStream_t /*stream*/)
{
    throw NotPlanned{*cufft_unsupported_reason()};
}

}  // namespace tobiuo::bench
