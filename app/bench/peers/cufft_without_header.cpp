// SPDX-License-Identifier: BSD-3-Clause
// Replaces cuFFT and cuFFTXt in a build whose toolkit does not have its header.
#include "app/bench/peers/cufft_xt.hpp"
#include "app/bench/peers/libraries.hpp"

namespace tobiuo::bench {

std::optional<std::string> cufft_unsupported_reason()
{
    return "this program was built without the header of cuFFT";
}

std::unique_ptr<Transform> plan_cufft(const fft::Problem& /*problem*/, int /*device*/,
                                      Stream /*stream*/)
{
    throw NotPlanned{*cufft_unsupported_reason()};
}

CufftXtTimes time_cufft_xt(const fft::Problem& /*problem*/, std::span<const int> /*devices*/,
                           int /*repetitions*/, double /*pace_seconds*/)
{
    throw NotPlanned{"this program was built without the header of cuFFT"};
}

}  // namespace tobiuo::bench
