// Builds without CUDA: there is no device whose transforms could be tuned.
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/fft/tune/tune.hpp"

namespace tobiuo::fft {

Tuned tune(const Problem& /*problem*/, const TuneSettings& /*settings*/, TuneObserver& /*observer*/)
{
    throw device::DeviceError{"cannot tune a transform: " + device::survey().reason};
}

}  // namespace tobiuo::fft
