// Replaces cuFFTXt in a build whose toolkit does not have its header.
#include "app/bench/peers/cufft_xt.hpp"

namespace tobiuo::bench {

CufftXtTimes time_cufft_xt(const fft::Problem& /*problem*/, std::span<const int> /*devices*/,
                           int /*repetitions*/, double /*pace_seconds*/)
{
    throw NotPlanned{"this program was built without the header of cuFFT"};
}

}  // namespace tobiuo::bench
