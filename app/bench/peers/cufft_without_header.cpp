// In place of cuFFT, in a build whose toolkit has no header of it.
#include "app/bench/peers/cufft.hpp"

namespace tobiuo::fft_bench {

std::optional<std::string> cufft_unsupported_reason()
{
    return "this program was built without the header of cuFFT";
}

std::unique_ptr<Transform> plan_cufft(const fft::Problem& /*problem*/, int /*device*/,
                                      cudaStream_t /*stream*/)
{
    throw NotPlanned{*cufft_unsupported_reason()};
}

}  // namespace tobiuo::fft_bench
